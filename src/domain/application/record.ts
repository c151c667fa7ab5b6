/**
 * The applicant record of the wire: its readers, and its values for a form. A record holds what the host told in a form that
 * can be read, field by field; what is absent is unknown.
 */
import { readList, readObject, readText } from '../input/host-values.ts';
import { withNoName } from '../input/one-name.ts';
import { kindOf, type RecordedOf } from '../kinds/index.ts';
import { isFileValue, isNewFile } from '../kinds/kind.ts';
import {
  FIELDS,
  type FieldName,
  FLAG_OF,
  fieldsOf,
  isFieldName,
  isListName,
  LIST_NAMES,
  LISTS,
  type ListName,
} from './fields.ts';
import { HOST_READERS, toldRecord } from './host-readers.ts';
import type { Visa } from './issued-visa.ts';
import type { StatusEntry } from './status.ts';
import { toldHistory } from './told-history.ts';
import { type ApplicationType, readApplicationType } from './types.ts';
import { type ApplicationValues, mapValues } from './values.ts';

/** Where each file opens in the portal, by its reference; of a host whose references are no addresses of the portal. */
export type FileLinks = Readonly<Record<string, string>>;

/**
 * The applicant's request to be deleted. Times are ISO 8601, `answer_by` is `YYYY-MM-DD`; without `answered_at` it is open,
 * `answer` says why the data stays.
 */
export type DeletionRequest = Partial<Record<'asked_at' | 'answer_by' | 'answered_at' | 'answer', string>>;

type RecordedAnswers = { -readonly [Name in FieldName]?: RecordedOf<(typeof FIELDS)[Name]['kind']> };

export interface ApplicantRecord extends RecordedAnswers {
  /** `''` where the host tells none. */
  id: string;
  application_type?: string;
  version?: number;
  /** Oldest first. */
  application_status_history?: StatusEntry[];
  visa?: Visa | null;
  /** Whether a link or code that was mailed to the address has come back. */
  email_confirmed?: boolean;
  deletion_request?: DeletionRequest;
  file_links?: FileLinks;
  /** Lists of which something could not be read. */
  unread_lists?: ListName[];
}

/** Reads a record from an answer; null when nothing of it is one. */
export function readRecord(value: unknown): ApplicantRecord | null {
  const told = toldRecord(value);
  if (!told) return null;
  const record: Record<string, unknown> = { ...toldAnswers(told), ...toldFrame(told) };
  if (Object.keys(record).length === 0) return null;
  return { ...record, id: readText(told.id) ?? '' };
}

function toldAnswers(told: Record<string, unknown>): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  const unread = new Set(readList(told.unread_lists)?.filter((list) => isListName(String(list))));
  for (const [name, field] of Object.entries(FIELDS)) {
    const answer = kindOf(field).readRecord(told[name], HOST_READERS);
    if (answer === undefined) continue;
    answers[name] = answer;
    if (Array.isArray(answer) && answer.length !== readList(told[name])?.length) unread.add(name);
  }
  answers.gender ??= kindOf(FIELDS.gender).readRecord(told.sex, HOST_READERS);
  if (answers.gender === undefined) delete answers.gender;
  return { ...withNoName(answers), ...flagsOf(answers), ...(unread.size > 0 && { unread_lists: [...unread] }) };
}

/** A question is answered with "yes" where something stands behind it (specification §3), with "no" where its list is empty. */
function flagsOf(answers: Record<string, unknown>): Record<string, 'yes' | 'no'> {
  const flags: Record<string, 'yes' | 'no'> = {};
  for (const [name, flag] of Object.entries(FLAG_OF)) {
    const answer = answers[name];
    const isEmptyList = Array.isArray(answer) && answer.length === 0;
    if (!answer || (answers[flag] !== undefined && (isEmptyList || !Array.isArray(answer)))) continue;
    if (isEmptyList) flags[flag] ??= 'no';
    else flags[flag] = 'yes';
  }
  return flags;
}

/** What a record has beside answers. */
function toldFrame(told: Record<string, unknown>): Partial<ApplicantRecord> {
  const history = toldHistory(told.application_status_history);
  const version = typeof told.version === 'string' && told.version !== '' ? Number(told.version) : told.version;
  const visa = toldVisa(told.visa);
  const id = readText(told.id);
  const links = readTexts(told.file_links);
  const deletion = readTexts(told.deletion_request);
  return {
    ...(id && { id }),
    ...toldType(told.application_type),
    ...(typeof version === 'number' && Number.isInteger(version) && { version }),
    ...(history && { application_status_history: history }),
    ...(visa && { visa }),
    ...(typeof told.email_confirmed === 'boolean' && { email_confirmed: told.email_confirmed }),
    ...(deletion?.asked_at && { deletion_request: deletion }),
    ...(links && { file_links: links }),
  };
}

/** The texts of an object; undefined for anything else. */
function readTexts(value: unknown): Record<string, string> | undefined {
  const told = readObject(value);
  return told && Object.fromEntries(Object.entries(told).filter(isTextEntry));
}

const isTextEntry = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

/** Hosts write the type as in their calls, too: `founders`, `specialists-visa`. */
function toldType(value: unknown): Pick<ApplicantRecord, 'application_type'> {
  const text = readText(value);
  if (!text) return {};
  const word = text.toLowerCase().replace(/s?(?:[-_ ]visa)?$/, '');
  return { application_type: readApplicationType(word) ?? text };
}

/** A host that tells none, or not in this form, has its visa left out. */
function toldVisa(value: unknown): Visa | undefined {
  const { code, valid_from, valid_to, passport_end } = readObject(value) ?? {};
  if (typeof code !== 'string' || typeof valid_from !== 'string' || typeof valid_to !== 'string') return undefined;
  const visa = { code, valid_from, valid_to };
  return typeof passport_end === 'string' && passport_end ? { ...visa, passport_end } : visa;
}

/** Of user-login. */
export function readLogin(value: unknown): { token: string; record: ApplicantRecord } | null {
  const { token, object } = readObject(value) ?? {};
  const record = readRecord(object);
  return typeof token === 'string' && token !== '' && record ? { token, record } : null;
}

/** Of GET /user. */
export function readUser(value: unknown): ApplicantRecord | null {
  return readRecord(readObject(value)?.object);
}

/** Of a create or update call. */
export function readData(value: unknown): ApplicantRecord | null {
  return readRecord(readObject(value)?.data);
}

/**
 * The record after an update that the host stored: what was known, what was sent, and what the host answered, which for
 * many is six fields (specification §7). @param sent values of the changed fields; a new file is known by its name only
 */
export function mergeRecord(
  known: ApplicantRecord,
  sent: Partial<ApplicationValues>,
  told: ApplicantRecord | null,
): ApplicantRecord {
  const merged: Record<string, unknown> = { ...known };
  const unread = new Set<string>(known.unread_lists);
  for (const [name, value] of Object.entries(sent)) {
    if (!isFieldName(name)) continue;
    const field = FIELDS[name];
    merged[name] = kindOf(field).toRecord(value);
    unread.delete(name);
    // The host has not returned yet where a new file of an item is.
    if (isListName(name))
      kindOf(field).mapFiles(value, (file) => isFileValue(file) && isNewFile(file) && unread.add(name), name);
  }
  // What stood behind a question goes with its "yes".
  for (const [name, flag] of Object.entries(FLAG_OF)) if (sent[flag] === 'no') delete merged[name];
  const { id = '', unread_lists = [], ...answered } = told ?? {};
  for (const name of Object.keys(answered)) unread.delete(name);
  const { unread_lists: _, ...record }: ApplicantRecord = { ...merged, ...answered, id: id || known.id };
  const links = { ...known.file_links, ...told?.file_links };
  return {
    ...record,
    ...(Object.keys(links).length > 0 && { file_links: links }),
    ...(unread.size + unread_lists.length > 0 && {
      unread_lists: [...new Set([...unread, ...unread_lists])].filter(isListName),
    }),
  };
}

/**
 * The fields that a host told wholly, so that sending them back changes nothing. A "yes" whose list is unknown is not one: it
 * would stand beside no list.
 */
export function knownFields(type: ApplicationType, record: ApplicantRecord): Set<FieldName> {
  const isKnown = (name: FieldName) =>
    record[name] !== undefined && !record.unread_lists?.some((list) => list === name);
  const hasLists = (flag: FieldName) => LIST_NAMES.every((list) => LISTS[list].flag !== flag || isKnown(list));
  return new Set(
    fieldsOf(type).flatMap(({ name }) => (isKnown(name) && (record[name] !== 'yes' || hasLists(name)) ? [name] : [])),
  );
}

/**
 * The record as values of a form; files become references, and a yes/no question of unknown answer is neither.
 * @param type the record's own, by `readApplicationType`
 */
export function fromRecord(type: ApplicationType, record: ApplicantRecord): ApplicationValues {
  return withNoName(mapValues(fieldsOf(type), ({ name }, kind) => kind.fromRecord(record[name])));
}
