import { beforeEach, describe, expect, test, vi } from 'vitest';
import { calls, clock, json, local, network, resetBrowser, setHost, tab } from './world.ts';

const {
  $reset,
  $resendWait,
  $triesLeft,
  clearReset,
  openReset,
  readCode,
  resendCode,
  resetForms,
  submitNewPassword,
  submitResetCode,
  submitResetEmail,
} = await import('../../../../src/stores/account/reset.ts');

const PASSWORD = 'seven quiet blue domes';
const bodies = () => calls.map(({ request }) => JSON.parse(String(request.body)));
const error = (code: string, errors?: object) => ({ code, message: '', request_id: '', errors });

beforeEach(() => {
  clearReset();
  resetBrowser('/ru/auth/reset/password');
  openReset();
  setHost(() => json(200, { status: 'ok' }));
});

test('a password reset goes from address to code to password, and ends empty at step 0', async () => {
  expect($reset.get().step).toBe(0);
  expect(await submitResetEmail('  Olga@Example.org ', 'ru')).toBe(true);
  expect($reset.get()).toMatchObject({ step: 1, email: 'olga@example.org' });
  expect(await submitResetCode('123 456', 'ru')).toBe(true);
  expect($reset.get()).toMatchObject({ step: 2, code: '123456' });
  expect(await submitNewPassword(PASSWORD, 'ru')).toBe(true);
  expect($reset.get()).toEqual({ step: 0, email: '', code: '', sentAt: 0, wrong: 0, done: true, sessionsEnded: false });
  expect(bodies()).toEqual([
    { email: 'olga@example.org' },
    { email: 'olga@example.org', code: '123456' },
    { email: 'olga@example.org', code: '123456', password: PASSWORD },
  ]);
});

test("the mail's link sets a password without address and code", async () => {
  vi.stubGlobal('location', { pathname: '/ru/auth/new/password', search: '?from=mail', hash: '#a.1.b' });
  vi.resetModules();
  const opened = await import('../../../../src/stores/account/reset.ts');
  const read = opened.$reset.get();
  Reflect.deleteProperty(globalThis, 'location');
  expect(read).toMatchObject({ step: 2, email: '', code: 'a.1.b' });
  $reset.set(read);
  expect(await submitNewPassword(PASSWORD, 'ru')).toBe(true);
  expect(bodies()).toEqual([{ token: 'a.1.b', password: PASSWORD }]);
  expect($reset.get()).toMatchObject({ done: true, code: '' });
});

test('a password reset never stores the new password', async () => {
  await submitResetEmail('olga@example.org', 'ru');
  await submitResetCode('123456', 'ru');
  setHost(() => json(502, error('host_unreachable')));
  await submitNewPassword(PASSWORD, 'ru');
  expect(JSON.stringify([...tab]) + JSON.stringify(local)).not.toContain(PASSWORD);
  expect([...tab.keys()]).toEqual(['passwordReset']);
  expect(local).toEqual({});
});

test('clearReset empties every field and returns to step 0', async () => {
  await submitResetEmail('olga@example.org', 'ru');
  clearReset();
  expect($reset.get()).toEqual({
    step: 0,
    email: '',
    code: '',
    sentAt: 0,
    wrong: 0,
    done: false,
    sessionsEnded: false,
  });
  expect(tab.size).toBe(0);
});

describe('input of a reset', () => {
  test.each([
    ['', 'required'],
    ['olga', 'email_format'],
  ])('a password reset with the address "%s" is %s, and nothing is sent', async (typed, code) => {
    expect(await submitResetEmail(typed, 'ru')).toBe(false);
    expect(resetForms.email.$state.get().issues).toEqual({ email: code });
    expect(calls).toEqual([]);
  });

  test.each([
    ['', 'required'],
    ['12 34', 'code_short'],
  ])('a password reset with the code "%s" is %s, and nothing is sent', async (typed, code) => {
    expect(await submitResetCode(typed, 'ru')).toBe(false);
    expect(resetForms.code.$state.get().issues).toEqual({ code });
    expect(calls).toEqual([]);
  });

  test.each([' 123 456 ', '123-456', '123456', 'Code: 123456.', '١٢٣٤٥٦', '１２３４５６'])(
    'readCode reads "%s" as six digits',
    (typed) => {
      expect(readCode(typed)).toBe('123456');
    },
  );

  test('a password reset with a weak password is not sent', async () => {
    await submitResetEmail('olga.ivanova@example.org', 'ru');
    await submitResetCode('123456', 'ru');
    calls.length = 0;
    await submitNewPassword('short', 'ru');
    expect(resetForms.password.$state.get().issues).toEqual({ password: 'password_short' });
    await submitNewPassword('olga.ivanova is here', 'ru');
    expect(resetForms.password.$state.get().issues).toEqual({ password: 'password_personal' });
    expect(calls).toEqual([]);
  });
});

describe('responses to a reset', () => {
  test('a wrong reset code is shown at its field, and the step stays', async () => {
    await submitResetEmail('olga@example.org', 'ru');
    setHost(() => json(422, error('validation_failed', { code: ['code_wrong'] })));
    await submitResetCode('123456', 'ru');
    expect(resetForms.code.$state.get()).toMatchObject({ busy: false, issues: { code: 'code_wrong' }, error: null });
    expect($reset.get().step).toBe(1);
  });

  test('the tries left for a reset code are counted over a reload, and a new code resets them', async () => {
    await submitResetEmail('olga@example.org', 'ru');
    expect($triesLeft.get()).toBeNull();
    setHost(() => json(422, error('validation_failed', { code: ['code_wrong'] })));
    for (const left of [4, 3, 2, 1, 0]) {
      await submitResetCode('123456', 'ru');
      expect($triesLeft.get()).toBe(left);
    }
    expect(JSON.parse(tab.get('passwordReset') ?? '')).toMatchObject({ wrong: 5 });
    setHost(() => json(200, { status: 'ok' }));
    clock.now += 30_000;
    openReset();
    await resendCode('ru');
    expect($triesLeft.get()).toBeNull();
  });

  test('tries are not counted for a host that refuses a reset code in its own words', async () => {
    await submitResetEmail('olga@example.org', 'ru');
    const host_words = { errors: { code: ['This code is not right'] } };
    setHost(() => json(422, { ...error('validation_failed'), host_words }));
    await submitResetCode('123456', 'ru');
    expect(resetForms.code.$state.get().issues).toEqual({ code: 'This code is not right' });
    expect($triesLeft.get()).toBeNull();
  });

  test.each<[string, object]>([
    ['a code that is a number', { code: 5 }],
    ['a code of a megabyte', { code: '1'.repeat(1_000_000) }],
    ['an address of a megabyte', { email: 'x'.repeat(1_000_000) }],
    ['a time that is a text', { sentAt: 'soon' }],
    ['an unknown step', { step: 7 }],
    ['invalid tries', { wrong: { a: 1 } }],
    ['sessionsEnded as a text', { sessionsEnded: 'yes' }],
  ])('a stored password reset with %s is discarded', async (_, change) => {
    const kept = {
      step: 2,
      email: 'olga@example.org',
      code: '123456',
      sentAt: 0,
      wrong: 0,
      done: false,
      sessionsEnded: false,
    };
    const readAnew = async (value: object) => {
      tab.set('passwordReset', JSON.stringify(value));
      vi.resetModules();
      return (await import('../../../../src/stores/account/reset.ts')).$reset.get();
    };
    expect(await readAnew({ ...kept, ...change })).toEqual({ ...kept, step: 0, email: '', code: '' });
    expect(await readAnew(kept)).toEqual(kept);
  });

  test('an expired reset code is reported', async () => {
    await submitResetEmail('olga@example.org', 'ru');
    setHost(() => json(410, error('code_expired')));
    await submitResetCode('123456', 'ru');
    expect(resetForms.code.$state.get().error?.code).toBe('code_expired');
  });

  test('a password reset keeps its state without a network', async () => {
    await submitResetEmail('olga@example.org', 'ru');
    network.online = false;
    setHost(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await submitResetCode('123456', 'ru')).toBe(false);
    expect(resetForms.code.$state.get().error?.code).toBe('offline');
    expect($reset.get()).toMatchObject({ step: 1, email: 'olga@example.org' });
  });

  test('a second press during a request for a reset code sends nothing', async () => {
    const both = [submitResetEmail('olga@example.org', 'ru'), submitResetEmail('olga@example.org', 'ru')];
    expect(await Promise.all(both)).toEqual([true, false]);
    expect(calls).toHaveLength(1);
  });
});

test('requesting a reset code for the same address within 30 seconds keeps the code and its tries', async () => {
  await submitResetEmail('olga@example.org', 'ru');
  setHost(() => json(422, error('validation_failed', { code: ['code_wrong'] })));
  await submitResetCode('123456', 'ru');
  calls.length = 0;
  clock.now += 29_000;
  expect(await submitResetEmail('Olga@example.org', 'ru')).toBe(true);
  expect(calls).toEqual([]);
  expect($triesLeft.get()).toBe(4);
  setHost(() => json(200, { status: 'ok' }));
  expect(await submitResetEmail('other@example.org', 'ru')).toBe(true);
  clock.now += 30_000;
  expect(await submitResetEmail('other@example.org', 'ru')).toBe(true);
  expect(bodies()).toEqual([{ email: 'other@example.org' }, { email: 'other@example.org' }]);
});

test('a refused request for a reset code stays at the address and shows the waiting time', async () => {
  setHost(() => json(429, error('slow_down'), { 'Retry-After': '2400' }));
  expect(await submitResetEmail('olga@example.org', 'ru')).toBe(false);
  expect($reset.get().step).toBe(0);
  expect(resetForms.email.$state.get().error).toMatchObject({ code: 'slow_down', retryAfter: 2400 });
  expect(resetForms.email.$wait.get()).toBe(2400);
  // Another address may still get a code.
  setHost(() => json(200, { status: 'ok' }));
  expect(await submitResetEmail('other@example.org', 'ru')).toBe(true);
});

test('another reset code can be requested after 30 seconds by the clock', async () => {
  vi.useFakeTimers();
  try {
    await submitResetEmail('olga@example.org', 'ru');
    expect($resendWait.get()).toBe(30);
    expect(await resendCode('ru')).toBe(false);
    expect(calls).toHaveLength(1);
    clock.now += 12_000;
    await vi.advanceTimersByTimeAsync(1000);
    expect($resendWait.get()).toBe(18);
    clock.now += 18_000;
    await vi.advanceTimersByTimeAsync(1000);
    expect($resendWait.get()).toBe(0);
    expect(await resendCode('ru')).toBe(true);
    expect(calls).toHaveLength(2);
    expect($resendWait.get()).toBe(30);
  } finally {
    vi.useRealTimers();
  }
});
