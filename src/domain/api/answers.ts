/** Readers of the host's answers: what is not of the contract's form is null, never a half-read object. */
import * as v from 'valibot';
import { type ApplicantRecord, readRecord } from '../application/record.ts';
import { type ErrorBody, isErrorCode } from './errors.ts';

const errorSchema = v.object({
  code: v.custom<ErrorBody['code']>(isErrorCode),
  message: v.optional(v.string(), ''),
  request_id: v.optional(v.string(), ''),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
});

/** Reads an error body; null when it is not one of the contract. */
export function readErrorBody(value: unknown): ErrorBody | null {
  const result = v.safeParse(errorSchema, value);
  if (!result.success) return null;
  const { errors, ...body } = result.output;
  return errors ? { ...body, errors } : body;
}

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

const visaSchema = v.object({
  code: v.string(),
  name: v.string(),
  surname: v.string(),
  application_type: v.string(),
  status_type: v.string(),
  valid_from: v.nullish(v.string(), null),
  valid_to: v.nullish(v.string(), null),
});
export type EmployeeVisa = v.InferOutput<typeof visaSchema>;

/** Reads the answer of GET /employee-visa/{code}. */
export function readEmployeeVisa(value: unknown): EmployeeVisa | null {
  const result = v.safeParse(v.object({ data: visaSchema }), value);
  return result.success ? result.output.data : null;
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
