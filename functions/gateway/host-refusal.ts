/** Turns an error that is not of the contract into a refusal. */
import { callTraits, type EndpointId, PARCEL_CALLS } from '../../src/domain/api/endpoints.ts';
import type { ErrorCode } from '../../src/domain/api/errors.ts';
import { codeOfStatus } from '../../src/domain/api/status-codes.ts';
import { Refusal } from './call.ts';
import { frameworkErrors } from './framework-errors.ts';

export interface HostRefusal {
  status: number;
  type: string;
  /** Null where it was not read. */
  text: string | null;
  wait: string | null;
}

/** Types that may hold the host's words; some frameworks call JSON a page, or omit the type. */
export const isReadable = (type: string): boolean =>
  ['', 'text/plain', 'text/html', 'text/json'].includes(type) || /^application\/(?:[\w.-]+\+)?json$/.test(type);

export const notOfContract = () =>
  new Refusal('host_unreachable', 'The admin host sent a response that is not of the contract');

const PARCEL_CODES: Record<number, ErrorCode> = { 410: 'parcel_gone', 412: 'parcel_changed' };

/** @param id null for a link to a file */
export function hostRefusal(id: EndpointId | null, { status, type, text, wait }: HostRefusal): Refusal {
  const ofParcel = id !== null && PARCEL_CALLS.includes(id) ? PARCEL_CODES[status] : undefined;
  const code = ofParcel ?? codeOfStatus(status, id ? callTraits(id) : { mayBeAbsent: true });
  if (code === 'host_unreachable') return notOfContract();
  const message = code === 'invalid_credentials' ? 'The sign-in failed' : `The admin host responded with ${status}`;
  const refusal = new Refusal(code, message, wait === null ? {} : { 'Retry-After': wait });
  // The host's internal failures are for its log.
  const words = status < 500 && id !== null && text !== null ? frameworkErrors(type, text) : null;
  return words ? refusal.withWords(words) : refusal;
}
