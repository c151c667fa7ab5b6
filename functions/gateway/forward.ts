/**
 * The way to the admin host and back. Rule: headers pass by allowlist in both directions, cookies never, redirects
 * are not followed, and the host is given up after 60 s of silence, until the last byte of its answer.
 */
import { type Call, Refusal } from './call.ts';
import { createIdleTimeout, type IdleTimeout } from './idle-timeout.ts';
import { countBody } from './limits.ts';

/** Specification §9: 60000 ms. */
export const HOST_TIMEOUT_MS = 60_000;

const REQUEST_HEADERS = ['accept', 'accept-language', 'authorization', 'idempotency-key', 'user-agent'];
const BODY_HEADERS = ['content-type', 'content-length'];

export interface ForwardOptions {
  /** Origin of the host, without a slash at its end; any for a service binding, which has no address. */
  origin: string;
  /** Sends the request; the global fetch or a service binding's. */
  send: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
}

/** What goes up: the address below the host's origin and, for an API call, the body's limit in bytes. */
export interface Upward extends Pick<Call, 'request' | 'requestId' | 'address'> {
  target: string;
  method: string;
  /** 0: no body is passed on. */
  limit: number;
  /** Headers of the gateway's own. */
  headers?: Record<string, string>;
}

/** Who ended a body before its end. */
export type Cut = 'host' | 'client';

/** What the host answers: its headers are there, its body comes, and fails with a Refusal. */
export interface HostAnswer extends Pick<Response, 'ok' | 'status' | 'headers'> {
  /**
   * The whole body.
   * @returns null when it is longer than `limit` bytes
   */
  read(limit: number): Promise<Uint8Array | null>;
  /** The body as it comes, and how it ended: null when it is whole. */
  stream(): { body: ReadableStream<Uint8Array> | null; ended: Promise<Cut | null> };
  /** A body that nobody reads would keep its connection open. */
  discard(): void;
}

export type Forward = (upward: Upward) => Promise<HostAnswer>;

/**
 * Sends a call to the admin host.
 * @returns the host's answer as soon as its headers are there
 * @throws Refusal 413, 502 `host_unreachable` or 504 `host_timeout`
 */
export function createForward({ origin, send, timeoutMs }: ForwardOptions): Forward {
  if (!URL.canParse(origin)) throw new TypeError('The admin host needs an origin');
  if (!(timeoutMs > 0)) throw new RangeError('The time-out must be positive');
  return async ({ request, requestId, address, target, method, limit, headers }) => {
    const idle = createIdleTimeout(timeoutMs, silent);
    idle.restart();
    const counting = { limit, moved: idle.restart, exceeded: idle.fail };
    const body = limit > 0 && request.body ? countBody(request.body, counting) : null;
    const own = { ...headers, 'X-Request-Id': requestId, 'X-Client-Address': address };
    try {
      const sent = send(origin + target, {
        method,
        headers: upwardHeaders(request.headers, body !== null, own),
        body: body && sized(body, request.headers.get('content-length')),
        redirect: 'manual',
        // A call without a body ends with the visitor's request, which does not wait for it any more.
        signal: body && signalOf(idle.failed),
      });
      const answer = await Promise.race([sent, idle.failed]);
      idle.throwIfFailed();
      return hostAnswer(answer, idle);
    } catch (error) {
      idle.stop();
      throw asRefusal(error);
    }
  };
}

/**
 * It is the call that is ended: over a service binding, a body that breaks off looks complete to the host. Of each call that
 * is ended so, the runtime itself writes "uncaught exception" with the reason, for the host's end of the line.
 */
function signalOf(failed: Promise<never>): AbortSignal {
  const controller = new AbortController();
  failed.catch((reason: unknown) => controller.abort(reason));
  return controller.signal;
}

function hostAnswer({ ok, status, headers, body }: Response, idle: IdleTimeout): HostAnswer {
  return {
    ok,
    status,
    headers,
    async read(limit) {
      idle.restart();
      const reader = body?.getReader();
      try {
        return reader ? await Promise.race([readUpTo(limit, reader, idle), idle.failed]) : new Uint8Array();
      } catch (error) {
        throw asRefusal(error);
      } finally {
        idle.stop();
        void reader?.cancel().catch(() => undefined);
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

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function readUpTo(limit: number, reader: Reader, { restart }: IdleTimeout): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    restart();
    bytes += value.byteLength;
    if (bytes > limit) return null;
    chunks.push(value);
  }
}

/** Silence counts while the host is waited for: a browser that takes its time is none of the host's. */
function streamed(reader: Reader, idle: IdleTimeout): ReturnType<HostAnswer['stream']> {
  const { promise: ended, resolve: end } = Promise.withResolvers<Cut | null>();
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

function upwardHeaders(visitor: Headers, withBody: boolean, own: Record<string, string>): Record<string, string> {
  const headers = { ...own };
  for (const name of withBody ? [...REQUEST_HEADERS, ...BODY_HEADERS] : REQUEST_HEADERS) {
    const value = visitor.get(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

/**
 * The stream that goes up. A known length stays known, so that the host sees `Content-Length` and not a chunked body.
 */
function sized(stream: ReadableStream<Uint8Array>, length: string | null): ReadableStream<Uint8Array> {
  if (length === null) return stream;
  const { readable, writable } = new FixedLengthStream(Number(length));
  // A failure shows where the stream is read, so the pipe's own report of it has no reader.
  void stream.pipeTo(writable).catch(() => undefined);
  return readable;
}

const silent = () => new Refusal('host_timeout', 'The admin host was silent for too long');

function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal('host_unreachable', 'The admin host could not be reached');
}
