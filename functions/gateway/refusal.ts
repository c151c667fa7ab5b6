/**
 * The gateway's own "no": an error code of the contract on its way to becoming an answer.
 * Rule: every error body is made here, so that all have the same shape.
 */
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../src/domain/api/errors.ts';

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
