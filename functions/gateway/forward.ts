/**
 * The proxy to the admin host. In both directions only listed headers pass, and never cookies or redirects. The call fails when
 * the host is silent for 60 s, at any time until the last byte.
 */
import { Refusal } from '../../src/domain/api/refusal.ts';
import { hostHeaders, mediaType } from './host-headers.ts';
import type { GatewayCall } from './request/call.ts';
import type { Sign } from './request/signature.ts';
import { createIdleTimeout, type IdleTimeout } from './time-limits.ts';
import { createUpload } from './upload.ts';

/** The longest silence of a host (requirements: call-timeout). */
export const HOST_TIMEOUT_MS = 60_000;

export interface ForwardOptions {
  /** Origin without a trailing slash; any one for a service binding. */
  origin: string;
  send: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
  /** Signs calls for a host with a public address; the embedded host has none. */
  sign?: Sign | undefined;
}

interface UpstreamRequest extends Pick<GatewayCall, 'request' | 'requestId' | 'address'> {
  target: string;
  method: string;
  /** Largest body in bytes; 0 for calls whose body is not passed on. */
  limit: number;
  /** Headers of the call itself. Of the client's headers only the listed ones pass. */
  headers?: Record<string, string>;
}

export type AbortedBy = 'host' | 'client';

/** The host's headers; the body follows, and fails with a Refusal. */
export interface HostResponse extends Pick<Response, 'ok' | 'status' | 'headers'> {
  /** Media type in lower case, without parameters; empty for none. */
  type: string;
  /** The whole body; null when it is longer than `limit` bytes. */
  read(limit: number): Promise<Uint8Array | null>;
  /** The body as it arrives; `ended` is null when it was complete. */
  stream(): { body: ReadableStream<Uint8Array> | null; ended: Promise<AbortedBy | null> };
  /** Releases the connection of an unread body. */
  discard(): void;
}

export type Forward = (request: UpstreamRequest) => Promise<HostResponse>;

/** Resolves with the host's headers. @throws Refusal of {@link createUpload}, 502 `host_unreachable` or 504 `host_timeout` */
export function createForward({ origin, send, timeoutMs, sign }: ForwardOptions): Forward {
  if (!URL.canParse(origin)) throw new TypeError('The admin host needs an origin');
  if (!(timeoutMs > 0)) throw new RangeError('The time-out must be positive');
  return async (upstream) => {
    const { request, target, method, limit } = upstream;
    const idle = createIdleTimeout(timeoutMs, silent);
    idle.restart();
    // While the gateway waits for the client, the host's silence does not count.
    const waiting = { silenceMs: timeoutMs, onWait: idle.stop, onData: idle.restart };
    const upload = limit > 0 && request.body ? createUpload(request, { limit, ...waiting }) : null;
    upload?.failed.catch(idle.fail);
    try {
      const sent = send(origin + target, {
        method,
        headers: await hostHeaders(upstream, upload !== null, sign),
        body: upload?.body ?? null,
        redirect: 'manual',
        // For a call without a body the runtime itself ends the request after the response.
        signal: upload && signalOf(idle.failed),
      });
      const response = await Promise.race([sent, idle.failed]);
      idle.throwIfFailed();
      await upload?.drain();
      return hostResponse(response, idle);
    } catch (error) {
      await upload?.drain();
      idle.stop();
      throw asRefusal(error);
    }
  };
}

/** Aborts the call, not its body: over a service binding an aborted body would look complete to the host. */
function signalOf(failed: Promise<never>): AbortSignal {
  const controller = new AbortController();
  failed.catch((reason: unknown) => controller.abort(reason));
  return controller.signal;
}

function hostResponse({ ok, status, headers, body }: Response, idle: IdleTimeout): HostResponse {
  return {
    ok,
    status,
    headers,
    type: mediaType(headers),
    async read(limit) {
      idle.restart();
      try {
        return body ? await Promise.race([readUpTo(limit, body, idle), idle.failed]) : new Uint8Array();
      } catch (error) {
        throw asRefusal(error);
      } finally {
        idle.stop();
      }
    },
    stream() {
      idle.stop();
      return body ? streamed(body.getReader(), idle) : { body: null, ended: Promise.resolve(null) };
    },
    discard() {
      idle.stop();
      void body?.cancel().catch(() => undefined);
    },
  };
}

/** Bytes of one read, enough for most responses: each read is expensive. */
const BLOCK = 4096;

async function readUpTo(
  limit: number,
  body: ReadableStream<Uint8Array>,
  idle: IdleTimeout,
): Promise<Uint8Array | null> {
  const reader = body.getReader({ mode: 'byob' });
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { value = new Uint8Array() } = await reader.readAtLeast(BLOCK, new Uint8Array(BLOCK));
    bytes += value.byteLength;
    if (bytes > limit) break;
    blocks.push(value);
    // A shorter block is the last one.
    if (value.byteLength < BLOCK) return Buffer.concat(blocks);
    idle.restart();
  }
  void reader.cancel().catch(() => undefined);
  return null;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The time-out runs only during reads: a slow client is not the host's fault. */
function streamed(reader: Reader, idle: IdleTimeout): ReturnType<HostResponse['stream']> {
  const { promise: ended, resolve: end } = Promise.withResolvers<AbortedBy | null>();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      idle.restart();
      try {
        const { done, value } = await Promise.race([reader.read(), idle.failed]);
        if (!done) return controller.enqueue(value);
        controller.close();
        end(null);
      } catch (error) {
        end('host');
        void reader.cancel().catch(() => undefined);
        throw asRefusal(error);
      } finally {
        idle.stop();
      }
    },
    cancel(reason) {
      end('client');
      return reader.cancel(reason).catch(() => undefined);
    },
  });
  return { body, ended };
}

const silent = () => new Refusal('host_timeout', 'The admin host was silent for too long');

function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal('host_unreachable', 'The admin host could not be reached');
}
