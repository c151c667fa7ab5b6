/** Readers of the host's answers that hold no applicant record (application/record.ts): null for what is not of the contract's form. */
import * as v from 'valibot';

/** Reads the answer of check-email. */
export function readExists(value: unknown): boolean | null {
  const result = v.safeParse(v.object({ exists: v.boolean() }), value);
  return result.success ? result.output.exists : null;
}

const sessionSchema = v.object({
  /** ISO 8601, UTC. */
  created_at: v.string(),
  /** ISO 8601, UTC. */
  used_at: v.string(),
  browser: v.nullish(v.string(), ''),
  /** The session that asks. */
  current: v.optional(v.boolean(), false),
});
/** One place where an applicant is signed in. */
export type SessionEntry = v.InferOutput<typeof sessionSchema>;

/** Reads the answer of GET /user/sessions. */
export function readSessions(value: unknown): SessionEntry[] | null {
  const result = v.safeParse(v.object({ sessions: v.array(sessionSchema) }), value);
  return result.success ? result.output.sessions : null;
}
