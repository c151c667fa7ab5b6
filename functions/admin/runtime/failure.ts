/** Refusals: thrown anywhere below a route, turned into the error body in one place. */
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type FieldErrors } from '../../../src/domain/api/errors.ts';

export interface FailureDetails {
  errors?: FieldErrors;
  headers?: Record<string, string>;
}

/** A refusal with its code; `message` is English, for a log, and holds nothing personal. */
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

/** So many fields are told at once: more than anybody mends in one go. */
const MOST_TOLD = 50;

/** 422 with what is wrong, by field path, of the first fields. */
export function invalid(errors: FieldErrors): Failure {
  const told = Object.fromEntries(Object.entries(errors).slice(0, MOST_TOLD));
  return new Failure('validation_failed', 'some fields are not accepted', { errors: told });
}

/** 403 that says nothing about why, so that it can't be used to find out what exists. */
export function tokenRejected(): Failure {
  return new Failure('token_rejected', 'the token does not open this');
}

/** Those who were refused together come back over this time. */
const LONGEST_JITTER_MS = 10_000;

/** When to come back: after `wait` milliseconds and a little more, not the same for all. */
export function retryAfter(wait: number): { 'Retry-After': string } {
  const jitter = Math.random() * Math.min(wait, LONGEST_JITTER_MS);
  return { 'Retry-After': String(Math.ceil((wait + jitter) / 1000)) };
}

/** 429 with the time to wait. @param wait milliseconds */
export function slowDown(wait: number): Failure {
  return new Failure('slow_down', 'too many tries', { headers: retryAfter(wait) });
}

export function failureResponse(failure: Failure, requestId: string): Response {
  const { errors, headers } = failure.details;
  const body: ErrorBody = { code: failure.code, message: failure.message, request_id: requestId };
  if (errors) body.errors = errors;
  return Response.json(body, { status: ERROR_STATUS[failure.code], headers: { ...headers, ...PRIVATE } });
}

/** Answers hold personal data or tokens: no cache keeps them. */
export const PRIVATE = { 'Cache-Control': 'no-store' };
