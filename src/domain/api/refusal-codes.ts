/** All codes of refusals on the wire with their status, and the body that has them. Sentences are only in `locales/`. */
import { isJsonObject } from './json.ts';

/** Code → HTTP status. `code_wrong` is a field code of `validation_failed`. */
export const REFUSAL_STATUS = {
  malformed: 400,
  idempotency_required: 400,
  refused: 400,
  token_required: 401,
  invalid_credentials: 401,
  token_rejected: 403,
  link_expired: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  email_taken: 409,
  conflict: 409,
  in_progress: 409,
  stale: 409,
  code_expired: 410,
  parcel_gone: 410,
  parcel_changed: 412,
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

export type RefusalCode = keyof typeof REFUSAL_STATUS;

/** Codes that the browser itself reports: no response, an unreadable or altered one, or no storage. */
export type BrowserRefusalCode = 'offline' | 'no_answer' | 'unreadable' | 'parcel_altered' | 'storage_blocked';

/** Field path (`surname`, `formatted_relatives.0.name`) → codes. */
export type FieldErrors = Record<string, string[]>;

/** The host's own text, which pages quote. */
export interface HostWords {
  message?: string;
  errors?: Record<string, string[]>;
}

/** Body of every error response. `message` is English, for a log, never shown. */
export interface RefusalBody {
  code: RefusalCode;
  message: string;
  request_id: string;
  errors?: FieldErrors;
  /** Added by the gateway for a host outside the contract. */
  host_words?: HostWords;
  /** Added by the gateway where the host may lack the call. */
  call_absent?: true;
}

function isRefusalCode(value: unknown): value is RefusalCode {
  return typeof value === 'string' && Object.hasOwn(REFUSAL_STATUS, value);
}

/** Reads the body of a refusal; null for one outside the contract. Uses no schema library, so that small pages can load it. */
export function readRefusalBody(value: unknown): RefusalBody | null {
  if (!isJsonObject(value)) return null;
  const { code, message = '', request_id = '', errors, host_words } = value;
  if (!isRefusalCode(code) || typeof message !== 'string' || typeof request_id !== 'string') return null;
  const body = { code, message, request_id, ...(isJsonObject(host_words) && { host_words: host_words as HostWords }) };
  if (errors === undefined) return body;
  return isFieldErrors(errors) ? { ...body, errors } : null;
}

function isFieldErrors(value: unknown): value is FieldErrors {
  if (!isJsonObject(value)) return false;
  return Object.values(value).every((codes) => Array.isArray(codes) && codes.every((code) => typeof code === 'string'));
}
