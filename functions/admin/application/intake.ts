/**
 * Reads an application's body, checks it with the portal's rules and prepares the row. Derived fields are derived again here, so
 * that they cannot contradict the answers that they repeat.
 */
import parsePhoneNumber from 'libphonenumber-js/min';
import type { FieldErrors } from '../../../src/domain/api/refusal-codes.ts';
import { checkApplication } from '../../../src/domain/application/check-application.ts';
import { fieldsOf, isApplicable, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import { fromBodyParts, toStoredFields } from '../../../src/domain/application/multipart.ts';
import { isTermsVersion, TERMS_PART } from '../../../src/domain/application/terms.ts';
import { type ApplicationType, readApplicationType } from '../../../src/domain/application/types.ts';
import { type ApplicationValues, mapValues } from '../../../src/domain/application/values.ts';
import { joined } from '../../../src/domain/files/bytes.ts';
import { checkFile } from '../../../src/domain/files/check-file.ts';
import { utcDate } from '../../../src/domain/input/date.ts';
import { safeFileName } from '../../../src/domain/input/file-names.ts';
import { isDialled } from '../../../src/domain/input/phone.ts';
import { isNewFile, type NewFile, unreadableBodyPart } from '../../../src/domain/kinds/kind.ts';
import { type BodyPart, type FilePart, withMultipart } from '../body/multipart.ts';
import { type Uploads, withUploads } from '../files/object-store.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { invalid } from '../runtime/refusals.ts';
import { keyedHash, sha256 } from '../secrets/keys.ts';
import type { StoredFields } from '../store/applicants.ts';
import type { FileRow } from '../store/files.ts';
import { fileFieldsOf, mapFiles } from './record.ts';

interface SentFile extends NewFile {
  /** SHA-256 of the bytes as sent, hexadecimal. */
  sha256: string;
  /** The row to store; null for a rejected file, and where the application has no field for the file. */
  row: FileRow | null;
}

export type SentBodyPart = BodyPart<SentFile>;

/**
 * Reads the body of a create or update call and runs `work` with its parts. Files are stored as they arrive; those that `work`
 * does not attach are deleted.
 * @throws Refusal as {@link withMultipart}
 */
export function withSentParts<Result>(
  { env, request }: { env: AdminEnv; request: Request },
  type: ApplicationType,
  limit: number,
  work: (parts: SentBodyPart[], uploads: Uploads) => Promise<Result>,
): Promise<Result> {
  return withUploads(env, (uploads) =>
    withMultipart(request, limit, fileReceiver(type, uploads), (parts) => work(parts, uploads)),
  );
}

/** Checks each file, removes metadata and foreign content, and stores the rest as soon as it has arrived. */
function fileReceiver(type: ApplicationType, uploads: Uploads): (file: FilePart) => Promise<SentFile> {
  const fields = fileFieldsOf(type);
  return async ({ field, name, bytes }) => {
    const accepted = fields.get(field);
    const sent = { name, size: bytes.length, sha256: sha256(bytes) };
    if (!accepted) return { ...sent, type: null, row: null };
    const checked = checkFile(bytes, accepted);
    if (!checked.ok) return { ...sent, type: null, issue: checked.code, row: null };
    const { type: found } = checked;
    const content = joined(checked.pieces, bytes);
    const stored = { size: content.length, sha256: content === bytes ? sent.sha256 : sha256(content) };
    const row = await uploads.put({ field, name: safeFileName(name, found), type: found, ...stored }, content);
    return { ...sent, type: found, row };
  };
}

/**
 * Reads a body into values. A missing yes/no answer follows from its list, and a list whose question is not answered "yes" is
 * empty (requirements: record-lists).
 * @param stored values of the changed application, which missing body parts keep
 * @throws Refusal `malformed`, or `validation_failed` where the body names another type than the path
 */
export function readSentValues(
  type: ApplicationType,
  parts: readonly SentBodyPart[],
  stored: StoredFields = {},
): ApplicationValues {
  const named = new Set(parts.map(({ name }) => name));
  if (named.has('application_type') && readApplicationType(textBodyPart(parts, 'application_type')) !== type)
    throw invalid({ application_type: ['not_in_list'] });
  const sent: ApplicationValues = fromBodyParts(type, parts);
  const kept = valuesWithoutFiles(type, stored);
  const values = mapValues(fieldsOf(type), ({ name }) => (named.has(name) ? sent : kept)[name]);
  for (const [list, { flag }] of Object.entries(LISTS) as [ListName, (typeof LISTS)[ListName]][]) {
    if (named.has(list) && !named.has(flag)) values[flag] = values[list].length > 0 ? 'yes' : 'no';
  }
  const closed = fieldsOf(type).filter(({ name }) => !isApplicable(name, values));
  return { ...values, ...mapValues(closed, (_, kind) => kind.empty()) };
}

/** The values of stored fields without files, except in list items, which name theirs by id. */
function valuesWithoutFiles(type: ApplicationType, fields: StoredFields): ApplicationValues {
  return mapValues(fieldsOf(type), ({ name }, kind) =>
    kind.shape === 'file' ? null : kind.fromRecord(fields[name] ?? undefined),
  );
}

/** Equal for two bodies with equal parts and file contents. Keyed, since a password may be among the parts. */
export function creationFingerprint(env: AdminEnv, type: ApplicationType, parts: readonly SentBodyPart[]): string {
  const lines = parts
    .map(({ name, value }) => [name, typeof value === 'string' ? value : ['file', value.sha256]] as const)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return keyedHash(env, 'fingerprint', JSON.stringify([type, lines]));
}

/** The text of the body part with a name; undefined for none, and for a file. */
export function textBodyPart(parts: readonly SentBodyPart[], name: string): string | undefined {
  const value = parts.find((part) => part.name === name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The version of the terms that the body consents to; null where it names none. @throws Refusal `malformed` */
export function readTerms(parts: readonly SentBodyPart[]): string | null {
  const version = textBodyPart(parts, TERMS_PART);
  if (version === undefined) return null;
  if (!isTermsVersion(version)) throw unreadableBodyPart(TERMS_PART);
  return version;
}

/** The files of a body as they arrived, which the applicant's page compares with those that it sent. */
export const receivedFiles = (parts: readonly SentBodyPart[]) =>
  parts.flatMap(({ name: field, value }) =>
    typeof value === 'string' ? [] : [{ field, name: value.name, size: value.size, sha256: value.sha256 }],
  );

export interface Prepared {
  errors: FieldErrors;
  fields: StoredFields;
  files: FileRow[];
}

/**
 * Checks values. @param values with stored files by id in `path` @param days the present, and when the application was sent;
 * milliseconds since 1970
 */
export function prepare(
  type: ApplicationType,
  values: ApplicationValues,
  days: { now: number; sent: number },
): Prepared {
  const errors = checkApplication(type, values, {
    today: latestDay(days.now),
    sentOn: earliestDay(days.sent),
    isPhone: (value) => isDialled(value, parsePhoneNumber(value)),
    asSent: true,
  });
  const files: FileRow[] = [];
  if (Object.keys(errors).length > 0) return { errors, fields: {}, files };
  const stored = mapFiles(type, values, (file, { path }) => {
    if (!file || !isNewFile(file)) return file;
    const { row } = file as SentFile;
    // By now each rejected file is in `errors`.
    if (!row) throw new Error(`a file that was not stored passed the checks: ${path}`);
    files.push(row);
    return { path: row.id };
  });
  return { errors, fields: toStoredFields(type, stored), files };
}

const HOUR_MS = 60 * 60 * 1000;

/** The latest date on Earth, so that every date is accepted that is not in the future somewhere. */
const latestDay = (instant: number) => utcDate(new Date(instant + 14 * HOUR_MS));

/** The earliest date on Earth, so that every date is accepted that is not past somewhere. */
const earliestDay = (instant: number) => utcDate(new Date(instant - 12 * HOUR_MS));
