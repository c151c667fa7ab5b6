/**
 * Reads that a host may lack (docs/host.md, level 4). Rule: that a host lacks one is an answer, 204, and no error, so that a page
 * may ask what the host offers without a line in the browser's console.
 */
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import type { HostAnswer } from './forward.ts';

const OPTIONAL_READS: readonly EndpointId[] = [
  'currentUser',
  'listSessions',
  'listMessages',
  'messagesTaken',
  'parcelsKept',
];

/** What hosts answer to an address that they don't know. */
const UNKNOWN_ADDRESS = [404, 405, 501];

/** True where the host lacks the call: it does not know the address, or shows a page there as everywhere. */
export function isAbsent(id: EndpointId, { ok, status, type }: HostAnswer): boolean {
  if (!OPTIONAL_READS.includes(id)) return false;
  return UNKNOWN_ADDRESS.includes(status) || (ok && type !== 'application/json');
}

export function absentAnswer(answer: HostAnswer): Response {
  answer.discard();
  return new Response(null, { status: 204 });
}
