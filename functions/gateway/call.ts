/** A call, and its refusal. Rule: a step of the pipeline lets a call pass or throws a Refusal; every error body is made here. */
import type { EndpointMatch } from '../../src/domain/api/endpoints.ts';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../src/domain/api/errors.ts';

export interface Call {
  request: Request;
  match: EndpointMatch;
  requestId: string;
  /** The client's network address; never logged. */
  address: string;
}

export type Step = (call: Call) => Promise<void> | void;

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  /** @param message English, for a log; never holds anything the client sent @param headers `Allow` for example */
  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.headers = headers;
  }

  toResponse(requestId: string): Response {
    const body: ErrorBody = { code: this.code, message: this.message, request_id: requestId };
    return Response.json(body, { status: ERROR_STATUS[this.code], headers: this.headers });
  }
}
