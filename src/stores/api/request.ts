/**
 * One request, and what came of it: the body, or one of the known error codes. Knows of no session, so that pages without one
 * don't load it.
 */
import { readErrorBody } from '../../domain/api/error-answer.ts';
import { type ClientErrorCode, CODE_OF_STATUS, type ErrorCode, type FieldErrors } from '../../domain/api/errors.ts';
import { ports } from '../browser/ports.ts';

export interface ApiError {
  code: ErrorCode | ClientErrorCode;
  /** Field path → codes. */
  fields?: FieldErrors;
  /** Seconds to wait before the next try. */
  retryAfter?: number;
  /** With `maintenance`: when the portal opens again, ISO 8601; fixed when the answer came. */
  reopensAt?: string;
  /** Names the call in the gateway's log. */
  requestId?: string;
}

/** `status` of a failure is 0 when nothing came. */
export type Answer = { ok: true; status: number; body: unknown } | { ok: false; status: number; error: ApiError };

/** A failure without an answer. */
export function failed(code: ApiError['code']): Answer {
  return { ok: false, status: 0, error: { code } };
}

/**
 * Reads a finished call.
 * @param text the body as it came; an empty one is `null`
 */
export function readAnswer(status: number, headers: Pick<Headers, 'get'>, text: string): Answer {
  const body = parse(text);
  if (status >= 200 && status < 300) {
    return body === undefined ? { ok: false, status, error: { code: 'unreadable' } } : { ok: true, status, body };
  }
  const told = readErrorBody(body);
  const requestId = headers.get('X-Request-Id') ?? told?.request_id;
  const retryAfter = readRetryAfter(headers.get('Retry-After'));
  const code = told?.code ?? CODE_OF_STATUS[status] ?? (status >= 500 ? 'internal' : 'malformed');
  return {
    ok: false,
    status,
    error: {
      code,
      ...(told?.errors && { fields: told.errors }),
      ...(retryAfter !== null && { retryAfter }),
      ...(retryAfter !== null && code === 'maintenance' && { reopensAt: inSeconds(retryAfter) }),
      ...(requestId && { requestId }),
    },
  };
}

/** Undefined when the text is no JSON. */
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

/** Specification §9. */
export const HTTP_TIMEOUT_MS = 60_000;

/** Sends a request within the time-out. @param path on this origin */
export async function send(path: string, request: RequestInit): Promise<Answer> {
  const timeout = new AbortController();
  const callOff = ports.after(HTTP_TIMEOUT_MS, () => timeout.abort());
  const signal = request.signal ? AbortSignal.any([request.signal, timeout.signal]) : timeout.signal;
  try {
    // A redirect is never part of the contract, and must not carry the token elsewhere.
    const response = await ports.fetch(path, { ...request, signal, redirect: 'error', cache: 'no-store' });
    return readAnswer(response.status, response.headers, await response.text());
  } catch {
    return failed(ports.online() ? 'no_answer' : 'offline');
  } finally {
    callOff();
  }
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
