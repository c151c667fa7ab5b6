/** The applicant record of the contract: known answers, with its history; and its form values. */
import { isJsonObject } from '../api/json.ts';
import { fillMissingAnswers } from '../input/missing-answers.ts';
import type { RecordedOf } from '../kinds/index.ts';
import { type FIELDS, type FieldName, fieldsOf, type ListName } from './fields.ts';
import type { Visa } from './issued-visa.ts';
import type { StatusEntry } from './status.ts';
import type { ApplicationType } from './types.ts';
import { type ApplicationValues, mapValues } from './values.ts';

/**
 * Times are ISO 8601, `answer_by` is `YYYY-MM-DD`. A request is open until it has `answered_at`; `answer` is the reason why the
 * data stays.
 */
type DeletionRequest = Partial<Record<'asked_at' | 'answer_by' | 'answered_at' | 'answer', string>>;

type RecordedAnswers = { -readonly [Name in FieldName]?: RecordedOf<(typeof FIELDS)[Name]['kind']> };

/** What the gateway alone adds, for a host that does not write all of the contract's record (functions/gateway/host/README.md). */
export interface AdaptedRecord {
  /** False where the host does not say whether it mails the steps. */
  mails_steps?: boolean;
  /** The portal's address of each file, for a host whose file references are not addresses. */
  file_links?: Readonly<Record<string, string>>;
  /** By body part: what an update sends for an unchanged answer where {@link BodyForm} requires it. */
  given?: Readonly<Record<string, string>>;
  /** `count` files of a group of paths are lost; the host does not show which. */
  lost_files?: readonly { paths: readonly string[]; count: number }[];
  /** Each stored file by its path in the record. */
  file_facts?: Readonly<Record<string, { size: number; sha256: string }>>;
}

/** A host's answers that are absent are not known. */
export interface ApplicantRecord extends RecordedAnswers, AdaptedRecord {
  /** `''` where the host sends none. */
  id: string;
  application_type?: string;
  version?: number;
  application_status_history?: StatusEntry[];
  visa?: Visa | null;
  email_confirmed?: boolean;
  deletion_request?: DeletionRequest;
  /** Lists sent with new files whose references the host has not returned; to be read again before they are sent again. */
  unreturned_lists?: ListName[];
}

/** Reads the record of a response, or of the tab's storage; a null means "not known". Null for another value. */
export function readRecord(value: unknown): ApplicantRecord | null {
  if (!isJsonObject(value) || typeof value.id !== 'string') return null;
  const known = JSON.parse(JSON.stringify(value, (_, inner: unknown) => inner ?? undefined)) as ApplicantRecord;
  return fillMissingAnswers(known);
}

/** Reads the response of user-login. */
export function readLogin(value: unknown): { token: string; record: ApplicantRecord } | null {
  const { token, object } = isJsonObject(value) ? value : {};
  const record = readRecord(object);
  return typeof token === 'string' && token !== '' && record ? { token, record } : null;
}

/** Reads the response of GET /user. */
export function readUser(value: unknown): ApplicantRecord | null {
  return readRecord(isJsonObject(value) ? value.object : null);
}

/** Reads the response of a create or update call. */
export function readWriteResponse(value: unknown): ApplicantRecord | null {
  return readRecord(isJsonObject(value) ? value.data : null);
}

/** The record as values of a form: files become references, an unknown yes/no answer stays empty. */
export function fromRecord(type: ApplicationType, record: ApplicantRecord): ApplicationValues {
  return fillMissingAnswers(mapValues(fieldsOf(type), ({ name }, kind) => kind.fromRecord(record[name])));
}
