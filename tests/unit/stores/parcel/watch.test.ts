import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPorts } from '../../../../src/stores/browser/ports.ts';
import { setTransferPorts } from '../../../../src/stores/browser/transfer-ports.ts';
import type { IndexOf, ParcelResult } from '../../../../src/stores/parcel/parcel.ts';
import { watchIndex } from '../../../../src/stores/parcel/watch.ts';
import { INDEX } from './host.ts';

type IndexResult = ParcelResult<IndexOf<'draft'>>;
const found = (revision: number, secondsLeft = 900): IndexResult => ({ ok: true, value: INDEX, revision, secondsLeft });
const failed = (
  code: 'no_answer' | 'parcel_gone' | 'parcel_altered' | 'slow_down',
  retryAfter?: number,
): IndexResult => ({
  ok: false,
  error: { code, ...(retryAfter && { retryAfter }) },
});

const page = { shown: true, now: 0, look: () => {}, connect: () => {} };
const timers = new Set<{ at: number; action: () => void }>();
let response: IndexResult;
const readIndex = vi.fn(async () => response);
const onIndex = vi.fn();
const onEnd = vi.fn();
let time: number;

/** Advances the time by running timers. */
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
  response = found(1);
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

describe('watching an index', () => {
  it('a watched index is read every three seconds, and each revision is reported once', async () => {
    watch();
    await pass(9);
    expect(readIndex).toHaveBeenCalledTimes(4);
    response = found(2, 800);
    await pass(6);
    expect(onIndex.mock.calls).toEqual([
      [INDEX, 1, 900],
      [INDEX, 2, 800],
    ]);
  });

  it('a watched index is read less often on a hidden page, and at once when the page is shown', async () => {
    page.shown = false;
    watch();
    await pass(14);
    expect(readIndex).toHaveBeenCalledTimes(1);
    page.look();
    expect(readIndex).toHaveBeenCalledTimes(2);
  });

  it('watching an index continues after a lost connection, at once when the network is back', async () => {
    response = failed('no_answer');
    watch();
    await pass(1);
    response = found(1);
    page.connect();
    await pass(0);
    expect(onIndex).toHaveBeenCalledTimes(1);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('watching an index waits as long as the host asks', async () => {
    response = failed('slow_down', 30);
    watch();
    await pass(29);
    expect(readIndex).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(readIndex).toHaveBeenCalledTimes(2);
  });

  it.each(['parcel_gone', 'parcel_altered'] as const)('watching an index ends once with %s', async (code) => {
    response = failed(code);
    watch();
    await pass(60);
    expect(onEnd.mock.calls).toEqual([[{ code }]]);
    expect(readIndex).toHaveBeenCalledTimes(1);
    expect(timers.size).toBe(0);
  });

  it("watching an index ends by the host's seconds, without a connection too", async () => {
    response = found(1, 10);
    watch();
    await pass(2);
    response = failed('no_answer');
    await pass(7);
    expect(onEnd).not.toHaveBeenCalled();
    await pass(1);
    expect(onEnd.mock.calls).toEqual([[{ code: 'parcel_gone' }]]);
  });

  it.each([-1, 1])('watching an index continues when the clock of the device jumps by %s day', async (days) => {
    response = found(1, 100);
    watch();
    await pass(1);
    page.now += days * 86_400_000;
    await pass(50);
    expect(onEnd).not.toHaveBeenCalled();
    expect(onIndex).toHaveBeenCalledTimes(1);
  });

  it('watching the index of a parcel with a month left does not end at once', async () => {
    response = found(1, 30 * 86_400);
    watch();
    await pass(10);
    expect(onEnd).not.toHaveBeenCalled();
    expect([...timers].every(({ at }) => at - time < 2 ** 31)).toBe(true);
  });

  it('stopping the watch of an index ends a pending read too', async () => {
    const stop = watch();
    stop();
    await pass(60);
    expect([onIndex.mock.calls, onEnd.mock.calls, timers.size]).toEqual([[], [], 0]);
  });
});
