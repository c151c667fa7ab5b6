/**
 * Reads that a host may lack (docs/host.md, level 4). A missing call is a 204, not an error, so that a page can ask without an
 * error line in the browser's console.
 */
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import type { HostResponse } from './forward.ts';

const OPTIONAL_READS: readonly EndpointId[] = [
  'currentUser',
  'listSessions',
  'listMessages',
  'acceptsMessages',
  'supportsParcels',
];

/** How hosts respond to an unknown path. */
const UNKNOWN_ADDRESS = [404, 405, 501];

/** True where the host lacks the call: unknown path, or a page as for every path. */
export function isAbsent(id: EndpointId, { ok, status, type }: HostResponse): boolean {
  if (!OPTIONAL_READS.includes(id)) return false;
  return UNKNOWN_ADDRESS.includes(status) || (ok && type !== 'application/json');
}

export function absentResponse(hostResponse: HostResponse): Response {
  hostResponse.discard();
  return new Response(null, { status: 204 });
}
