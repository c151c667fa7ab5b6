/** What browser and gateway read of the contract: routes, and the gateway's limits. */
import type { CallContract } from '../../../src/domain/api/contract/call.ts';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';

export function endpointTable() {
  const calls: [string, CallContract][] = Object.entries(CALLS);
  const endpoints = calls.map(([id, { method, path, access, body }]) => [
    id,
    { method, path, access, body: body.type, limit: body.limit },
  ]);
  return {
    endpoints: Object.fromEntries(endpoints),
    perMinute: Object.fromEntries(calls.map(([id, { perMinute }]) => [id, perMinute])),
  };
}
