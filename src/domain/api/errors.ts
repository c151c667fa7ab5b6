/**
 * Every error code of the wire contract with its status, and the shape of an error answer.
 * Rule: an error is a code everywhere; sentences for people exist only in `locales/`.
 */

/** Code → HTTP status. `code_wrong` is a field code and rides on `validation_failed`. */
export const ERROR_STATUS = {
  malformed: 400,
  idempotency_required: 400,
  token_required: 401,
  invalid_credentials: 401,
  token_rejected: 403,
  link_expired: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  in_progress: 409,
  stale: 409,
  code_expired: 410,
  too_large: 413,
  unsupported_media: 415,
  validation_failed: 422,
  current_password_required: 422,
  idempotency_mismatch: 422,
  slow_down: 429,
  internal: 500,
  host_unreachable: 502,
  busy: 503,
  maintenance: 503,
  host_timeout: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * HTTP status → the nearest code, for an answer without an error body of the contract: what another host or a proxy on the
 * way writes. A status that is missing here says nothing about the call.
 */
export const CODE_OF_STATUS: Readonly<Partial<Record<number, ErrorCode>>> = {
  400: 'malformed',
  401: 'token_required',
  403: 'token_rejected',
  404: 'not_found',
  408: 'host_unreachable',
  409: 'email_taken',
  410: 'code_expired',
  413: 'too_large',
  415: 'unsupported_media',
  422: 'validation_failed',
  429: 'slow_down',
  502: 'host_unreachable',
  503: 'host_unreachable',
  504: 'host_timeout',
};

/** Codes that only the browser meets: no answer came, it could not be read, or nothing may be kept. */
export type ClientErrorCode = 'offline' | 'no_answer' | 'unreadable' | 'storage_blocked';

/** Field path (`surname`, `formatted_relatives.0.name`) → codes of what is wrong with it. */
export type FieldErrors = Record<string, string[]>;

/** Body of every error answer. `message` is English, for a log, and never shown. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  request_id: string;
  errors?: FieldErrors;
}

/** True when `value` is a code of the contract. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}
