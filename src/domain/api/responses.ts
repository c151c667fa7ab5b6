/** Reads responses without a schema library, for every page. Returns null for a response that breaks the contract. */
import { propertyOf } from './json.ts';

export function readExists(value: unknown): boolean | null {
  const exists = propertyOf(value, 'exists');
  return typeof exists === 'boolean' ? exists : null;
}

/** Optional abilities that a host announces in `offers` (docs/host.md). */
export const HOST_OFFERS = [
  'idempotency_keys',
  'current_password',
  'withdrawal',
  'deletion_requests',
  'email_confirmation',
  'messages',
  'partial_dates',
] as const;
export type HostOffer = (typeof HOST_OFFERS)[number];

/** The known offers in a response of check-email, user-login or GET /user. */
export function readOffers(value: unknown): HostOffer[] {
  const offered = [propertyOf(value, 'offers')].flat();
  return HOST_OFFERS.filter((offer) => offered.includes(offer));
}

export const readSessionsEnded = (value: unknown): boolean => propertyOf(value, 'sessions_ended') === true;
