/** Readers of the host's answers: what is not of the contract's form is null, never a half-read object. */
import * as v from 'valibot';
import { type ApplicantRecord, readRecord } from '../application/record.ts';

/** Reads the answer of user-login. */
export function readLogin(value: unknown): { token: string; record: ApplicantRecord } | null {
  const result = v.safeParse(v.object({ token: v.pipe(v.string(), v.minLength(1)), object: v.unknown() }), value);
  const record = result.success ? readRecord(result.output.object) : null;
  return result.success && record ? { token: result.output.token, record } : null;
}

/** Reads the answer of GET /user. */
export function readUser(value: unknown): ApplicantRecord | null {
  const result = v.safeParse(v.object({ object: v.unknown() }), value);
  return result.success ? readRecord(result.output.object) : null;
}

/** Reads the answer of a create or update call. */
export function readData(value: unknown): ApplicantRecord | null {
  const result = v.safeParse(v.object({ data: v.unknown() }), value);
  return result.success ? readRecord(result.output.data) : null;
}

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
