import { beforeEach, describe, expect, test, vi } from 'vitest';
import { calls, clock, json, local, network, resetBrowser, setHost, tab } from './world.ts';

const { passwordReset } = await import('../../../../src/stores/account/reset.ts');
const { signOut } = await import('../../../../src/stores/account/session.ts');

const PASSWORD = 'seven quiet blue domes';
const bodies = () => calls.map(({ request }) => JSON.parse(String(request.body)));
const error = (code: string, errors?: object) => ({ code, message: '', request_id: '', errors });

beforeEach(() => {
  passwordReset.clear();
  resetBrowser('/ru/auth/reset/password');
  passwordReset.open();
  setHost(() => json(200, { status: 'ok' }));
});

test('a password reset goes from address, shown as typed, to code to password, and ends empty at step 0', async () => {
  expect(passwordReset.$state.get().step).toBe(0);
  expect(await passwordReset.submitEmail('  Olga@Example.org ', 'ru')).toBe(true);
  expect(passwordReset.$state.get()).toMatchObject({ step: 1, email: 'Olga@Example.org' });
  expect(await passwordReset.submitCode('123 456', 'ru')).toBe(true);
  expect(passwordReset.$state.get()).toMatchObject({ step: 2, code: '123456' });
  expect(await passwordReset.submitPassword(PASSWORD, 'ru')).toBe(true);
  expect(passwordReset.$state.get()).toEqual({
    step: 0,
    email: '',
    code: '',
    sentAt: 0,
    wrong: 0,
    done: true,
    sessionsEnded: false,
  });
  expect(bodies()).toEqual([
    { email: 'olga@example.org' },
    { email: 'olga@example.org', code: '123456' },
    { email: 'olga@example.org', code: '123456', password: PASSWORD },
  ]);
});

test("the mail's link sets a password without address and code", async () => {
  const code = '7Q2M9XK4TBa-b_cdefghij';
  vi.stubGlobal('location', { pathname: '/ru/auth/new/password', search: '', hash: `#${code}` });
  vi.resetModules();
  const opened = await import('../../../../src/stores/account/reset.ts');
  const read = opened.passwordReset.$state.get();
  Reflect.deleteProperty(globalThis, 'location');
  expect(read).toMatchObject({ step: 2, email: '', code });
  passwordReset.$state.set(read);
  expect(await passwordReset.submitPassword(PASSWORD, 'ru')).toBe(true);
  expect(bodies()).toEqual([{ token: code, password: PASSWORD }]);
  expect(passwordReset.$state.get()).toMatchObject({ done: true, code: '' });
});

test('a password reset never stores the new password', async () => {
  await passwordReset.submitEmail('olga@example.org', 'ru');
  await passwordReset.submitCode('123456', 'ru');
  setHost(() => json(502, error('host_unreachable')));
  await passwordReset.submitPassword(PASSWORD, 'ru');
  expect(JSON.stringify([...tab]) + JSON.stringify(local)).not.toContain(PASSWORD);
  expect([...tab.keys()]).toEqual(['passwordReset']);
  expect(local).toEqual({});
});

test('clear empties every field and returns to step 0', async () => {
  await passwordReset.submitEmail('olga@example.org', 'ru');
  passwordReset.clear();
  expect(passwordReset.$state.get()).toEqual({
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
    expect(await passwordReset.submitEmail(typed, 'ru')).toBe(false);
    expect(passwordReset.forms.email.$state.get().issues).toEqual({ email: code });
    expect(calls).toEqual([]);
  });

  test.each([
    ['', 'required'],
    ['12 34', 'code_short'],
  ])('a password reset with the code "%s" is %s, and nothing is sent', async (typed, code) => {
    expect(await passwordReset.submitCode(typed, 'ru')).toBe(false);
    expect(passwordReset.forms.code.$state.get().issues).toEqual({ code });
    expect(calls).toEqual([]);
  });

  test.each([' 123 456 ', '123-456', '123456', 'Code: 123456.', '١٢٣٤٥٦', '１２３４５６'])(
    'readCode reads "%s" as six digits',
    (typed) => {
      expect(passwordReset.readCode(typed)).toBe('123456');
    },
  );

  test('a password reset with a weak password is not sent', async () => {
    await passwordReset.submitEmail('olga.ivanova@example.org', 'ru');
    await passwordReset.submitCode('123456', 'ru');
    calls.length = 0;
    await passwordReset.submitPassword('short', 'ru');
    expect(passwordReset.forms.password.$state.get().issues).toEqual({ password: 'password_short' });
    await passwordReset.submitPassword('olga.ivanova is here', 'ru');
    expect(passwordReset.forms.password.$state.get().issues).toEqual({ password: 'password_personal' });
    expect(calls).toEqual([]);
  });
});

describe('responses to a reset', () => {
  test('a wrong reset code is shown at its field, and the step stays', async () => {
    await passwordReset.submitEmail('olga@example.org', 'ru');
    setHost(() => json(422, error('validation_failed', { code: ['code_wrong'] })));
    await passwordReset.submitCode('123456', 'ru');
    expect(passwordReset.forms.code.$state.get()).toMatchObject({
      busy: false,
      issues: { code: 'code_wrong' },
      refusal: null,
    });
    expect(passwordReset.$state.get().step).toBe(1);
  });

  test('the tries left for a reset code are counted over a reload, and a new code resets them', async () => {
    await passwordReset.submitEmail('olga@example.org', 'ru');
    expect(passwordReset.$triesLeft.get()).toBeNull();
    setHost(() => json(422, error('validation_failed', { code: ['code_wrong'] })));
    for (const left of [4, 3, 2, 1, 0]) {
      await passwordReset.submitCode('123456', 'ru');
      expect(passwordReset.$triesLeft.get()).toBe(left);
    }
    expect(JSON.parse(tab.get('passwordReset') ?? '')).toMatchObject({ wrong: 5 });
    setHost(() => json(200, { status: 'ok' }));
    clock.now += 30_000;
    passwordReset.open();
    await passwordReset.resendCode('ru');
    expect(passwordReset.$triesLeft.get()).toBeNull();
  });

  test('tries are not counted for a host that refuses a reset code in its own words', async () => {
    await passwordReset.submitEmail('olga@example.org', 'ru');
    const host_words = { errors: { code: ['This code is not right'] } };
    setHost(() => json(422, { ...error('validation_failed'), host_words }));
    await passwordReset.submitCode('123456', 'ru');
    expect(passwordReset.forms.code.$state.get().issues).toEqual({ code: 'This code is not right' });
    expect(passwordReset.$triesLeft.get()).toBeNull();
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
      return (await import('../../../../src/stores/account/reset.ts')).passwordReset.$state.get();
    };
    expect(await readAnew({ ...kept, ...change })).toEqual({ ...kept, step: 0, email: '', code: '' });
    expect(await readAnew(kept)).toEqual(kept);
  });

  test('an expired reset code is reported', async () => {
    await passwordReset.submitEmail('olga@example.org', 'ru');
    setHost(() => json(410, error('code_expired')));
    await passwordReset.submitCode('123456', 'ru');
    expect(passwordReset.forms.code.$state.get().refusal?.code).toBe('code_expired');
  });

  test('a password reset keeps its state without a network', async () => {
    await passwordReset.submitEmail('olga@example.org', 'ru');
    network.online = false;
    setHost(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await passwordReset.submitCode('123456', 'ru')).toBe(false);
    expect(passwordReset.forms.code.$state.get().refusal?.code).toBe('offline');
    expect(passwordReset.$state.get()).toMatchObject({ step: 1, email: 'olga@example.org' });
  });

  test('a second press during a request for a reset code sends nothing', async () => {
    const both = [
      passwordReset.submitEmail('olga@example.org', 'ru'),
      passwordReset.submitEmail('olga@example.org', 'ru'),
    ];
    expect(await Promise.all(both)).toEqual([true, false]);
    expect(calls).toHaveLength(1);
  });
});

test('requesting a reset code for the same address within 30 seconds keeps the code and its tries', async () => {
  await passwordReset.submitEmail('olga@example.org', 'ru');
  setHost(() => json(422, error('validation_failed', { code: ['code_wrong'] })));
  await passwordReset.submitCode('123456', 'ru');
  calls.length = 0;
  clock.now += 29_000;
  expect(await passwordReset.submitEmail('Olga@example.org', 'ru')).toBe(true);
  expect(calls).toEqual([]);
  expect(passwordReset.$triesLeft.get()).toBe(4);
  setHost(() => json(200, { status: 'ok' }));
  expect(await passwordReset.submitEmail('other@example.org', 'ru')).toBe(true);
  clock.now += 30_000;
  expect(await passwordReset.submitEmail('other@example.org', 'ru')).toBe(true);
  expect(bodies()).toEqual([{ email: 'other@example.org' }, { email: 'other@example.org' }]);
});

test('a refused request for a reset code stays at the address and shows the waiting time', async () => {
  setHost(() => json(429, error('slow_down'), { 'Retry-After': '2400' }));
  expect(await passwordReset.submitEmail('olga@example.org', 'ru')).toBe(false);
  expect(passwordReset.$state.get().step).toBe(0);
  expect(passwordReset.forms.email.$state.get().refusal).toMatchObject({ code: 'slow_down', retryAfter: 2400 });
  expect(passwordReset.forms.email.$wait.get()).toBe(2400);
  // Another address may still get a code.
  setHost(() => json(200, { status: 'ok' }));
  expect(await passwordReset.submitEmail('other@example.org', 'ru')).toBe(true);
});

test('another reset code can be requested after 30 seconds by the clock', async () => {
  vi.useFakeTimers();
  try {
    await passwordReset.submitEmail('olga@example.org', 'ru');
    expect(passwordReset.$resendWait.get()).toBe(30);
    expect(await passwordReset.resendCode('ru')).toBe(false);
    expect(calls).toHaveLength(1);
    clock.now += 12_000;
    await vi.advanceTimersByTimeAsync(1000);
    expect(passwordReset.$resendWait.get()).toBe(18);
    clock.now += 18_000;
    await vi.advanceTimersByTimeAsync(1000);
    expect(passwordReset.$resendWait.get()).toBe(0);
    expect(await passwordReset.resendCode('ru')).toBe(true);
    expect(calls).toHaveLength(2);
    expect(passwordReset.$resendWait.get()).toBe(30);
  } finally {
    vi.useRealTimers();
  }
});

test('the end of a session deletes address and code, also where the reset was left unfinished', async () => {
  await passwordReset.submitEmail('olga@example.org', 'ru');
  await signOut();
  expect(passwordReset.$state.get()).toEqual(passwordReset.EMPTY);
  expect([...tab.keys()]).toEqual([]);
});
