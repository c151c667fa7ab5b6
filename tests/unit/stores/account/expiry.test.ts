import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  calls,
  clock,
  json,
  local,
  network,
  resetBrowser,
  setHost,
  setInOtherTab,
  showPage,
  tab,
  visited,
} from './world.ts';

const { $session, clearApplicant, refreshRecord, signIn, signOut } = await import(
  '../../../../src/stores/account/session.ts'
);
const { sessionToken } = await import('../../../../src/stores/api/session-token.ts');
const { sessionGuard } = await import('../../../../src/stores/account/guard.ts');

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const olga = { id: 'A-17', name: 'Olga', surname: 'Ivanova', email: 'olga@example.org' };
let ends: (() => void)[] = [];

/** Time passes and timers run, as on a machine that is awake. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= SECOND) {
    clock.now += SECOND;
    await vi.advanceTimersByTimeAsync(SECOND);
  }
}

/** Time passes and no timer runs, as on a sleeping laptop. */
function sleep(ms: number): void {
  clock.now += ms;
}

function hostKnowsOlga(): void {
  setHost((path) => json(200, path.endsWith('/user-login') ? { token: 'token-1', object: olga } : { object: olga }));
}

const asked = () => calls.filter(({ path }) => path.endsWith('/user')).length;

const NO_EXPIRY = { left: null, isFinal: false };

beforeEach(async () => {
  vi.useFakeTimers();
  sessionToken.end();
  clearApplicant();
  resetBrowser('/ru/profile/status');
  sessionGuard.$endedOffline.set(false);
  hostKnowsOlga();
  await signIn('olga@example.org', 'seven quiet blue domes', 'ru');
  ends = [sessionGuard.start('ru'), sessionGuard.watch('ru')];
});
afterEach(() => {
  for (const end of ends) end();
  vi.useRealTimers();
});

describe('the warning before a session ends', () => {
  test('the expiry warning appears two minutes before the end, counts down, and disappears when the applicant stays', async () => {
    await pass(27 * MINUTE + 45 * SECOND);
    expect(sessionGuard.$expiry.get()).toEqual(NO_EXPIRY);
    await pass(30 * SECOND);
    expect(sessionGuard.$expiry.get()).toEqual({ left: 105, isFinal: false });
    await refreshRecord('ru');
    expect(sessionGuard.$expiry.get()).toEqual(NO_EXPIRY);
    await pass(27 * MINUTE);
    expect(sessionGuard.$expiry.get()).toEqual(NO_EXPIRY);
    await pass(2 * MINUTE);
    expect(sessionGuard.$expiry.get().left).toBe(60);
  });

  test('the expiry warning appears as soon as the page is shown after a sleep', () => {
    sleep(29 * MINUTE);
    expect(sessionGuard.$expiry.get()).toEqual(NO_EXPIRY);
    showPage();
    expect(sessionGuard.$expiry.get()).toEqual({ left: 60, isFinal: false });
  });

  test('the expiry warning disappears when another tab stays signed in', async () => {
    await pass(29 * MINUTE);
    expect(sessionGuard.$expiry.get().left).toBe(60);
    setInOtherTab('lastUsedAt', String(clock.now));
    expect(sessionGuard.$expiry.get()).toEqual(NO_EXPIRY);
  });

  test('the expiry warning remains when the request to stay fails', async () => {
    await pass(29 * MINUTE);
    setHost(() => json(502, { code: 'host_unreachable', message: '', request_id: '' }));
    await refreshRecord('ru');
    expect(sessionGuard.$expiry.get()).toEqual({ left: 60, isFinal: false });
    expect($session.get().signedIn).toBe(true);
  });

  test('the expiry warning of the end after twelve hours can be hidden, and the session cannot be extended', async () => {
    for (let used = 0; used < 11.5 * 60; used += 20) {
      sleep(20 * MINUTE);
      await refreshRecord('ru');
    }
    sleep(18.5 * MINUTE);
    showPage();
    expect(sessionGuard.$expiry.get()).toEqual({ left: 90, isFinal: true });
    sessionGuard.dismiss();
    expect(sessionGuard.$expiry.get()).toEqual(NO_EXPIRY);
    setHost(() => json(403, { code: 'token_rejected', message: '', request_id: '' }));
    await pass(2 * MINUTE);
    expect(visited).toEqual(['reload']);
  });

  test('signing in again signs out at the host, and stores the page to return to', async () => {
    await pass(29 * MINUTE);
    await signOut('ended');
    expect(calls.at(-1)?.path).toBe('/api/v1/user-logout');
    expect(tab.get('returnTo')).toBe('{"reason":"ended","route":"/profile/status"}');
    expect(visited).toEqual(['reload']);
  });
});

describe('the end of a session', () => {
  test('the host is asked once after the end of a session, and its refusal leads to the sign-in page and back', async () => {
    setHost(() => json(403, { code: 'token_rejected', message: '', request_id: '' }));
    sleep(3 * 60 * MINUTE);
    showPage();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBe(1);
    expect(visited).toEqual(['reload']);
    expect(tab.get('returnTo')).toBe('{"reason":"ended","route":"/profile/status"}');
  });

  test('a session continues when the host still accepts its token', async () => {
    sleep(31 * MINUTE);
    showPage();
    await vi.advanceTimersByTimeAsync(0);
    expect($session.get().signedIn).toBe(true);
    expect(sessionGuard.$expiry.get()).toEqual(NO_EXPIRY);
    expect(visited).toEqual([]);
  });

  test.each([
    ['there is no network', false],
    ['the host is out of order', true],
  ])('a session ends by the clock and leaves no personal data when %s', async (_, online) => {
    network.online = online;
    setHost(() =>
      online ? json(502, { code: 'host_unreachable', message: '', request_id: '' }) : Promise.reject(new TypeError()),
    );
    await pass(31 * MINUTE);
    expect($session.get().signedIn).toBe(false);
    expect(Object.keys(local)).toEqual(['sessionLost']);
    expect(tab.has('applicant')).toBe(false);
    expect(sessionGuard.$endedOffline.get()).toBe(!online);
    expect(visited).toEqual(online ? ['reload'] : []);
  });
});
