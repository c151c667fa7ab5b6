/**
 * How slowly a body may arrive. At 4 kB/s an application of 5 MB takes 21 minutes: GPRS and bad satellite links are faster, a
 * client that holds the connection with single bytes is not (docs/decisions/bodies.md).
 */
import { Refusal } from './call.ts';

/** Bytes a second, on average over {@link SILENCE_MS}. */
export const MIN_RATE = 4000;
/** The longest silence; each byte gives back the time it takes at {@link MIN_RATE}. */
export const SILENCE_MS = 60_000;
/** For a whole body at any rate. */
export const LONGEST_MS = 30 * 60_000;

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
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(tooSlow()), Math.min(left, began + LONGEST_MS - asked));
      try {
        const result = await Promise.race([read, late]);
        const earned = ((result.value?.byteLength ?? 0) / MIN_RATE) * 1000;
        left = Math.min(silenceMs, left - (Date.now() - asked) + earned);
        return result;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const tooSlow = () => new Refusal('too_slow', 'The body arrived too slowly');
