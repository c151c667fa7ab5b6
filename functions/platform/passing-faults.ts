/** Recognises errors of D1, R2, mail and service bindings that pass by themselves. No other module classifies them. */
import { setTimeout as pause } from 'node:timers/promises';

/** Another process uses the same files on this machine, and nothing was written. */
const LOCKED = /SQLITE_BUSY|database is locked|Failed to get session commit token/;

/** Recognised by the platform's words: only Durable Objects mark their errors (`retryable`, `overloaded`), and D1 wraps those. */
const PASSING = [
  /network connection lost/i,
  /transient/i,
  /overloaded|queued for too long/i,
  // Storage errors, time-outs, and a deployment of D1 or of the called worker.
  /object to be reset|reset because its code was updated/i,
  // An export for a backup blocks the database.
  /long-running (?:export|import)/i,
  /internal error/i,
  /timed out/i,
  LOCKED,
  // Codes of R2: InternalError, ServiceUnavailable, TooManyRequests (developers.cloudflare.com/r2/api/error-codes).
  /\((?:10001|10043|10058)\)/,
];

/** True for an error after which the same call may succeed within seconds. A write may have been executed nevertheless. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { retryable, overloaded } = error as { retryable?: unknown; overloaded?: unknown };
  return retryable === true || overloaded === true || PASSING.some((words) => words.test(error.message));
}

export const isLocked = (error: unknown): boolean => error instanceof Error && LOCKED.test(error.message);

/**
 * Pauses in milliseconds before each further attempt: after passing faults, at most three attempts within two seconds; for locks;
 * for background work. Tests shorten them.
 */
export const pauseTimes = {
  passing: [200, 1000],
  locked: Array<number>(80).fill(50),
  background: [200, 1000, 4000, 8000],
  /** Pause between a response and its mail, so that the response is flushed first. */
  mail: 50,
};

/** Seconds for `Retry-After` when all attempts failed. */
export const RETRY_AFTER_S = 5;

/** Repeats work that may be executed twice. @throws the last error, or one that {@link isPassing} does not accept */
export async function repeatPassing<Result>(
  attempt: (nth: number) => Promise<Result>,
  { pauses = pauseTimes.passing, accepts = isPassing } = {},
): Promise<Result> {
  for (let nth = 1; ; nth += 1) {
    try {
      return await attempt(nth);
    } catch (error) {
      const ms = pauses[nth - 1];
      if (ms === undefined || !accepts(error)) throw error;
      await pause(ms);
    }
  }
}
