import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPorts } from '../../../../src/stores/browser/ports.ts';
import { setTransferPorts } from '../../../../src/stores/browser/transfer-ports.ts';
import type { IndexOf, ParcelResult } from '../../../../src/stores/parcel/parcel.ts';
import { watchIndex } from '../../../../src/stores/parcel/watch.ts';
import { INDEX } from './host.ts';

type Answer = ParcelResult<IndexOf<'draft'>>;
const found = (revision: number, secondsLeft = 900): Answer => ({ ok: true, value: INDEX, revision, secondsLeft });
const failed = (code: 'no_answer' | 'parcel_gone' | 'parcel_altered' | 'slow_down', retryAfter?: number): Answer => ({
  ok: false,
  error: { code, ...(retryAfter && { retryAfter }) },
});

const page = { shown: true, now: 0, look: () => {}, connect: () => {} };
const timers = new Set<{ at: number; action: () => void }>();
let answer: Answer;
const readIndex = vi.fn(async () => answer);
const onIndex = vi.fn();
const onEnd = vi.fn();
let time: number;

/** Lets time pass, by the timers alone. */
async function pass(seconds: number): Promise<void> {
  const until = time + seconds * 1000;
  await settle();
  for (let next = due(until); next; next = due(until)) {
    time = next.at;
    timers.delete(next);
    next.action();
    await settle();
  }
  time = until;
}
const due = (until: number) => [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

beforeEach(() => {
  vi.clearAllMocks();
  timers.clear();
  time = 0;
  answer = found(1);
  Object.assign(page, { shown: true, now: 0 });
  setTransferPorts({ isShown: () => page.shown });
  setPorts({
    now: () => page.now,
    after: (ms, action) => {
      const timer = { at: time + ms, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    whenShown: (action) => {
      page.look = action;
      return () => {
        page.look = () => {};
      };
    },
    whenOnline: (action) => {
      page.connect = action;
      return () => {
        page.connect = () => {};
      };
    },
  });
});
afterEach(() => setPorts({}));

const watch = () => watchIndex<'draft'>({ readIndex }, { onIndex, onEnd });

describe('Watching an index', () => {
  it('asks every three seconds, and tells each revision once', async () => {
    watch();
    await pass(9);
    expect(readIndex).toHaveBeenCalledTimes(4);
    answer = found(2, 800);
    await pass(6);
    expect(onIndex.mock.calls).toEqual([
      [INDEX, 1, 900],
      [INDEX, 2, 800],
    ]);
  });

  it('asks less often while nobody looks, and at once when somebody does', async () => {
    page.shown = false;
    watch();
    await pass(14);
    expect(readIndex).toHaveBeenCalledTimes(1);
    page.look();
    expect(readIndex).toHaveBeenCalledTimes(2);
  });

  it('goes on after a lost connection, at once when there is one again', async () => {
    answer = failed('no_answer');
    watch();
    await pass(1);
    answer = found(1);
    page.connect();
    await pass(0);
    expect(onIndex).toHaveBeenCalledTimes(1);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('waits as long as the host says', async () => {
    answer = failed('slow_down', 30);
    watch();
    await pass(29);
    expect(readIndex).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(readIndex).toHaveBeenCalledTimes(2);
  });

  it.each(['parcel_gone', 'parcel_altered'] as const)('ends with %s, once', async (code) => {
    answer = failed(code);
    watch();
    await pass(60);
    expect(onEnd.mock.calls).toEqual([[{ code }]]);
    expect(readIndex).toHaveBeenCalledTimes(1);
    expect(timers.size).toBe(0);
  });

  it('ends when its time is over by the seconds of the host, without a connection too', async () => {
    answer = found(1, 10);
    watch();
    await pass(2);
    answer = failed('no_answer');
    await pass(7);
    expect(onEnd).not.toHaveBeenCalled();
    await pass(1);
    expect(onEnd.mock.calls).toEqual([[{ code: 'parcel_gone' }]]);
  });

  it.each([-1, 1])('is the same on a device whose clock goes %s day wrong', async (days) => {
    answer = found(1, 100);
    watch();
    await pass(1);
    page.now += days * 86_400_000;
    await pass(50);
    expect(onEnd).not.toHaveBeenCalled();
    expect(onIndex).toHaveBeenCalledTimes(1);
  });

  it('does not end at once where a month is left', async () => {
    answer = found(1, 30 * 86_400);
    watch();
    await pass(10);
    expect(onEnd).not.toHaveBeenCalled();
    expect([...timers].every(({ at }) => at - time < 2 ** 31)).toBe(true);
  });

  it('stops when told to, an answer on its way included', async () => {
    const stop = watch();
    stop();
    await pass(60);
    expect([onIndex.mock.calls, onEnd.mock.calls, timers.size]).toEqual([[], [], 0]);
  });
});
