/**
 * How much of a body is read, and how much of all bodies is held in memory. Rule: an isolate has 128 MB for all that it does
 * (Workers, "Limits"), so what would be too much is refused while it arrives; small bodies go on beside large ones.
 */
import { Failure, retryAfter } from '../runtime/failure.ts';

export function tooLarge(field?: string): Failure {
  const errors = field === undefined ? {} : { errors: { [field]: ['file_too_large'] } };
  return new Failure('too_large', 'the body is over its limit', errors);
}

/** The chunks of a body. @throws Failure `too_large` once the declared or the counted length is over `limit`, bytes */
export async function* limitedChunks(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return;
  let read = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    read += chunk.byteLength;
    if (read > limit) throw tooLarge();
    yield chunk;
  }
}

/** Bytes of bodies in one isolate; pictures are there twice while what does not belong to them is taken out. */
export const MOST_HELD = 56 * 1024 * 1024;
/** About how long it takes until a large file has arrived. */
const PAUSE_MS = 10_000;

let held = 0;

/** Runs `work`, which holds what it takes until it ends. `take` throws Failure `busy`, unless nobody else holds anything. */
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
