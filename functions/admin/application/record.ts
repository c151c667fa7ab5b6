/**
 * An application as stored: rendered anew for each response, since file links are valid for 15 minutes; its values; and what a
 * change has altered.
 */
import { deletionDue } from '../../../src/domain/account/deletion.ts';
import type { RecordBody } from '../../../src/domain/api/contract/records.ts';
import { type FieldName, FLAG_OF, fieldsOf } from '../../../src/domain/application/fields.ts';
import { type ApplicantRecord, fromRecord } from '../../../src/domain/application/record.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import { type ApplicationValues, mapFields, mapValues } from '../../../src/domain/application/values.ts';
import type { FileType } from '../../../src/domain/input/files.ts';
import { kindOf } from '../../../src/domain/kinds/index.ts';
import type { FilePlace, FileValue } from '../../../src/domain/kinds/kind.ts';
import { signLink } from '../files/links.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { visiblePassportEnd } from '../runtime/settings.ts';
import type { Applicant, StoredFields } from '../store/applicants.ts';
import type { DeletionRequest } from '../store/erase.ts';
import type { FileRow } from '../store/files.ts';

/** The answers that every application has. */
type RequiredAnswers = StoredFields & Pick<RecordBody, 'name' | 'surname' | 'email'>;

export function renderRecord(env: AdminEnv, applicant: Applicant, now: number): RecordBody {
  const files = new Map(applicant.files.map((file) => [file.id, file]));
  const link = (id: unknown) => {
    const file = typeof id === 'string' ? files.get(id) : undefined;
    return file ? signLink(env, file, now) : null;
  };
  // Leaves out questions behind a "no", and fields that did not exist when the application was stored.
  const asked = fieldsOf(applicant.type).filter(({ name }) => applicant.fields[name] !== undefined || !FLAG_OF[name]);
  return {
    ...(applicant.fields as RequiredAnswers),
    ...mapFields(asked, ({ name }, kind) => kind.mapFiles(applicant.fields[name] ?? kind.empty(), link, name)),
    id: applicant.id,
    application_type: applicant.type,
    application_status_history: applicant.history,
    version: applicant.version,
    email_confirmed: applicant.emailConfirmedAt !== null,
    ...(applicant.deletion ? { deletion_request: renderDeletion(applicant.deletion) } : {}),
    ...(applicant.visa
      ? { visa: { ...applicant.visa, ...visiblePassportEnd(env, applicant.fields.passport_number) } }
      : {}),
  };
}

function renderDeletion({ askedAt, answeredAt, answer }: DeletionRequest) {
  const asked = { asked_at: new Date(askedAt).toISOString(), answer_by: deletionDue(askedAt) };
  return answeredAt === null ? asked : { ...asked, answered_at: new Date(answeredAt).toISOString(), answer };
}

/** The values with each file replaced by `replace(file)`. */
export function mapFiles(
  type: ApplicationType,
  values: ApplicationValues,
  replace: (file: FileValue | null, place: FilePlace) => FileValue | null,
): ApplicationValues {
  const replaceFile = (file: unknown, place: FilePlace) => replace(file as FileValue | null, place);
  return {
    ...values,
    ...mapValues(fieldsOf(type), ({ name }, kind) => kind.mapFiles(values[name], replaceFile, name)),
  };
}

/**
 * The values of a stored application, with its files.
 * @param files the files that the values may name, also those of earlier versions
 */
export function storedValues(
  type: ApplicationType,
  fields: StoredFields,
  files: readonly FileRow[],
): ApplicationValues {
  const rows = new Map(files.map((row) => [row.id, row]));
  return mapFiles(type, fromRecord(type, fields as unknown as ApplicantRecord), (file) =>
    file && 'path' in file ? (rows.get(file.path) ?? null) : null,
  );
}

/** The file parts of an application type, with the accepted types of each. */
export function fileFieldsOf(type: ApplicationType): Map<string, readonly FileType[]> {
  return new Map(fieldsOf(type).flatMap((field) => kindOf(field).fileParts(field.name)));
}

/**
 * Wire names of the fields whose answers differ, in form order. A missing answer equals an empty one, and a file that was sent
 * again equals itself.
 */
export function changedFields(
  type: ApplicationType,
  before: StoredFields,
  after: StoredFields,
  files: readonly FileRow[],
): FieldName[] {
  const digests = new Map(files.map(({ id, sha256 }) => [id, sha256]));
  // Officers see the marks of a photo at the answers that they are about.
  return fieldsOf(type).flatMap(({ name, kind }) =>
    kind === 'photoMarks' || textOf(before[name], digests) === textOf(after[name], digests) ? [] : [name],
  );
}

function textOf(value: unknown, digests: Map<string, string>): string {
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return '';
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? (digests.get(inner) ?? inner) : inner,
  );
}

/** What an applicant's change has altered, and what the reviewer asked for; null where every field was free. */
export interface ChangedFields {
  changed: readonly string[];
  asked: readonly string[] | null;
}

/** The changed fields that were not asked for; a yes/no question and its list count as one. */
export function unaskedFields({ changed, asked }: ChangedFields): string[] {
  if (asked === null) return [];
  const question = (name: string) => FLAG_OF[name as FieldName] ?? name;
  const allowed = new Set(asked.map(question));
  return changed.filter((name) => !allowed.has(question(name)));
}
