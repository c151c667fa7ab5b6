/** The applicant record of the contract: known answers, with its history; and its form values. */
import { isJsonObject } from '../api/json.ts';
import { fillMissingAnswers } from '../input/missing-answers.ts';
import type { RecordedOf } from '../kinds/index.ts';
import { type FIELDS, type FieldName, fieldsOf, type ListName } from './fields.ts';
import type { Visa } from './issued-visa.ts';
import type { StatusEntry } from './status.ts';
import type { ApplicationType } from './types.ts';
import { type ApplicationValues, mapValues } from './values.ts';

/** Times are ISO 8601, `answer_by` is `YYYY-MM-DD`. Open without `answered_at`. `answer` is the reason why the data stays. */
type DeletionRequest = Partial<Record<'asked_at' | 'answer_by' | 'answered_at' | 'answer', string>>;

type RecordedAnswers = { -readonly [Name in FieldName]?: RecordedOf<(typeof FIELDS)[Name]['kind']> };

/** A host's answers that are absent are not known. */
export interface ApplicantRecord extends RecordedAnswers {
  /** `''` where the host sends none. */
  id: string;
  application_type?: string;
  version?: number;
  application_status_history?: StatusEntry[];
  /** False where nothing is known of mails about the steps. */
  mails_steps?: boolean;
  visa?: Visa | null;
  email_confirmed?: boolean;
  deletion_request?: DeletionRequest;
  /** The portal's address of each file reference, where the references are none. */
  file_links?: Readonly<Record<string, string>>;
  /** By part: what an update sends for an answer that was not changed, where {@link BodyForm} asks for it. */
  given?: Readonly<Record<string, string>>;
  /** Of each group of paths so many have no file. */
  lost_files?: readonly { paths: readonly string[]; count: number }[];
  /** By path: the file as it is stored. */
  file_facts?: Readonly<Record<string, { size: number; sha256: string }>>;
  /** Lists sent with new files whose references the host has not returned; to be read again before they are sent again. */
  unreturned_lists?: ListName[];
}

/** The record of a response, or of the tab's storage: a null is not known. Null for another value. */
export function readRecord(value: unknown): ApplicantRecord | null {
  if (!isJsonObject(value) || typeof value.id !== 'string') return null;
  const known = JSON.parse(JSON.stringify(value, (_, inner: unknown) => inner ?? undefined)) as ApplicantRecord;
  return fillMissingAnswers(known);
}

/** Of user-login. */
export function readLogin(value: unknown): { token: string; record: ApplicantRecord } | null {
  const { token, object } = isJsonObject(value) ? value : {};
  const record = readRecord(object);
  return typeof token === 'string' && token !== '' && record ? { token, record } : null;
}

/** Of GET /user. */
export function readUser(value: unknown): ApplicantRecord | null {
  return readRecord(isJsonObject(value) ? value.object : null);
}

/** Of a create or update call. */
export function readWriteResponse(value: unknown): ApplicantRecord | null {
  return readRecord(isJsonObject(value) ? value.data : null);
}

/** The record as values of a form: files become references, an unknown yes/no answer stays empty. */
export function fromRecord(type: ApplicationType, record: ApplicantRecord): ApplicationValues {
  return fillMissingAnswers(mapValues(fieldsOf(type), ({ name }, kind) => kind.fromRecord(record[name])));
}
