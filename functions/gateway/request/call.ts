/** A call and its refusal. Rule: a step of the pipeline passes a call or throws a Refusal; every error body is made here. */
import type { EndpointMatch } from '../../../src/domain/api/endpoints.ts';
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type HostWords } from '../../../src/domain/api/errors.ts';

export interface GatewayCall {
  request: Request;
  match: EndpointMatch;
  requestId: string;
  /** The client's network address; never logged. */
  address: string;
}

export type GatewayStep = (call: GatewayCall) => Promise<void> | void;

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  /** For the browser only: may contain what the client sent. */
  readonly words: HostWords | undefined;
  /** The host may lack the call, and says nothing about what was asked. */
  mayLackCall = false;

  /** @param message English, for a log, without client data @param headers such as `Allow` */
  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}, words?: HostWords) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.headers = headers;
    this.words = words;
  }

  toResponse(requestId: string): Response {
    const { code, message, words, mayLackCall } = this;
    const body: ErrorBody = {
      code,
      message,
      request_id: requestId,
      ...(words && { host_words: words }),
      ...(mayLackCall && { call_absent: true }),
    };
    return Response.json(body, { status: ERROR_STATUS[this.code], headers: this.headers });
  }
}
