/** Readers of the host's answers but for records (application/record.ts); null for a broken contract. */
import * as v from 'valibot';

/** Of check-email. */
export function readExists(value: unknown): boolean | null {
  const result = v.safeParse(v.object({ exists: v.boolean() }), value);
  return result.success ? result.output.exists : null;
}

/** What a host may do beyond section 7 of the specification, and says in `offers` (docs/host.md). */
export const HOST_OFFERS = [
  'idempotency_keys',
  'current_password',
  'withdrawal',
  'deletion_requests',
  'email_confirmation',
  'messages',
] as const;
export type HostOffer = (typeof HOST_OFFERS)[number];

/** The known offers of an answer: of check-email, user-login, GET /user. */
export function readOffers(value: unknown): HostOffer[] {
  const told = [property(value, 'offers')].flat();
  return HOST_OFFERS.filter((offer) => told.includes(offer));
}

/** Of a change of the password: whether the host says that it has ended other sessions. */
export const readSessionsEnded = (value: unknown): boolean => property(value, 'sessions_ended') === true;

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const sessionSchema = v.object({
  created_at: v.string(),
  used_at: v.string(),
  browser: v.nullish(v.string(), ''),
  current: v.optional(v.boolean(), false),
});
/** A signed-in browser; times are ISO 8601, UTC, `current` is the session that asks. */
export type SessionEntry = v.InferOutput<typeof sessionSchema>;

/** Of GET /user/sessions. */
export function readSessions(value: unknown): SessionEntry[] | null {
  const result = v.safeParse(v.object({ sessions: v.array(sessionSchema) }), value);
  return result.success ? result.output.sessions : null;
}
