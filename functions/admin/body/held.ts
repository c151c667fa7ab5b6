/**
 * How much of bodies is held in memory at once. Rule: an isolate has 128 MB for all that it does (Workers, "Limits"), so
 * what would be too much is refused while it arrives, and comes again; small bodies go on beside large ones.
 */
import { Failure, retryAfter } from '../failure.ts';

/** Bytes of bodies in one isolate; pictures are there twice while what does not belong to them is taken out. */
export const MOST_HELD = 56 * 1024 * 1024;
/** About how long it takes until a large file has arrived. */
const PAUSE_MS = 10_000;

let held = 0;

/**
 * Runs `work`, which holds what it takes until it has ended. Whoever holds nothing but the own body is never refused.
 * @throws Failure 503 `busy` from `take`, when all bodies together would be too much
 */
export async function holdingBytes<Result>(work: (take: (bytes: number) => void) => Promise<Result>): Promise<Result> {
  let own = 0;
  const take = (bytes: number) => {
    const othersHold = held > own;
    if (othersHold && held + bytes > MOST_HELD)
      throw new Failure('busy', 'too many large bodies at once', { headers: retryAfter(PAUSE_MS) });
    held += bytes;
    own += bytes;
  };
  try {
    return await work(take);
  } finally {
    held -= own;
  }
}
