/**
 * The way to the admin host and back. Rule: headers pass by allowlist in both directions, cookies never, redirects
 * are not followed, and the host is given up after 60 s of silence, until the last byte of its answer.
 */
import { countBody } from './body.ts';
import type { Call } from './pipeline.ts';
import { Refusal } from './refusal.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

/** Specification §9: 60000 ms. */
export const HOST_TIMEOUT_MS = 60_000;

const REQUEST_HEADERS = ['accept', 'accept-language', 'authorization', 'idempotency-key', 'user-agent'];
const BODY_HEADERS = ['content-type', 'content-length'];

export interface ForwardOptions {
  /** Origin of the host; any for a service binding, which has no address. */
  origin: string;
  /** Sends the request; the global fetch or a service binding's. */
  send: (request: Request) => Promise<Response>;
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

export type Forward = (upward: Upward) => Promise<Response>;

/**
 * Sends a call to the admin host.
 * @returns the host's answer, headers and all, as soon as its headers are there; its body fails with a Refusal, too
 * @throws Refusal 413, 502 `host_unreachable` or 504 `host_timeout`
 */
export function createForward({ origin, send, timeoutMs }: ForwardOptions): Forward {
  if (!URL.canParse(origin)) throw new TypeError('The admin host needs an origin');
  if (!(timeoutMs > 0)) throw new RangeError('The time-out must be positive');
  return async ({ request, requestId, address, target, method, limit, headers }) => {
    const watchdog = createWatchdog(timeoutMs);
    // It is the call that is ended: over a service binding, a body that breaks off looks complete to the host. Of each call
    // that is ended so, the runtime itself writes "uncaught exception" with the reason, for the host's end of the line.
    const counting = { limit, moved: watchdog.alive, exceeded: watchdog.abort };
    const body = limit > 0 && request.body ? countBody(request.body, counting) : null;
    const upward = new Request(new URL(target, origin), {
      method,
      headers: upwardHeaders(request, body !== null, {
        ...headers,
        'X-Request-Id': requestId,
        'X-Client-Address': address,
      }),
      body: body && sized(body, request.headers.get('content-length')),
      redirect: 'manual',
      signal: watchdog.signal,
    });
    try {
      const answer = await Promise.race([send(upward), aborted(watchdog.signal)]);
      watchdog.signal.throwIfAborted();
      return new Response(answer.body && watched(answer.body, watchdog), answer);
    } catch (error) {
      throw asRefusal(watchdog.signal.aborted ? watchdog.signal.reason : error, watchdog.signal);
    } finally {
      watchdog.stop();
    }
  };
}

/** An answer's body, for which silence counts while it is waited for: a browser that takes its time is none of the host's. */
function watched(body: ReadableStream<Uint8Array>, watchdog: Watchdog): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const silence = aborted(watchdog.signal);
  silence.catch(() => undefined);
  return new ReadableStream({
    async pull(controller) {
      watchdog.alive();
      try {
        const { done, value } = await Promise.race([reader.read(), silence]);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(asRefusal(error, watchdog.signal));
        void reader.cancel().catch(() => undefined);
      } finally {
        watchdog.stop();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function upwardHeaders(request: Request, withBody: boolean, own: Record<string, string>): Headers {
  const headers = new Headers(own);
  for (const name of withBody ? [...REQUEST_HEADERS, ...BODY_HEADERS] : REQUEST_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
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

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function asRefusal(error: unknown, signal: AbortSignal): Refusal {
  if (error instanceof Refusal) return error;
  if (signal.aborted) return new Refusal('host_timeout', 'The admin host was silent for too long');
  return new Refusal('host_unreachable', 'The admin host could not be reached');
}
