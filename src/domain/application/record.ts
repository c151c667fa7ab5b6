/** The applicant record of the wire: its reader, and its values for a form. */
import * as v from 'valibot';
import { fieldsOf, LISTS, type ListName } from './fields.ts';
import type { ApplicationType } from './types.ts';
import { type Address, type ApplicationValues, emptyValue } from './values.ts';

const text = v.optional(v.nullable(v.string()), '');
const path = v.nullish(v.string(), null);

const recordSchema = v.looseObject({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  name: text,
  surname: text,
  middlename: text,
  email: text,
  application_type: text,
  file4: path,
  resume_file: path,
  file5: path,
  version: v.optional(v.number()),
  application_status_history: v.fallback(
    v.array(
      v.object({
        status_type: v.string(),
        created_at: v.string(),
        note: v.pipe(
          v.nullish(v.string()),
          v.transform((note) => note ?? ''),
        ),
        fields: v.optional(v.fallback(v.array(v.string()), [])),
      }),
    ),
    [],
  ),
  // A host that tells none, or not in this form, has its visa left out.
  visa: v.fallback(v.nullish(v.object({ code: v.string(), valid_from: v.string(), valid_to: v.string() }), null), null),
});

/** What the portal knows of a record; the host's other fields stay beside it as they came. */
export type ApplicantRecord = v.InferOutput<typeof recordSchema>;

/** Reads a record from an answer; null when it is not one. */
export function readRecord(value: unknown): ApplicantRecord | null {
  const result = v.safeParse(recordSchema, value);
  return result.success ? result.output : null;
}

/** Of user-login. */
export function readLogin(value: unknown): { token: string; record: ApplicantRecord } | null {
  const result = v.safeParse(v.object({ token: v.pipe(v.string(), v.minLength(1)), object: v.unknown() }), value);
  const record = result.success ? readRecord(result.output.object) : null;
  return result.success && record ? { token: result.output.token, record } : null;
}

/** Of GET /user. */
export function readUser(value: unknown): ApplicantRecord | null {
  const result = v.safeParse(v.object({ object: v.unknown() }), value);
  return result.success ? readRecord(result.output.object) : null;
}

/** Of a create or update call. */
export function readData(value: unknown): ApplicantRecord | null {
  const result = v.safeParse(v.object({ data: v.unknown() }), value);
  return result.success ? readRecord(result.output.data) : null;
}

/** The record as values; files become references. @param type the record's own, by `readApplicationType` */
export function fromRecord(type: ApplicationType, record: ApplicantRecord): ApplicationValues {
  const values: Record<string, unknown> = {};
  for (const { name, kind } of fieldsOf(type)) {
    values[name] = name in LISTS ? listFrom(name as ListName, record[name]) : valueFrom(kind, record[name]);
  }
  return values as ApplicationValues;
}

function valueFrom(kind: Parameters<typeof emptyValue>[0], value: unknown): unknown {
  const empty = emptyValue(kind);
  if (value === null || value === undefined) return empty;
  if (kind === 'file' || kind === 'photo') return typeof value === 'string' && value ? { path: value } : null;
  if (kind === 'address') return addressFrom(empty as Address, value);
  return String(value);
}

/** Region and district are ids, which a host may hold as numbers. */
function addressFrom(empty: Address, value: unknown): Address {
  if (typeof value !== 'object' || Array.isArray(value)) return empty;
  const told = value as Record<string, unknown>;
  return Object.fromEntries(Object.keys(empty).map((name) => [name, String(told[name] ?? '')])) as unknown as Address;
}

function listFrom(list: ListName, value: unknown): unknown[] {
  if (!Array.isArray(value)) return [];
  const fields = LISTS[list].item;
  const items = value.filter((item) => typeof item === 'object' && item !== null) as Record<string, unknown>[];
  return items.map((item) =>
    Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, valueFrom(kind, item[name])])),
  );
}
