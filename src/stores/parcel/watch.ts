/** Waits for what another device writes into the index of a parcel. */
import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { ApiError } from '../api/request.ts';
import { ports } from '../browser/ports.ts';
import { transferPorts } from '../browser/transfer-ports.ts';
import type { IndexOf, ParcelHandle } from './parcel.ts';

/** A page that nobody looks at asks so many times less often. */
const HIDDEN_FACTOR = 5;

/** Timers take no more: 2^31 - 1 milliseconds, 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** After these nothing more comes. Anything else, such as a lost connection, may pass. */
const ENDS: readonly string[] = [
  'parcel_gone',
  'parcel_altered',
  'unreadable',
  'not_found',
] satisfies ApiError['code'][];

export interface Watch<Kind extends ParcelKind> {
  /** Milliseconds from an answer to the next question. */
  everyMs?: number;
  /** Called once for each revision, the one of the first answer included. @param secondsLeft by the host's clock */
  onIndex: (index: IndexOf<Kind>, revision: number, secondsLeft: number) => void;
  /** `parcel_gone` when it was deleted or its time is over, `parcel_altered`, or `unreadable`. Nothing is called after it. */
  onEnd: (error: ApiError) => void;
}

/**
 * Asks for the index until the parcel ends. Only the host's seconds count, as a timer: no clock of a device does.
 * @returns stops it; safe to call twice
 */
export function watchIndex<Kind extends ParcelKind>(
  parcel: Pick<ParcelHandle<Kind>, 'readIndex'>,
  { everyMs = 3000, onIndex, onEnd }: Watch<Kind>,
): () => void {
  let stopped = false;
  let asking = false;
  let seen = 0;
  let cancelNext: () => void = () => undefined;
  let cancelEnd: () => void = () => undefined;

  const stop = () => {
    stopped = true;
    cancelNext();
    cancelEnd();
    forgetShown();
    forgetOnline();
  };
  const end = (error: ApiError) => {
    if (stopped) return;
    stop();
    onEnd(error);
  };
  const endAfter = (seconds: number) => {
    cancelEnd();
    // A longer one is asked again before: each answer sets it anew.
    if (seconds * 1000 <= LONGEST_TIMER_MS) cancelEnd = ports.after(seconds * 1000, () => end({ code: 'parcel_gone' }));
  };
  const ask = async () => {
    if (asking || stopped) return;
    asking = true;
    cancelNext();
    const got = await parcel.readIndex();
    asking = false;
    if (stopped) return;
    if (!got.ok && ENDS.includes(got.error.code)) return end(got.error);
    const pause = transferPorts.isShown() ? everyMs : everyMs * HIDDEN_FACTOR;
    const wait = got.ok ? 0 : (got.error.retryAfter ?? 0) * 1000;
    cancelNext = ports.after(Math.max(pause, wait), () => void ask());
    if (!got.ok) return;
    endAfter(got.secondsLeft);
    if (got.revision === seen) return;
    seen = got.revision;
    onIndex(got.value, got.revision, got.secondsLeft);
  };

  const forgetShown = ports.whenShown(() => void ask());
  let forgetOnline: () => void = () => undefined;
  const listenOnline = () => {
    // Runs once for each return of the network.
    forgetOnline = ports.whenOnline(() => {
      listenOnline();
      void ask();
    });
  };
  listenOnline();
  void ask();
  return stop;
}
