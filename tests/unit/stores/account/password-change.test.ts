/** Changing the password: who checks the current one, and what may be said afterwards. */
import { beforeEach, describe, expect, test } from 'vitest';
import { calls, hostAnswers, json, newBrowser, visited } from './world.ts';

const { $otherSessionsEnded, $passwordChange, openPasswordChange, submitPasswordChange } = await import(
  '../../../../src/stores/account/security.ts'
);
const { $record, $session, confirmPassword, signIn, signOut } = await import(
  '../../../../src/stores/account/session.ts'
);
const { guardPage } = await import('../../../../src/stores/account/guard.ts');
const { clearApplicant } = await import('../../../../src/stores/account/session.ts');
const { setRecord } = await import('../../../../src/stores/account/record.ts');

const CURRENT = 'seven green lanterns';
const NEXT = 'eight blue lanterns';
const EMAIL = 'ann@example.org';
const RECORD = { id: '57', name: 'Ann', surname: 'Lee', email: EMAIL, application_type: 'founder' };

let changed: unknown;
let offers: string[] | undefined;
let count = 0;

/** A host that takes any change of a valid token; each sign-in ends the token before. */
function host(refusal = json(401, { message: 'No' })): void {
  let token = '';
  hostAnswers((path, { body, headers }) => {
    const told = body ? (JSON.parse(String(body)) as Record<string, string>) : {};
    if (path.endsWith('/user-login')) {
      if (told.password !== CURRENT) return refusal.clone();
      count += 1;
      token = `tok.${'a'.repeat(20)}${count}`;
      return json(200, { token, object: RECORD, ...(offers && { offers }) });
    }
    if (new Headers(headers).get('Authorization') !== `Bearer ${token}`) return json(403, { message: 'Forbidden' });
    if (!path.includes('/change-password/')) return json(404, { message: 'Not found' });
    return json(200, changed);
  });
}

const paths = () => calls.map(({ path }) => path.replace('/api/v1', ''));
const change = (current = CURRENT) => submitPasswordChange({ current, next: NEXT }, 'en');

/** Signed in, as after a reload: the password is in no memory. */
async function signedInBefore(): Promise<void> {
  await signIn(EMAIL, CURRENT, 'en');
  const record = $record.get();
  clearApplicant();
  if (record) setRecord(record);
  calls.length = 0;
}

beforeEach(async () => {
  newBrowser();
  changed = { message: 'Password changed' };
  offers = undefined;
  host();
  await signOut();
  calls.length = 0;
  openPasswordChange();
});

describe('a host that does not offer to check the current password', () => {
  test('gets no change with a wrong one', async () => {
    await signedInBefore();
    expect(await change('a wrong password')).toBe(false);
    expect($passwordChange.get().issues).toEqual({ current_password: 'password_wrong' });
    expect(paths()).toEqual(['/user-login']);
    expect($session.get().signedIn).toBe(true);
  });

  test('gets the change after a sign-in with the right one, whose token the tab takes over and stays as it is', async () => {
    await signedInBefore();
    const end = guardPage('en');
    calls.length = 0;
    const before = $session.get().token;
    expect(await change()).toBe(true);
    end();
    expect(paths().filter((path) => path !== '/user')).toEqual(['/user-login', '/change-password/founder/57']);
    expect($session.get().token).not.toBe(before);
    expect($record.get()).toMatchObject({ id: '57' });
    expect(visited).toEqual([]);
  });

  test('is not asked where this page has signed in with it', async () => {
    await signIn(EMAIL, CURRENT, 'en');
    calls.length = 0;
    expect(await change()).toBe(true);
    expect(paths()).toEqual(['/change-password/founder/57']);
  });

  test('whose sign-in fails for another reason changes nothing, and the reason is shown', async () => {
    await signedInBefore();
    host(json(429, { message: 'Too Many Attempts.' }, { 'Retry-After': '7' }));
    expect(await change('a wrong password')).toBe(false);
    expect($passwordChange.get().error).toMatchObject({ code: 'slow_down', retryAfter: 7 });
    expect(paths()).toEqual(['/user-login']);
  });

  test('says nothing of other devices, and nothing is said of them', async () => {
    await signIn(EMAIL, CURRENT, 'en');
    await change();
    expect($otherSessionsEnded.get()).toBe(false);
    changed = { status: 'ok', sessions_ended: 'yes' };
    await signIn(EMAIL, CURRENT, 'en');
    await change();
    expect($otherSessionsEnded.get()).toBe(false);
  });
});

test('a host that says that other sessions have ended is believed', async () => {
  changed = { status: 'ok', sessions_ended: true };
  await signIn(EMAIL, CURRENT, 'en');
  await change();
  expect($otherSessionsEnded.get()).toBe(true);
});

test('a host that offers to check the current password gets it with the change, and no sign-in', async () => {
  offers = ['current_password', 'something newer'];
  await signedInBefore();
  expect(await confirmPassword('a wrong password', 'en')).toBeNull();
  expect(await change('a wrong password')).toBe(true);
  expect(paths()).toEqual(['/change-password/founder/57']);
  expect(JSON.parse(String(calls[0]?.request.body))).toMatchObject({ current_password: 'a wrong password' });
});
