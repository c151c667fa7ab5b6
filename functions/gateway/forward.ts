/**
 * The way to the admin host and back. Rule: headers pass by allowlist in both directions, cookies never, redirects
 * are not followed, and the host is given up after 60 s of silence, until the last byte of its answer.
 */

import { type Call, Refusal } from './call.ts';
import { createWatchdog, type Watchdog } from './idle-timeout.ts';
import { countBody } from './limits.ts';

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

/** What the host answers: its headers are there, its body comes, and fails with a Refusal. */
export interface HostAnswer extends Pick<Response, 'ok' | 'status' | 'headers'> {
  /**
   * The whole text of the body.
   * @returns null when it is longer than `limit` bytes
   */
  text(limit: number): Promise<string | null>;
  /** The body as it comes. */
  stream(): ReadableStream<Uint8Array> | null;
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
      const answer = await Promise.race([send(upward), watchdog.aborted]);
      watchdog.signal.throwIfAborted();
      return hostAnswer(answer, watchdog);
    } catch (error) {
      throw asRefusal(watchdog.signal.aborted ? watchdog.signal.reason : error, watchdog.signal);
    } finally {
      watchdog.stop();
    }
  };
}

/** Silence counts while the body is waited for: a browser that takes its time is none of the host's. */
function hostAnswer(answer: Response, watchdog: Watchdog): HostAnswer {
  const { ok, status, headers, body } = answer;
  const reader = body?.getReader();
  const cancel = (reason?: unknown) => reader?.cancel(reason).catch(() => undefined);
  const next = async (from: ReadableStreamDefaultReader<Uint8Array>) => {
    watchdog.alive();
    try {
      return await Promise.race([from.read(), watchdog.aborted]);
    } catch (error) {
      void cancel();
      throw asRefusal(error, watchdog.signal);
    } finally {
      watchdog.stop();
    }
  };
  return {
    ok,
    status,
    headers,
    async text(limit) {
      const decoder = new TextDecoder();
      let text = '';
      let bytes = 0;
      while (reader) {
        const { done, value } = await next(reader);
        if (done) break;
        bytes += value.byteLength;
        if (bytes > limit) return null;
        text += decoder.decode(value, { stream: true });
      }
      return text + decoder.decode();
    },
    stream: () =>
      reader
        ? new ReadableStream({
            async pull(controller) {
              const { done, value } = await next(reader);
              if (done) controller.close();
              else controller.enqueue(value);
            },
            cancel,
          })
        : null,
    discard: () => void cancel(),
  };
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

function asRefusal(error: unknown, signal: AbortSignal): Refusal {
  if (error instanceof Refusal) return error;
  if (signal.aborted) return new Refusal('host_timeout', 'The admin host was silent for too long');
  return new Refusal('host_unreachable', 'The admin host could not be reached');
}
