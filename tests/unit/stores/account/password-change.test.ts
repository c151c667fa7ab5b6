/** Changing the password: the check of the current one, and the report about other sessions. */
import { beforeEach, describe, expect, test } from 'vitest';
import { calls, json, resetBrowser, setHost, visited } from './world.ts';

const { passwordChange } = await import('../../../../src/stores/account/security.ts');
const { $record, $session, confirmPassword, signIn, signOut } = await import(
  '../../../../src/stores/account/session.ts'
);
const { sessionGuard } = await import('../../../../src/stores/account/guard.ts');
const { clearApplicant } = await import('../../../../src/stores/account/session.ts');
const { setRecord } = await import('../../../../src/stores/account/record.ts');

const CURRENT = 'seven green lanterns';
const NEXT = 'eight blue lanterns';
const EMAIL = 'ann@example.org';
const RECORD = { id: '57', name: 'Ann', surname: 'Lee', email: EMAIL, application_type: 'founder' };

let changed: unknown;
let offers: string[] | undefined;
let count = 0;

/** A host that accepts any change with a valid token; each sign-in ends the token before. */
function host(refusal = json(401, { message: 'No' })): void {
  let token = '';
  setHost((path, { body, headers }) => {
    const sent = body ? (JSON.parse(String(body)) as Record<string, string>) : {};
    if (path.endsWith('/user-login')) {
      if (sent.password !== CURRENT) return refusal.clone();
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
const change = (current = CURRENT) => passwordChange.submit({ current, next: NEXT }, 'en');

/** Signs in and drops the password from memory, like a reload. */
async function signedInBefore(): Promise<void> {
  await signIn(EMAIL, CURRENT, 'en');
  const record = $record.get();
  clearApplicant();
  if (record) setRecord(record);
  calls.length = 0;
}

beforeEach(async () => {
  resetBrowser();
  changed = { message: 'Password changed' };
  offers = undefined;
  host();
  await signOut();
  calls.length = 0;
  passwordChange.form.clear();
});

describe('a password change at a host that does not check the current password', () => {
  test('a wrong current password fails at the sign-in, and the password stays', async () => {
    await signedInBefore();
    expect(await change('a wrong password')).toBe(false);
    expect(passwordChange.form.$state.get().issues).toEqual({ current_password: 'password_wrong' });
    expect(paths()).toEqual(['/user-login']);
    expect($session.get().signedIn).toBe(true);
  });

  test('a right current password signs in, takes over the new token, and changes the password', async () => {
    await signedInBefore();
    const end = sessionGuard.start('en');
    calls.length = 0;
    const before = $session.get().token;
    expect(await change()).toBe(true);
    end();
    expect(paths().filter((path) => path !== '/user')).toEqual(['/user-login', '/change-password/founder/57']);
    expect($session.get().token).not.toBe(before);
    expect($record.get()).toMatchObject({ id: '57' });
    expect(visited).toEqual([]);
  });

  test("a current password of this page's sign-in needs no second sign-in", async () => {
    await signIn(EMAIL, CURRENT, 'en');
    calls.length = 0;
    expect(await change()).toBe(true);
    expect(paths()).toEqual(['/change-password/founder/57']);
  });

  test('a failing sign-in changes no password and shows its error', async () => {
    await signedInBefore();
    host(json(429, { message: 'Too Many Attempts.' }, { 'Retry-After': '7' }));
    expect(await change('a wrong password')).toBe(false);
    expect(passwordChange.form.$state.get().refusal).toMatchObject({ code: 'slow_down', retryAfter: 7 });
    expect(paths()).toEqual(['/user-login']);
  });

  test('a password change without sessions_ended in the response reports no ended sessions', async () => {
    await signIn(EMAIL, CURRENT, 'en');
    await change();
    expect(passwordChange.$otherSessionsEnded.get()).toBe(false);
    changed = { status: 'ok', sessions_ended: 'yes' };
    await signIn(EMAIL, CURRENT, 'en');
    await change();
    expect(passwordChange.$otherSessionsEnded.get()).toBe(false);
  });
});

test('a password change with sessions_ended in the response reports ended sessions', async () => {
  changed = { status: 'ok', sessions_ended: true };
  await signIn(EMAIL, CURRENT, 'en');
  await change();
  expect(passwordChange.$otherSessionsEnded.get()).toBe(true);
});

test('a host without the offer gets the new password only', async () => {
  await signIn(EMAIL, CURRENT, 'en');
  expect(await change()).toBe(true);
  expect(JSON.parse(String(calls.at(-1)?.request.body))).toEqual({ new_password: NEXT });
});

test('a host that offers current_password gets it with the password change, without a sign-in', async () => {
  offers = ['current_password', 'something newer'];
  await signedInBefore();
  expect(await confirmPassword('a wrong password', 'en')).toBeNull();
  expect(await change('a wrong password')).toBe(true);
  expect(paths()).toEqual(['/change-password/founder/57']);
  expect(JSON.parse(String(calls[0]?.request.body))).toMatchObject({ current_password: 'a wrong password' });
});
