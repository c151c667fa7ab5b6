/**
 * Bodies on their way up: type and size are checked against the endpoint table, bytes are counted while they stream.
 * Rule: nothing is buffered or parsed here.
 */
import type { Endpoint } from '../../src/domain/api/endpoints.ts';
import type { Step } from './pipeline.ts';
import { Refusal } from './refusal.ts';

const MEDIA: Record<Exclude<Endpoint['body'], 'none'>, RegExp> = {
  json: /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i,
  multipart: /^multipart\/form-data\s*;\s*boundary=(?:"[^"\r\n]{1,70}"|[^\s;"]{1,70})\s*$/i,
};

/** Refuses with 415 `unsupported_media` or 413 `too_large` by the headers alone, without reading the body. */
export function checkBody(): Step {
  return ({ request, match: { endpoint } }) => {
    if (endpoint.body !== 'none') {
      const type = request.headers.get('content-type') ?? '';
      const encoding = request.headers.get('content-encoding') ?? 'identity';
      if (!MEDIA[endpoint.body].test(type) || encoding !== 'identity') {
        throw new Refusal('unsupported_media', `This call takes a body of type ${endpoint.body}`);
      }
    }
    if (Number(request.headers.get('content-length') ?? 0) > endpoint.limit) throw tooLarge(endpoint.limit);
  };
}

const tooLarge = (limit: number) => new Refusal('too_large', `The body is larger than ${limit} bytes`);

export interface Counting {
  /** Bytes. */
  limit: number;
  /** Called for every chunk, so that the caller can tell a slow line from a dead one. */
  moved: () => void;
  /** Called once, when the body is over the limit. */
  exceeded: (refusal: Refusal) => void;
}

/**
 * A body that is read no further as soon as it is over the limit. It neither ends nor fails then, since whoever reads it
 * must not take it for whole: `exceeded` is to end the call that reads it.
 */
export function countBody(
  body: ReadableStream<Uint8Array>,
  { limit, moved, exceeded }: Counting,
): ReadableStream<Uint8Array> {
  let seen = 0;
  const reading = new AbortController();
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      moved();
      seen += chunk.byteLength;
      if (seen <= limit) return controller.enqueue(chunk);
      reading.abort();
      exceeded(tooLarge(limit));
    },
  });
  // A body that the visitor breaks off fails where it is read, so the pipe's own report of it has no reader.
  void body
    .pipeTo(counter.writable, { signal: reading.signal, preventAbort: true })
    .catch((reason: unknown) => (reading.signal.aborted ? undefined : counter.writable.abort(reason)))
    .catch(() => undefined);
  return counter.readable;
}
