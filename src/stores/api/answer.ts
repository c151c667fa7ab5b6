/** What came of a call: the body, or an error code. Whatever a host may answer ends in one of the known codes. */
import { readErrorBody } from '../../domain/api/error-answer.ts';
import { type ClientErrorCode, CODE_OF_STATUS, type ErrorCode, type FieldErrors } from '../../domain/api/errors.ts';

export interface ApiError {
  code: ErrorCode | ClientErrorCode;
  /** Field path → codes. */
  fields?: FieldErrors;
  /** Seconds to wait before the next try. */
  retryAfter?: number;
  /** With `maintenance`, in its place: when the portal opens again, in ms since the epoch. No button waits for it: it may open earlier. */
  reopensAt?: number;
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
      ...(retryAfter !== null &&
        (code === 'maintenance' ? { reopensAt: Date.now() + retryAfter * 1000 } : { retryAfter })),
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
