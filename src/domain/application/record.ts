/** The applicant record: the readable fields of a host's response, absent where unknown, with its history; and its form values. */
import { MAX_HOST_TEXT, readList, readMoment, readObject, readText } from '../input/host-values.ts';
import { fillMissingName } from '../input/one-name.ts';
import { kindOf, type RecordedOf } from '../kinds/index.ts';
import { FIELDS, type FieldName, FLAG_OF, fieldsOf, isListName, type ListName } from './fields.ts';
import { BESIDE_ANSWERS, flattenRecord, HOST_READERS } from './host-readers.ts';
import type { Visa } from './issued-visa.ts';
import type { StatusEntry } from './status.ts';
import { type ApplicationType, HOST_TYPES } from './types.ts';
import { type ApplicationValues, mapValues } from './values.ts';

/** The portal's address of each file reference, for a host whose references are not portal addresses. */
export type FileLinks = Readonly<Record<string, string>>;

/** Times are ISO 8601, `answer_by` is `YYYY-MM-DD`. Open without `answered_at`. `answer` is the reason why the data stays. */
export type DeletionRequest = Partial<Record<'asked_at' | 'answer_by' | 'answered_at' | 'answer', string>>;

type RecordedAnswers = { -readonly [Name in FieldName]?: RecordedOf<(typeof FIELDS)[Name]['kind']> };

export interface ApplicantRecord extends RecordedAnswers {
  /** `''` where the host sends none. */
  id: string;
  application_type?: string;
  version?: number;
  application_status_history?: StatusEntry[];
  visa?: Visa | null;
  email_confirmed?: boolean;
  deletion_request?: DeletionRequest;
  file_links?: FileLinks;
  /** Lists that could not be read completely. */
  unread_lists?: ListName[];
  /** Answers as the host gave them, where the portal writes them in another way: an update leaves them so. */
  given_answers?: Readonly<Record<string, unknown>>;
}

/** Null when nothing is readable. */
export function readRecord(value: unknown): ApplicantRecord | null {
  const source = flattenRecord(value);
  if (!source) return null;
  const answers = readAnswers(source);
  const record: Record<string, unknown> = { ...answers, ...readFrame(source) };
  if (Object.keys(record).length === 0) return null;
  const given = givenAnswers(source, answers);
  return { ...record, ...(Object.keys(given).length > 0 && { given_answers: given }), id: readText(source.id) ?? '' };
}

/** JSON characters of an answer that is kept as given. */
const MAX_GIVEN = 20_000;

/** Also null for an answer that it has emptied. Of a record that this tab has stored, the answers are the portal's. */
function givenAnswers(source: Record<string, unknown>, answers: Record<string, unknown>): Record<string, unknown> {
  const known = readObject(source.given_answers) ?? {};
  const isEmptied = (name: string) =>
    Object.hasOwn(source, name) ? source[name] === null : Object.hasOwn(known, name);
  const names = [...Object.keys(FIELDS).filter((name) => name in answers || isEmptied(name)), ...BESIDE_ANSWERS];
  const given = names.flatMap((name): [string, unknown][] => {
    const text = JSON.stringify(source[name]);
    if (text === undefined || text.length > MAX_GIVEN || text === JSON.stringify(answers[name]))
      return Object.hasOwn(known, name) ? [[name, known[name]]] : [];
    return [[name, source[name]]];
  });
  return Object.fromEntries(given);
}

function readAnswers(source: Record<string, unknown>): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  const unread = new Set(readList(source.unread_lists)?.filter((list) => isListName(String(list))));
  for (const [name, field] of Object.entries(FIELDS)) {
    const answer = kindOf(field).readRecord(source[name], HOST_READERS);
    if (answer === undefined) continue;
    answers[name] = answer;
    if (Array.isArray(answer) && answer.length !== readList(source[name])?.length) unread.add(name);
  }
  answers.gender ??= kindOf(FIELDS.gender).readRecord(source.sex, HOST_READERS);
  if (answers.gender === undefined) delete answers.gender;
  return { ...fillMissingName(answers), ...flagsOf(answers), ...(unread.size > 0 && { unread_lists: [...unread] }) };
}

/** A question is "yes" where it has a list or text (specification §3), "no" where its list is empty. */
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

function readFrame(source: Record<string, unknown>): Partial<ApplicantRecord> {
  const history = readStatusHistory(source.application_status_history);
  const version = typeof source.version === 'string' && source.version !== '' ? Number(source.version) : source.version;
  const visa = readVisa(source.visa);
  const id = readText(source.id);
  const links = readTexts(source.file_links);
  const deletion = readTexts(source.deletion_request);
  return {
    ...(id && { id }),
    ...readType(source.application_type),
    ...(typeof version === 'number' && Number.isInteger(version) && { version }),
    ...(history && { application_status_history: history }),
    ...(visa && { visa }),
    ...(typeof source.email_confirmed === 'boolean' && { email_confirmed: source.email_confirmed }),
    ...(deletion?.asked_at && { deletion_request: deletion }),
    ...(links && { file_links: links }),
  };
}

function readTexts(value: unknown): Record<string, string> | undefined {
  const source = readObject(value);
  return source && Object.fromEntries(Object.entries(source).filter(isTextEntry));
}

const isTextEntry = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

function readType(value: unknown): Pick<ApplicantRecord, 'application_type'> {
  const text = readText(value);
  return text ? { application_type: HOST_TYPES.get(text.toLowerCase()) ?? text } : {};
}

function readVisa(value: unknown): Visa | undefined {
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

/** The record as values of a form: files become references, an unknown yes/no answer stays empty. */
export function fromRecord(type: ApplicationType, record: ApplicantRecord): ApplicationValues {
  return fillMissingName(mapValues(fieldsOf(type), ({ name }, kind) => kind.fromRecord(record[name])));
}

/** Keeps the newest entries; no application has more. */
const MOST_ENTRIES = 200;
const LONGEST_STATUS = 200;
const LONGEST_NOTE = 3000;

function readStatusHistory(value: unknown): StatusEntry[] | undefined {
  return readList(value)?.slice(-MOST_ENTRIES).map(readEntry);
}

/** Without a zone. */
const LOCAL_TIME = /T[\d:]+$/;

/** Times without a zone as instants in `timeZone` (IANA name). */
export function inTimeZone(history: readonly StatusEntry[], timeZone: string): StatusEntry[] {
  // The Swedish form is that of ISO 8601, with a space for the T.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const aheadAt = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
  return history.map((entry) => {
    if (!LOCAL_TIME.test(entry.created_at)) return entry;
    const wall = Date.parse(`${entry.created_at}Z`);
    // The offset at that hour of UTC may be another one than at the zone's.
    const at = wall - aheadAt(wall - aheadAt(wall));
    return { ...entry, created_at: new Date(at).toISOString() };
  });
}

/** `''` for a missing status, time or note. */
function readEntry(entry: unknown): StatusEntry {
  // A host may list names alone.
  const source = readObject(entry) ?? { status_type: entry };
  return {
    status_type: statusName(source.status_type ?? source.status),
    created_at: readMoment(source.created_at) ?? '',
    note: shorten(source.note, LONGEST_NOTE, true),
    ...(source.fields !== undefined && { fields: (readList(source.fields) ?? []).filter(isText) }),
  };
}

const isText = (name: unknown) => typeof name === 'string';

const NAMES = ['status_type', 'title', 'name', 'label', 'code'];

function statusName(value: unknown): string {
  const source = readObject(value);
  const name = source ? NAMES.map((one) => source[one]).find((one) => readText(one)) : value;
  return shorten(name, LONGEST_STATUS, false);
}

function shorten(value: unknown, longest: number, isLong: boolean): string {
  const text = readText(typeof value === 'string' ? value.slice(0, MAX_HOST_TEXT) : value, isLong) ?? '';
  const line = isLong ? text : text.replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}
