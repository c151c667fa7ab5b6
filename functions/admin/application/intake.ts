/**
 * What arrives for an application: read, checked with the portal's own schema, and made ready to be stored. Rule: what is
 * derived from other fields is derived here again, so that it can't contradict them.
 */
import { isValidPhoneNumber } from 'libphonenumber-js/min';
import type { FieldErrors } from '../../../src/domain/api/errors.ts';
import { FIELDS, type FieldName, FLAG_OF, fieldsOf, LISTS } from '../../../src/domain/application/fields.ts';
import { fromParts, toParts, UnreadablePart } from '../../../src/domain/application/multipart.ts';
import { checkApplication } from '../../../src/domain/application/schema.ts';
import { isTermsVersion, TERMS_PART } from '../../../src/domain/application/terms.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import {
  type ApplicationValues,
  emptyValue,
  type FileValue,
  isNewFile,
} from '../../../src/domain/application/values.ts';
import { utcDate } from '../../../src/domain/input/date.ts';
import { keptName } from '../../../src/domain/input/file-names.ts';
import type { BodyPart, SentFile } from '../body/multipart.ts';
import { Failure } from '../failure.ts';
import { keepContent } from '../files/content.ts';
import type { Upload } from '../files/object-store.ts';
import { sha256 } from '../secrets/digest.ts';
import { newKey } from '../secrets/random.ts';
import type { StoredFields } from '../store/applicants.ts';
import { mapFiles } from './file-values.ts';

/**
 * Reads a body into values; a list whose flag is not "yes" is empty.
 * @throws Failure `malformed`
 */
export function readValues(type: ApplicationType, parts: readonly BodyPart[]): ApplicationValues {
  const values = parse(type, parts);
  const closed = fieldsOf(type).filter(({ name }) => {
    const flag = FLAG_OF[name];
    return flag !== undefined && values[flag] !== 'yes';
  });
  return { ...values, ...Object.fromEntries(closed.map(({ name, kind }) => [name, emptyValue(kind)])) };
}

function parse(type: ApplicationType, parts: readonly BodyPart[]): ApplicationValues {
  try {
    return fromParts(type, parts);
  } catch (error) {
    if (error instanceof UnreadablePart) throw new Failure('malformed', error.message);
    throw error;
  }
}

/** The text part of a name; undefined when there is none or it is a file. */
export function textPart(parts: readonly BodyPart[], name: string): string | undefined {
  const value = parts.find((part) => part.name === name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * The version of the terms that the body consents to; null when it does not say.
 * @throws Failure `malformed`
 */
export function readTerms(parts: readonly BodyPart[]): string | null {
  const version = textPart(parts, TERMS_PART);
  if (version === undefined) return null;
  if (!isTermsVersion(version)) throw new Failure('malformed', `part "${TERMS_PART}" can't be read`);
  return version;
}

/** An application that may be stored once `errors` is empty. */
export interface Prepared {
  errors: FieldErrors;
  /** With every file named by its id. */
  fields: StoredFields;
  uploads: Upload[];
}

/**
 * Checks values, and takes out of their files what is not the document or picture itself.
 * @param values whose stored files have been looked up: `path` is a file's id
 * @param days when this is, and when the application was sent, in milliseconds since the epoch
 */
export function prepare(
  type: ApplicationType,
  values: ApplicationValues,
  days: { now: number; sent: number },
): Prepared {
  const errors = checkApplication(type, values, {
    today: latestDay(days.now),
    sentOn: earliestDay(days.sent),
    isPhone: (value) => isValidPhoneNumber(value),
    asSent: true,
  });
  const uploads: Upload[] = [];
  if (Object.keys(errors).length > 0) return { errors, fields: {}, uploads };
  const stored = mapFiles(type, values, (file, { field, path }) => {
    if (!file || !isNewFile(file)) return file;
    const upload = makeUpload(file as SentFile, field);
    if (!upload) {
      errors[path] = ['file_type'];
      return null;
    }
    uploads.push(upload);
    return { path: upload.row.id };
  });
  return { errors, fields: toFields(type, stored), uploads };
}

function makeUpload(file: SentFile, field: string): Upload | null {
  const bytes = file.type && keepContent(file.type, file.bytes);
  if (!file.type || !bytes) return null;
  const { name, type } = file;
  return {
    row: { id: newKey(), field, name: keptName(name, type), type, size: bytes.length, sha256: sha256(bytes) },
    bytes,
  };
}

const HOUR_MS = 60 * 60 * 1000;

/** The date where it is latest on Earth: what an applicant's own calendar allows is never refused here. */
function latestDay(instant: number): string {
  return utcDate(new Date(instant + 14 * HOUR_MS));
}

/** The date where it is earliest on Earth, for the same reason. */
function earliestDay(instant: number): string {
  return utcDate(new Date(instant - 12 * HOUR_MS));
}

/** What is stored: the parts that this application would be sent as, made by ourselves, and the ids of its files. */
function toFields(type: ApplicationType, values: ApplicationValues): StoredFields {
  const fields: StoredFields = {};
  for (const { name, value } of toParts(type, values)) {
    if (typeof value === 'string' && name !== 'application_type')
      fields[name] = isJsonPart(name) ? JSON.parse(value) : value;
  }
  for (const { name, kind } of fieldsOf(type)) {
    if (kind !== 'file' && kind !== 'photo') continue;
    const file = values[name] as FileValue | null;
    fields[name] = file && !isNewFile(file) ? file.path : null;
  }
  return fields;
}

function isJsonPart(name: string): boolean {
  return name in LISTS || name.startsWith('reletion_') || FIELDS[name as FieldName]?.kind === 'address';
}
