/** Reads a body no further than its limit: what is too large is refused while it streams. */
import { Failure } from '../failure.ts';

/** @throws Failure `too_large` */
export function tooLarge(field?: string): Failure {
  const errors = field === undefined ? {} : { errors: { [field]: ['file_too_large'] } };
  return new Failure('too_large', 'the body is over its limit', errors);
}

/**
 * The chunks of a body.
 * @param limit bytes
 * @throws Failure `too_large` as soon as the declared or the counted length is over `limit`
 */
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
