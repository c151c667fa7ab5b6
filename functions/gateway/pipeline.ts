/** What each step of an API call sees. Rule: a step lets the call pass or throws a Refusal; it never answers itself. */
import type { EndpointMatch } from '../../src/domain/api/endpoints.ts';

export interface Call {
  request: Request;
  match: EndpointMatch;
  requestId: string;
  /** The client's network address; used as a key and passed on, never logged. */
  address: string;
}

export type Step = (call: Call) => Promise<void> | void;
