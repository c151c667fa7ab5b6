/**
 * How much of bodies is held in memory at once. Rule: an isolate has 128 MB for all that it does (Workers, "Limits"), so
 * what would be too much is refused while it arrives, and comes again; small bodies go on beside large ones.
 */
import { Failure, retryAfter } from '../failure.ts';

/** Bytes of bodies in one isolate: six of the largest files. One that is being checked is there twice for a moment. */
export const MOST_HELD = 60 * 1024 * 1024;
/** About how long it takes until a large file has arrived. */
const PAUSE_MS = 10_000;

let held = 0;

/** Counts bytes in memory as they come, and as they are let go. */
export interface Held {
  /** @throws Failure 503 `busy` when all bodies together would be too much */
  take(bytes: number): void;
  give(bytes: number): void;
}

/** Runs `work`; what it has taken and not given back is let go when it has ended. Whoever is alone is never refused. */
export async function holdingBytes<Result>(work: (holding: Held) => Promise<Result>): Promise<Result> {
  let own = 0;
  const count = (bytes: number) => {
    held += bytes;
    own += bytes;
  };
  const take = (bytes: number) => {
    const othersHold = held > own;
    if (othersHold && held + bytes > MOST_HELD)
      throw new Failure('busy', 'too many large bodies at once', { headers: retryAfter(PAUSE_MS) });
    count(bytes);
  };
  try {
    return await work({ take, give: (bytes) => count(-bytes) });
  } finally {
    held -= own;
  }
}
