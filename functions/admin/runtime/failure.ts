/** Refusals: thrown anywhere below a route, turned into the error body in one place. */
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type FieldErrors } from '../../../src/domain/api/errors.ts';
import { RETRY_AFTER_S } from '../../platform/passing-faults.ts';

interface FailureDetails {
  errors?: FieldErrors;
  headers?: Record<string, string>;
}

/** A refusal with its code; `message` is English, for the log, without personal data. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: FailureDetails;

  constructor(code: ErrorCode, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }
}

const MAX_FIELDS = 50;

/** 422 with codes by field path, cut to the first fields. */
export function invalid(errors: FieldErrors): Failure {
  const first = Object.fromEntries(Object.entries(errors).slice(0, MAX_FIELDS));
  return new Failure('validation_failed', 'some fields are not accepted', { errors: first });
}

/** 403 without a reason, so that it does not reveal what exists. */
export function tokenRejected(): Failure {
  return new Failure('token_rejected', 'the token is not valid for this call');
}

/** A mailed link. */
export const linkExpired = () => new Failure('link_expired', 'the link was used or replaced, or is too old');

/** Spreads the retries of requests that were refused together. */
const LONGEST_JITTER_MS = 10_000;

/** `wait` milliseconds and a random delay. */
export function retryAfterHeader(wait: number): { 'Retry-After': string } {
  const jitter = Math.random() * Math.min(wait, LONGEST_JITTER_MS);
  return { 'Retry-After': String(Math.ceil((wait + jitter) / 1000)) };
}

/** 429. @param wait milliseconds */
export function slowDown(wait: number): Failure {
  return new Failure('slow_down', 'too many attempts', { headers: retryAfterHeader(wait) });
}

/** 503 after a passing fault of the platform; the pages send the request again. */
export function busyAfterFault(): Failure {
  return new Failure('busy', 'the platform failed for a moment', { headers: retryAfterHeader(RETRY_AFTER_S * 1000) });
}

export function failureResponse(failure: Failure, requestId: string): Response {
  const { errors, headers } = failure.details;
  const body: ErrorBody = { code: failure.code, message: failure.message, request_id: requestId };
  if (errors) body.errors = errors;
  return Response.json(body, { status: ERROR_STATUS[failure.code], headers: { ...headers, ...PRIVATE } });
}

/** Responses hold personal data or tokens: no cache may store them. */
export const PRIVATE = { 'Cache-Control': 'no-store' };
