import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIdleTimeout } from '../../../functions/gateway/time-limits.ts';

const silence = new Error('silent');

/** An idle time-out of one second, with its reason once it has failed. */
function second() {
  const idle = createIdleTimeout(1000, () => silence);
  const seen: unknown[] = [];
  idle.failed.catch((reason: unknown) => seen.push(reason));
  return { idle, seen };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('an idle time-out does not run before its start', async () => {
  const { idle, seen } = second();
  await pass(5000);
  expect(seen).toEqual([]);
  expect(() => idle.throwIfFailed()).not.toThrow();
});

it('an idle time-out rejects after its time without activity, and not before', async () => {
  const { idle, seen } = second();
  idle.restart();
  await pass(999);
  expect(seen).toEqual([]);
  idle.throwIfFailed();
  await pass(1);
  expect(seen).toEqual([silence]);
  expect(() => idle.throwIfFailed()).toThrow(silence);
});

it('an idle time-out counts from the last activity with one timer', async () => {
  const { idle, seen } = second();
  idle.restart();
  await pass(700);
  idle.restart();
  await pass(100);
  idle.restart();
  expect(vi.getTimerCount()).toBe(1);
  await pass(999);
  expect(seen).toEqual([]);
  await pass(1);
  expect(seen).toEqual([silence]);
  expect(vi.getTimerCount()).toBe(0);
});

it('a stopped idle time-out never rejects until it is restarted', async () => {
  const { idle, seen } = second();
  idle.restart();
  await pass(900);
  idle.stop();
  await pass(5000);
  expect(seen).toEqual([]);
  idle.restart();
  await pass(999);
  expect(seen).toEqual([]);
  await pass(1);
  expect(seen).toEqual([silence]);
});

it('an idle time-out can be failed at once and keeps its first reason', async () => {
  const { idle, seen } = second();
  const reason = new Error('too large');
  idle.fail(reason);
  idle.fail(new Error('later'));
  idle.restart();
  await pass(1000);
  expect(seen).toEqual([reason]);
  expect(() => idle.throwIfFailed()).toThrow(reason);
});
