import { beforeEach, expect, test, vi } from 'vitest';
import { calls, clock, json, resetBrowser, setHost, site, tab } from './world.ts';

const { signInPage } = await import('../../../../src/stores/account/sign-in.ts');
const { sessionToken } = await import('../../../../src/stores/api/session-token.ts');

beforeEach(() => {
  sessionToken.end();
  resetBrowser('/ru/auth/login');
  signInPage.open();
});

const typed = { email: 'olga@example.org', password: 'seven quiet blue domes' };

test('an empty sign-in form is not sent, and both fields are required', async () => {
  expect(await signInPage.submit({ email: ' ', password: '' }, 'ru')).toBe(false);
  expect(signInPage.form.$state.get()).toMatchObject({
    issues: { email: 'required', password: 'required' },
    attempt: 1,
  });
  expect(calls).toEqual([]);
});

test('submitting the same error twice counts two attempts, so that the summary gets the focus again', async () => {
  await signInPage.submit({ email: 'olga', password: 'x' }, 'ru');
  const { attempt } = signInPage.form.$state.get();
  await signInPage.submit({ email: 'olga', password: 'x' }, 'ru');
  expect(signInPage.form.$state.get()).toMatchObject({ issues: { email: 'email_format' }, attempt: attempt + 1 });
});

test('a pasted address is sent without its hidden characters', async () => {
  setHost(() => new Response(null, { status: 401 }));
  await signInPage.submit({ ...typed, email: '\u202aolga@exam\u200bple.org\u202c ' }, 'ru');
  expect(calls).toHaveLength(1);
  expect(JSON.stringify(calls)).toContain(typed.email);
  expect(JSON.stringify(calls)).not.toMatch(/[\u200b\u202a\u202c]/);
});

test('a 401 without a body means invalid credentials', async () => {
  setHost(() => new Response(null, { status: 401 }));
  await signInPage.submit(typed, 'ru');
  expect(signInPage.form.$state.get().refusal?.code).toBe('invalid_credentials');
});

test('a sign-in waits as long as the host asks, and sends nothing meanwhile', async () => {
  vi.useFakeTimers();
  try {
    setHost(() => json(429, { code: 'slow_down', message: '', request_id: '' }, { 'Retry-After': '2' }));
    await signInPage.submit(typed, 'ru');
    expect(signInPage.form.$wait.get()).toBe(2);
    expect(await signInPage.submit(typed, 'ru')).toBe(false);
    expect(calls).toHaveLength(1);
    clock.now += 2000;
    await vi.advanceTimersByTimeAsync(1000);
    expect(signInPage.form.$wait.get()).toBe(0);
    await signInPage.submit(typed, 'ru');
    expect(calls).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('opening the page again discards an earlier waiting time', async () => {
  setHost(() => json(429, { code: 'slow_down', message: '', request_id: '' }, { 'Retry-After': '900' }));
  await signInPage.submit(typed, 'ru');
  expect(signInPage.form.$wait.get()).toBe(900);
  signInPage.open();
  expect(signInPage.form.$wait.get()).toBe(0);
  await signInPage.submit(typed, 'ru');
  expect(calls).toHaveLength(2);
});

test('a browser without storage shows a refusal before typing, and nothing is sent', async () => {
  site.canStore = false;
  signInPage.open();
  expect(signInPage.form.$state.get().refusal).toEqual({ code: 'storage_blocked' });
  expect(await signInPage.submit(typed, 'ru')).toBe(false);
  expect(signInPage.form.$state.get().refusal).toEqual({ code: 'storage_blocked' });
  expect(calls).toEqual([]);
});

test.each([
  ['{"reason":"ended","route":"/profile/status"}', { reason: 'ended', route: '/profile/status' }],
  ['{"reason":"missing","route":"/profile"}', { reason: 'missing', route: '/profile' }],
  ['{"reason":"anything","route":"/profile"}', null],
  ['not JSON', null],
])('the sign-in page reads the reason to sign in: %s', (kept, note) => {
  tab.set('returnTo', kept);
  signInPage.open();
  expect(signInPage.$note.get()).toEqual(note);
});

test('the end of a session deletes what a reset of the password stored, whose module only its own pages load', async () => {
  tab.set('passwordReset', '{"step":1,"email":"olga@example.org"}');
  const { signOut } = await import('../../../../src/stores/account/session.ts');
  await signOut();
  expect(tab.has('passwordReset')).toBe(false);
});
