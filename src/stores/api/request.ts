/** One request and its answer: body or error code. Knows no session, so that pages without one don't load it. */
import { type ClientErrorCode, type ErrorCode, type FieldErrors, readErrorBody } from '../../domain/api/errors.ts';
import type { HostWords } from '../../domain/api/host-words.ts';
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';
import { anySignal } from '../browser/any-signal.ts';
import { ports } from '../browser/ports.ts';

export interface ApiError {
  code: ErrorCode | ClientErrorCode;
  /** Field path → codes, or sentences of a host outside the contract. */
  fields?: FieldErrors;
  /** What a host outside the contract says about the refusal. */
  hostMessage?: string;
  /** Seconds to wait before the next try. */
  retryAfter?: number;
  /** With `maintenance`, in its place: when the portal opens again, in ms since the epoch. No button waits for it: it may open earlier. */
  reopensAt?: number;
  /** Names the call in the gateway's log. */
  requestId?: string;
}

/** `status` is 0 when no answer came; `body` is undefined where it is not JSON. */
export type Answer = { ok: true; status: number; body: unknown } | { ok: false; status: number; error: ApiError };

export function failed(code: ApiError['code']): Answer {
  return { ok: false, status: 0, error: { code } };
}

/** What reading an answer needs to know of its call. */
export interface AnsweredCall {
  /** The code for a status without an error body of the contract; `host_unreachable` for all where it is left out. */
  codeOf?: (status: number) => ErrorCode;
  /** Reads what a host outside the contract says; pages that show no such words leave it out, and its code with it. */
  readWords?: (words: unknown) => HostWords | null;
}

/** Reads a finished call. @param text the body as it came; an empty one is `null` @param call what reading the answer needs to know */
export function readAnswer(
  status: number,
  headers: Pick<Headers, 'get'>,
  text: string,
  call: AnsweredCall = {},
): Answer {
  const body = parse(text);
  if (status >= 200 && status < 300) return { ok: true, status, body };
  const told = readErrorBody(body);
  const requestId = headers.get('X-Request-Id') ?? told?.request_id;
  const retryAfter = readRetryAfter(headers.get('Retry-After'));
  const code = told?.code ?? call.codeOf?.(status) ?? 'host_unreachable';
  const words = told && call.readWords?.((body as { host_words?: unknown }).host_words);
  const fields = { ...words?.errors, ...told?.errors };
  return {
    ok: false,
    status,
    error: {
      code,
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(words?.message && { hostMessage: words.message }),
      ...(retryAfter !== null &&
        (code === 'maintenance' ? { reopensAt: Date.now() + retryAfter * 1000 } : { retryAfter })),
      ...(requestId && { requestId }),
    },
  };
}

/** Undefined for text that is no JSON. */
function parse(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds; RFC 9110 §10.2.3 allows a date as well. */
function readRetryAfter(header: string | null): number | null {
  if (!header) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** Sends a request within the time-out. @param path on this origin @param call what reading the answer needs to know */
export async function send(path: string, request: RequestInit, call: AnsweredCall = {}): Promise<Answer> {
  const timeout = new AbortController();
  const cancel = ports.after(HTTP_TIMEOUT_MS, () => timeout.abort());
  const signal = request.signal ? anySignal([request.signal, timeout.signal]) : timeout.signal;
  try {
    // A redirect is not in the contract, and must not carry the token elsewhere.
    const response = await ports.fetch(path, { ...request, signal, redirect: 'error', cache: 'no-store' });
    return readAnswer(response.status, response.headers, await response.text(), call);
  } catch {
    return failed(ports.online() ? 'no_answer' : 'offline');
  } finally {
    cancel();
  }
}
