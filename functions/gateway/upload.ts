/**
 * Streams a request's body to the host: counted, joined into pieces, at a minimum speed. An incomplete body aborts the call and
 * is never ended. A refused call still reads the rest of its body, since a browser that is sending would see a broken connection
 * and no response.
 */
import { Refusal } from '../../src/domain/api/refusal.ts';
import { refuseTooLarge } from './limits.ts';
import { createPace, type Pace } from './time-limits.ts';

/** Least bytes of a piece, except the last: each chunk costs several kilobytes of memory, however small it is. */
const MIN_PIECE = 4096;
const MAX_PIECE = 65_536;

interface Upload {
  body: ReadableStream<Uint8Array>;
  /** Rejects with a Refusal when the body is too large, too slow or breaks off. */
  failed: Promise<never>;
  /** Resolves when the client has sent everything that will be read; the host gets no more of it. */
  drain(): Promise<void>;
}

interface UploadOptions {
  limit: number;
  silenceMs?: number;
  onWait: () => void;
  onData: () => void;
}

/** Starts to pass a body on, once per request. */
export function createUpload(request: Request, { silenceMs, ...options }: UploadOptions): Upload {
  const { readable, writable } = lengthOf(request);
  const writer = writable.getWriter();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // There may be no listeners yet.
  failed.catch(() => undefined);
  let hasResponded = false;
  const { promise: responded, resolve: end } = Promise.withResolvers<void>();
  const respond = () => {
    hasResponded = true;
    end();
  };
  const pieces = readPieces(request, { ...options, pace: createPace(silenceMs) });
  const passOn = async () => {
    for await (const piece of pieces) {
      if (hasResponded) continue;
      // After its response the host accepts no more.
      const written = writer.write(piece).catch(respond);
      await Promise.race([written, responded]);
    }
    // Neither promise settles when the host responds without reading to the end.
    if (!hasResponded) await Promise.race([writer.close().catch(respond), responded]);
    if (hasResponded) void writer.abort().catch(() => undefined);
  };
  const done = passOn().catch((error) => (hasResponded ? undefined : reject(error)));
  return {
    body: readable,
    failed,
    drain() {
      respond();
      return done;
    },
  };
}

/** Reads a body that is not passed on, up to the limits. */
export async function drainBody(request: Request, limit: number): Promise<void> {
  if (limit === 0 || !request.body || request.bodyUsed || request.body.locked) return;
  const nothing = () => undefined;
  const pieces = readPieces(request, { limit, pace: createPace(), onWait: nothing, onData: nothing });
  try {
    for await (const _ of pieces);
  } catch {
    // The call has already been refused.
  }
}

/** Keeps the length, so that the host receives `Content-Length` and not a chunked body. */
function lengthOf({ headers }: Request): TransformStream<Uint8Array, Uint8Array> {
  const length = headers.get('content-length');
  return length === null ? new IdentityTransformStream() : new FixedLengthStream(Number(length));
}

const aborted = () => new Refusal('malformed', 'The body broke off');

/** @throws Refusal `too_large`, `too_slow` or `malformed` */
async function* readPieces(
  request: Request,
  { limit, pace, onWait, onData }: Omit<UploadOptions, 'silenceMs'> & { pace: Pace },
): AsyncGenerator<Uint8Array> {
  const reader = (request.body as ReadableStream<Uint8Array>).getReader({ mode: 'byob' });
  let seen = 0;
  try {
    for (;;) {
      onWait();
      const { value = new Uint8Array() } = await pace.during(
        reader.readAtLeast(MIN_PIECE, new Uint8Array(MAX_PIECE)).catch(() => {
          throw aborted();
        }),
      );
      onData();
      seen += value.byteLength;
      if (seen > limit) throw refuseTooLarge(limit);
      if (value.byteLength > 0) yield value;
      if (value.byteLength < MIN_PIECE) return;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
