/**
 * When and how much: maintenance, and the limits of the endpoint table: type and size of a body, calls a minute.
 * Rule: nothing is buffered or parsed here.
 */
import { type Endpoint, RATES, type Rate } from '../../src/domain/api/endpoints.ts';
import { Refusal, type Step } from './call.ts';

/**
 * Refuses every call with 503 `maintenance` until a time, with the seconds until then in `Retry-After`.
 * @param closedUntil milliseconds since the epoch; null: never
 */
export function requireOpen({ closedUntil }: { closedUntil: number | null }): Step {
  return () => {
    const seconds = Math.ceil(((closedUntil ?? 0) - Date.now()) / 1000);
    if (seconds <= 0) return;
    throw new Refusal('maintenance', 'The portal is closed for maintenance', { 'Retry-After': String(seconds) });
  };
}

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

/** The rate-limit bindings count in windows of this many seconds (wrangler.toml, `[[ratelimits]]`). */
const WINDOW_SECONDS = 60;
/** Those who were refused together come back over so many seconds more. */
const SPREAD_SECONDS = 30;

/** Counts calls for each key, one for each rate of the endpoint table. */
export type Limiters = Record<Rate, RateLimit>;

/** Refuses with 429 `slow_down`, with a `Retry-After` of 60 to 89 seconds. */
export function throttle({ limiters }: { limiters: Limiters }): Step {
  for (const rate of Object.keys(RATES) as Rate[]) {
    if (typeof limiters[rate]?.limit !== 'function')
      throw new TypeError(`The throttle needs the rate limiter "${rate}"`);
  }
  return async ({ match, address }) => {
    const { rate } = match.endpoint;
    if (rate === null) return;
    const { success } = await limiters[rate].limit({ key: `${match.id}:${subscriberOf(address)}` });
    if (success) return;
    const seconds = WINDOW_SECONDS + Math.floor(Math.random() * SPREAD_SECONDS);
    throw new Refusal('slow_down', 'Too many calls from this address', { 'Retry-After': String(seconds) });
  };
}

/** Whoever has one IPv6 address has the 2^64 of its network, and could take another for each call (RFC 6177): its first 64 bits. */
function subscriberOf(address: string): string {
  if (!address.includes(':')) return address;
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  const network = [...start, ...(address.includes('::') ? zeros : []), ...end].slice(0, 4);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
