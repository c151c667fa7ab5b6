/**
 * An API call on its way through the gateway's steps, and how a step refuses it.
 * Rule: a step lets the call pass or throws a Refusal; it never answers itself. Every error body is made here.
 */
import type { EndpointMatch } from '../../src/domain/api/endpoints.ts';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../src/domain/api/errors.ts';

export interface Call {
  request: Request;
  match: EndpointMatch;
  requestId: string;
  /** The client's network address; used as a key and passed on, never logged. */
  address: string;
}

export type Step = (call: Call) => Promise<void> | void;

/** Thrown by a step of the pipeline; the app turns it into the answer. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  /**
   * @param message English, for a log; never holds anything the visitor sent
   * @param headers what the answer carries besides the body, `Allow` for example
   */
  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.headers = headers;
  }

  /** The error answer of the contract. */
  toResponse(requestId: string): Response {
    const body: ErrorBody = { code: this.code, message: this.message, request_id: requestId };
    return Response.json(body, { status: ERROR_STATUS[this.code], headers: this.headers });
  }
}
