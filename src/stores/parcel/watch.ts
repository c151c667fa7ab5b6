/** Watches the index of a parcel for another device's writes. */
import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { ApiError } from '../api/request.ts';
import { ports } from '../browser/ports.ts';
import { transferPorts } from '../browser/transfer-ports.ts';
import type { IndexOf, ParcelHandle } from './parcel.ts';

/** A hidden page polls this many times less often. */
const HIDDEN_FACTOR = 5;

/** Longest timer delay of browsers: 2^31 - 1 milliseconds, 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Final errors. Any other, such as a lost connection, may pass. */
const FINAL_ERRORS = new Set<ApiError['code']>(['parcel_gone', 'parcel_altered', 'unreadable', 'not_found']);

export interface Watch<Kind extends ParcelKind> {
  everyMs?: number;
  /** Called once for each revision, including the first. @param secondsLeft by the host's clock */
  onIndex: (index: IndexOf<Kind>, revision: number, secondsLeft: number) => void;
  /** `parcel_gone` when it was deleted or has expired, `parcel_altered`, or `unreadable`. Nothing is called afterwards. */
  onEnd: (error: ApiError) => void;
}

/** Polls the index until the parcel ends, timed by the host's seconds, not a device's clock. @returns stops it; idempotent */
export function watchIndex<Kind extends ParcelKind>(
  parcel: Pick<ParcelHandle<Kind>, 'readIndex'>,
  { everyMs = 3000, onIndex, onEnd }: Watch<Kind>,
): () => void {
  let stopped = false;
  let isReading = false;
  let seen = 0;
  let cancelNext: () => void = () => undefined;
  let cancelEnd: () => void = () => undefined;

  const stop = () => {
    stopped = true;
    cancelNext();
    cancelEnd();
    stopShown();
    stopOnline();
  };
  const end = (error: ApiError) => {
    if (stopped) return;
    stop();
    onEnd(error);
  };
  const endAfter = (seconds: number) => {
    cancelEnd();
    // A longer one is polled before: each response resets the timer.
    if (seconds * 1000 <= LONGEST_TIMER_MS) cancelEnd = ports.after(seconds * 1000, () => end({ code: 'parcel_gone' }));
  };
  const poll = async () => {
    if (isReading || stopped) return;
    isReading = true;
    cancelNext();
    const got = await parcel.readIndex();
    isReading = false;
    if (stopped) return;
    if (!got.ok && FINAL_ERRORS.has(got.error.code)) return end(got.error);
    const pause = transferPorts.isShown() ? everyMs : everyMs * HIDDEN_FACTOR;
    const wait = got.ok ? 0 : (got.error.retryAfter ?? 0) * 1000;
    cancelNext = ports.after(Math.max(pause, wait), () => void poll());
    if (!got.ok) return;
    endAfter(got.secondsLeft);
    if (got.revision === seen) return;
    seen = got.revision;
    onIndex(got.value, got.revision, got.secondsLeft);
  };

  const stopShown = ports.whenShown(() => void poll());
  let stopOnline: () => void = () => undefined;
  const listenOnline = () => {
    // Runs once for each return of the network.
    stopOnline = ports.whenOnline(() => {
      listenOnline();
      void poll();
    });
  };
  listenOnline();
  void poll();
  return stop;
}
