/** A call of the API. Each step of the pipeline passes the call on, or throws a Refusal. */
import type { EndpointMatch } from '../../../src/domain/api/endpoints.ts';

export interface GatewayCall {
  request: Request;
  match: EndpointMatch;
  requestId: string;
  /** The client's network address; never logged. */
  address: string;
}

export type GatewayStep = (call: GatewayCall) => Promise<void> | void;
