/** What browser and gateway read of the contract. */
import type { CallContract } from '../../../src/domain/api/contract/call.ts';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';

const calls: [string, CallContract][] = Object.entries(CALLS);

/** `src/domain/api/endpoint-table.json`: method, path, access and kind of body of each call. */
export const endpointTable = () =>
  Object.fromEntries(
    calls.map(([id, { route, access, body }]) => {
      const [method, path] = route.split(' ');
      return [id, { method, path, access, body: body?.type ?? 'none' }];
    }),
  );

/** `src/domain/api/call-limits.json`: the largest body in bytes, and the calls a minute for one network address. */
export const callLimits = () =>
  Object.fromEntries(calls.map(([id, { body, perMinute }]) => [id, { bytes: body?.limit ?? 0, perMinute }]));
