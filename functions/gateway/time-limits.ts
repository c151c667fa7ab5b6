/** How long the other side may be silent: the host between two reads, and a client with a slow body. */
import { Refusal } from '../../src/domain/api/refusal.ts';

/** Activity only stores the time; the timer compares it when it fires. */
export interface IdleTimeout {
  /** Rejects on silence, or by {@link fail}. */
  readonly failed: Promise<never>;
  throwIfFailed(): void;
  restart(): void;
  stop(): void;
  fail(reason: Error): void;
}

/** @param ms positive @param expired makes the error for silence */
export function createIdleTimeout(ms: number, expired: () => Error): IdleTimeout {
  if (!(ms > 0)) throw new RangeError('A time-out must be positive');
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // There may be no listener yet.
  failed.catch(() => undefined);
  let reason: Error | undefined;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fail = (error: Error) => {
    reason ??= error;
    reject(reason);
  };
  const check = () => {
    const left = since + ms - Date.now();
    timer = left > 0 ? setTimeout(check, left) : undefined;
    if (left <= 0) fail(expired());
  };
  return {
    failed,
    throwIfFailed() {
      if (reason) throw reason;
    },
    restart() {
      since = Date.now();
      timer ??= setTimeout(check, ms);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
    fail,
  };
}

/** Least bytes a second, on average over {@link SILENCE_MS}. */
const MIN_RATE = 4000;
/** The longest silence; each byte allows the time again that it takes at {@link MIN_RATE}. */
const SILENCE_MS = 60_000;
/** Longest time for a whole body, at any rate. */
const LONGEST_MS = 30 * 60_000;

export interface Pace {
  /** Waits for bytes of the client. @throws Refusal `too_slow` */
  during<Read extends { value?: Uint8Array | undefined }>(read: Promise<Read>): Promise<Read>;
}

/** @param silenceMs shorter in tests */
export function createPace(silenceMs = SILENCE_MS): Pace {
  const began = Date.now();
  let left = silenceMs;
  return {
    async during(read) {
      const asked = Date.now();
      const { promise: timeout, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(tooSlow()), Math.min(left, began + LONGEST_MS - asked));
      try {
        const result = await Promise.race([read, timeout]);
        const earnedMs = ((result.value?.byteLength ?? 0) / MIN_RATE) * 1000;
        left = Math.min(silenceMs, left - (Date.now() - asked) + earnedMs);
        return result;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const tooSlow = () => new Refusal('too_slow', 'The body arrived too slowly');
