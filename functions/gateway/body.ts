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

export interface CountedBody {
  stream: ReadableStream<Uint8Array>;
  /** The refusal that ended the stream, once it has. */
  refusal(): Refusal | null;
}

/**
 * A body that fails in its reader's hands as soon as it is over the limit.
 * @param limit bytes
 * @param moved called for every chunk, so that the caller can tell a slow line from a dead one
 */
export function countBody(body: ReadableStream<Uint8Array>, limit: number, moved: () => void): CountedBody {
  let seen = 0;
  let refusal: Refusal | null = null;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      moved();
      seen += chunk.byteLength;
      if (seen > limit) {
        refusal = tooLarge(limit);
        controller.error(refusal);
      } else controller.enqueue(chunk);
    },
  });
  return { stream: body.pipeThrough(counter), refusal: () => refusal };
}
