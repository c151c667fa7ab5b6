/** The refusals that several calls share. index.ts turns refusals into responses. */

import { Refusal } from '../../../src/domain/api/refusal.ts';
import type { FieldErrors } from '../../../src/domain/api/refusal-codes.ts';
import { RETRY_AFTER_S } from '../../platform/passing-faults.ts';

const MAX_FIELDS = 50;

/** 422 with codes by field path; only the first fields. */
export function invalid(errors: FieldErrors): Refusal {
  const first = Object.fromEntries(Object.entries(errors).slice(0, MAX_FIELDS));
  return new Refusal('validation_failed', 'some fields are not accepted', { errors: first });
}

/** 403 without a reason, since that would reveal what exists. */
export function tokenRejected(): Refusal {
  return new Refusal('token_rejected', 'the token is not valid for this call');
}

/** For a mailed link. */
export const linkExpired = () => new Refusal('link_expired', 'the link was used or replaced, or is too old');

/** Largest random delay: spreads the retries of requests that were refused together. */
const LONGEST_JITTER_MS = 10_000;

/** Retry-After of `wait` milliseconds and a random delay. */
export function retryAfterHeader(wait: number): { 'Retry-After': string } {
  const jitter = Math.random() * Math.min(wait, LONGEST_JITTER_MS);
  return { 'Retry-After': String(Math.ceil((wait + jitter) / 1000)) };
}

/** 429. @param wait milliseconds */
export function slowDown(wait: number): Refusal {
  return new Refusal('slow_down', 'too many attempts', { headers: retryAfterHeader(wait) });
}

/** 503 after a passing fault of the platform; the pages send the request again. */
export function busyAfterFault(): Refusal {
  return new Refusal('busy', 'the platform failed for a moment', { headers: retryAfterHeader(RETRY_AFTER_S * 1000) });
}

/** Responses hold personal data or tokens: no cache may store them. */
export const PRIVATE = { 'Cache-Control': 'no-store' };
