/** Readers of the host's answers but for records (application/record.ts); null for a broken contract. */
import * as v from 'valibot';

/** Of check-email. */
export function readExists(value: unknown): boolean | null {
  const result = v.safeParse(v.object({ exists: v.boolean() }), value);
  return result.success ? result.output.exists : null;
}

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
