/** Calls that a host may lack (docs/host.md, level 4), and how hosts then respond. */
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';

const OPTIONAL_READS: readonly EndpointId[] = [
  'currentUser',
  'listSessions',
  'listMessages',
  'acceptsMessages',
  'supportsParcels',
];
/** How hosts respond to an unknown path. */
const UNKNOWN_ADDRESS = [404, 405, 501];

interface Facts {
  ok: boolean;
  status: number;
  /** Media type. */
  type: string;
}

const isOfUnknownAddress = ({ ok, status, type }: Facts) =>
  UNKNOWN_ADDRESS.includes(status) || (ok && type !== 'application/json');

/** True where the host lacks the call. The gateway then responds 204, since browsers log an error for any other status. */
export const isAbsentCall = (id: EndpointId, response: Facts): boolean =>
  OPTIONAL_READS.includes(id) && isOfUnknownAddress(response);

/** True for a response outside the contract to a visa check: the host may not know the visa, or lack the call. */
export const mayLackVisas = (id: EndpointId | null, response: Facts): boolean =>
  id === 'employeeVisa' && isOfUnknownAddress(response);
