/** Turns a host's error outside the contract into a refusal: the code by status and profile, with the host's own words. */
import { callTraits, type EndpointId, PARCEL_ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { Refusal } from '../../../src/domain/api/refusal.ts';
import type { RefusalCode } from '../../../src/domain/api/refusal-codes.ts';
import { codeOfStatus } from '../../../src/domain/api/status-codes.ts';
import type { HostProfile } from './profile.ts';
import { readRefusalWords } from './refusal-words.ts';

interface FailedResponse {
  status: number;
  /** Media type. */
  type: string;
  /** Null where it was not read. */
  text: string | null;
  /** The header Retry-After. */
  wait: string | null;
}

/** Types that may have the host's words; some frameworks send JSON as a page, or omit the type. */
export const isReadable = (type: string): boolean =>
  ['', 'text/plain', 'text/html', 'text/json'].includes(type) || /^application\/(?:[\w.-]+\+)?json$/.test(type);

export const notOfContract = () =>
  new Refusal('host_unreachable', 'The admin host sent a response that is not of the contract');

/** @param id null for a link to a file */
export function hostRefusal(id: EndpointId | null, response: FailedResponse, profile: HostProfile): Refusal {
  const { status, type, text, wait } = response;
  // Texts about internal errors are for the host's log, not for people.
  const words = status < 500 && id !== null && text !== null ? readRefusalWords(id, type, text) : null;
  const code = codeOf(id, status, Object.keys(words?.errors ?? {}), profile);
  if (code === 'host_unreachable') return notOfContract();
  const headers: Record<string, string> = wait === null ? {} : { 'Retry-After': wait };
  if (code !== 'invalid_credentials')
    return new Refusal(code, `The admin host responded with ${status}`, { headers, hostWords: words ?? undefined });
  // The page must not say whether address or password is wrong.
  const hostWords = words?.message === undefined ? undefined : { message: words.message };
  return new Refusal(code, 'The sign-in failed', { headers, hostWords });
}

const PARCEL_CODES: Record<number, RefusalCode> = { 410: 'parcel_gone', 412: 'parcel_changed' };
const CREDENTIALS = ['email', 'password'];

function codeOf(id: EndpointId | null, status: number, fields: string[], profile: HostProfile): RefusalCode {
  if (id === null) return codeOfStatus(status, { mayBeAbsent: true });
  const isOfCredentials = fields.every((field) => CREDENTIALS.includes(field));
  if (id === 'login' && profile.refused_sign_in.includes(status) && isOfCredentials) return 'invalid_credentials';
  if (status === 400 && fields.length > 0) return 'validation_failed';
  const ofParcel = PARCEL_ENDPOINTS.includes(id) ? PARCEL_CODES[status] : undefined;
  return ofParcel ?? codeOfStatus(status, callTraits(id));
}
