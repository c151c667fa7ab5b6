/** One request and its response: body or refusal. Independent of the session, so that pages without one don't load it. */

import { parseJson } from '../../domain/api/json.ts';
import {
  type BrowserRefusalCode,
  type FieldErrors,
  type RefusalCode,
  readRefusalBody,
} from '../../domain/api/refusal-codes.ts';
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';
import { ports } from '../browser/ports.ts';

export interface CallRefusal {
  code: RefusalCode | BrowserRefusalCode;
  /** Field path → codes, or sentences of `host_words`. */
  fields?: FieldErrors;
  /** The host's own sentence, which the page quotes. */
  sentence?: string;
  retryAfter?: number;
  /** With `maintenance`: when the portal reopens, in ms since the epoch. Buttons stay enabled, since it may reopen earlier. */
  reopensAt?: number;
  /** Identifies the call in the gateway's log. */
  requestId?: string;
}

/** `status` is 0 when no response came; `body` is undefined if it is not JSON. */
export type ApiResponse =
  | { ok: true; status: number; body: unknown; refusal?: undefined }
  | { ok: false; status: number; body?: undefined; refusal: CallRefusal };

export function failedResponse(code: CallRefusal['code']): ApiResponse {
  return { ok: false, status: 0, refusal: { code } };
}

export interface ResponseOptions {
  /** The code for a status without a body of the contract; by default `host_unreachable`. */
  codeOf?: (status: number) => RefusalCode;
}

/** Reads the response of a call. @param text the raw body; an empty one is read as `null` */
export function readResponse(
  status: number,
  headers: Pick<Headers, 'get'>,
  text: string,
  options: ResponseOptions = {},
): ApiResponse {
  const body = text.trim() === '' ? null : parseJson(text);
  if (status >= 200 && status < 300) return { ok: true, status, body };
  const errorBody = readRefusalBody(body);
  const requestId = headers.get('X-Request-Id') ?? errorBody?.request_id;
  const retryAfter = readRetryAfter(headers.get('Retry-After'));
  const code = errorBody?.code ?? options.codeOf?.(status) ?? 'host_unreachable';
  const words = errorBody?.host_words;
  const fields = { ...words?.errors, ...errorBody?.errors };
  return {
    ok: false,
    status,
    refusal: {
      code,
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(words?.message && { sentence: words.message }),
      ...(retryAfter !== null &&
        (code === 'maintenance' ? { reopensAt: ports.now() + retryAfter * 1000 } : { retryAfter })),
      ...(requestId && { requestId }),
    },
  };
}

/** Seconds; RFC 9110, section 10.2.3, allows a date as well. */
function readRetryAfter(header: string | null): number | null {
  if (!header) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - ports.now()) / 1000));
}

/** Sends a request within the time-out. @param path on this origin */
export async function send(path: string, request: RequestInit, options: ResponseOptions = {}): Promise<ApiResponse> {
  const timeout = new AbortController();
  const cancel = ports.after(HTTP_TIMEOUT_MS, () => timeout.abort());
  const signal = request.signal ? anySignal([request.signal, timeout.signal]) : timeout.signal;
  try {
    // The contract has no redirects, and a redirect must not carry the token elsewhere.
    const response = await ports.fetch(path, { ...request, signal, redirect: 'error', cache: 'no-store' });
    return readResponse(response.status, response.headers, await response.text(), options);
  } catch {
    return failedResponse(ports.online() ? 'no_answer' : 'offline');
  } finally {
    cancel();
  }
}

/** Aborts with the first of several signals, as `AbortSignal.any` does, which some supported browsers lack. */
function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: first.signal });
  }
  return first.signal;
}
