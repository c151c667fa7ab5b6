/** Readers of the host's responses, except records (application/record.ts); null for a broken contract. */
import * as v from 'valibot';
import { propertyOf } from './json.ts';

export function readExists(value: unknown): boolean | null {
  const result = v.safeParse(v.object({ exists: v.boolean() }), value);
  return result.success ? result.output.exists : null;
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

const sessionSchema = v.object({
  created_at: v.string(),
  used_at: v.string(),
  browser: v.nullish(v.string(), ''),
  current: v.optional(v.boolean(), false),
});
/** A signed-in browser; times are ISO 8601, UTC, `current` marks the session that asks. */
export type SessionEntry = v.InferOutput<typeof sessionSchema>;

export function readSessions(value: unknown): SessionEntry[] | null {
  const result = v.safeParse(v.object({ sessions: v.array(sessionSchema) }), value);
  return result.success ? result.output.sessions : null;
}
