import { beforeEach, expect, test, vi } from 'vitest';
import { calls, clock, hostAnswers, json, newBrowser } from './world.ts';

const { $signIn, $signInWait, openSignIn, submitSignIn } = await import('../../../../src/stores/account/sign-in.ts');
const { dropToken } = await import('../../../../src/stores/account/token.ts');

beforeEach(() => {
  dropToken();
  newBrowser('/ru/auth/login');
  openSignIn();
});

const typed = { email: 'olga@example.org', password: 'seven quiet blue domes' };

test('empty boxes are told, and nothing is sent', async () => {
  expect(await submitSignIn({ email: ' ', password: '' }, 'ru')).toBe(false);
  expect($signIn.get()).toMatchObject({ issues: { email: 'required', password: 'required' }, attempt: 1 });
  expect(calls).toEqual([]);
});

test('the same mistake twice counts as two tries, so that the summary takes the focus again', async () => {
  await submitSignIn({ email: 'olga', password: 'x' }, 'ru');
  const { attempt } = $signIn.get();
  await submitSignIn({ email: 'olga', password: 'x' }, 'ru');
  expect($signIn.get()).toMatchObject({ issues: { email: 'email_format' }, attempt: attempt + 1 });
});

test('a host that answers 401 without a body means wrong credentials', async () => {
  hostAnswers(() => new Response(null, { status: 401 }));
  await submitSignIn(typed, 'ru');
  expect($signIn.get().error?.code).toBe('invalid_credentials');
});

test('a wait that the host asks for is counted down, and no try is sent meanwhile', async () => {
  vi.useFakeTimers();
  try {
    hostAnswers(() => json(429, { code: 'slow_down', message: '', request_id: '' }, { 'Retry-After': '2' }));
    await submitSignIn(typed, 'ru');
    expect($signInWait.get()).toBe(2);
    expect(await submitSignIn(typed, 'ru')).toBe(false);
    expect(calls).toHaveLength(1);
    clock.now += 2000;
    await vi.advanceTimersByTimeAsync(1000);
    expect($signInWait.get()).toBe(0);
    await submitSignIn(typed, 'ru');
    expect(calls).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
