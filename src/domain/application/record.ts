/** The applicant record: the readable fields of a host's response, absent where unknown, with its history; and its form values. */
import { INTL_TAGS, LOCALES } from '../i18n/locales.ts';
import { MAX_HOST_TEXT, readDay, readFlag, readList, readMoment, readObject, readText } from '../input/host-values.ts';
import { fillMissingAnswers } from '../input/missing-answers.ts';
import { kindOf, type RecordedOf } from '../kinds/index.ts';
import type { HostReaders } from '../kinds/kind.ts';
import { COUNTRY_CODES } from '../reference/countries.ts';
import { DISTRICTS } from '../reference/districts.ts';
import { type Place, regions } from '../reference/regions.ts';
import { FIELDS, type FieldName, FLAG_OF, fieldsOf, isListName, type ListName } from './fields.ts';
import type { Visa } from './issued-visa.ts';
import type { StatusEntry } from './status.ts';
import { type ApplicationType, HOST_TYPES } from './types.ts';
import { type ApplicationValues, mapValues } from './values.ts';

const HOST_READERS: HostReaders = {
  text: readText,
  day: readDay,
  flag: readFlag,
  object: readObject,
  list: readList,
  countryCode,
  regionId: (value) => placeId(value, regions.all),
  districtId(value, region) {
    const places = DISTRICTS.filter(({ regionId }) => region === undefined || String(regionId) === region);
    return placeId(value, places);
  },
  fileReference,
};

/** Objects with the applicant's data in frameworks' records. */
const INNER = ['data', 'attributes', 'user'];

/** Lists beside the relatives, and what each entry is of the relative at its position (requirements: record-lists). */
const PARALLEL_LISTS: Readonly<Record<string, string>> = {
  file6: 'file6',
  marriage_or_birth_document_file: 'marriage_or_birth_document_file',
  reletion_level: 'kinship',
  // The whole name: which words are the surname is not known.
  reletion_fio: 'name',
  reletion_birth: 'birth_of_date',
  reletion_citizen: 'citizenship',
};

/** What a record holds beside the fields of the form: texts that repeat answers, and lists by position. */
const BESIDE_ANSWERS = [
  ...Object.keys(PARALLEL_LISTS),
  ...['fio', 'sex', 'citizen', 'adress', 'adress_specialist', 'visa_date'],
];

/** The fields of a record and of its inner objects; relatives with what it keeps beside them. */
export function flattenRecord(value: unknown): Record<string, unknown> | undefined {
  const source = readObject(value);
  if (!source) return undefined;
  const inner = INNER.map((name) => readObject(source[name]) ?? {});
  const own = Object.entries(source).filter(([, one]) => one !== null && one !== '');
  return withParallelLists(Object.assign({}, source, ...inner, Object.fromEntries(own)));
}

/**
 * Completes relatives by position from the lists beside them (requirements: record-lists). A list of another length says nothing of
 * positions. Without the relatives themselves, they are known in part, as far as the lists agree on their number.
 */
function withParallelLists(source: Record<string, unknown>): Record<string, unknown> {
  const found = Object.entries(PARALLEL_LISTS).flatMap(([name, field]) => {
    const list = readList(source[name]);
    return list && list.length > 0 ? [{ isOfText: name.startsWith('reletion_'), field, list }] : [];
  });
  const own = readList(source.formatted_relatives);
  const lengths = new Set(found.filter(({ isOfText }) => isOfText).map(({ list }) => list.length));
  const [length = 0] = lengths.size === 1 ? lengths : [];
  const items = own ?? Array.from({ length }, () => ({}));
  const lists = found.filter(({ list, isOfText }) => list.length === items.length && !(own && isOfText));
  if (lists.length === 0) return source;
  const complete = items.map((item, at) => {
    const relative = readObject(item);
    if (!relative) return item;
    const missing = lists.filter(({ field }) => !relative[field]);
    return { ...relative, ...Object.fromEntries(missing.map(({ field, list }) => [field, list[at]])) };
  });
  const unread = [...(readList(source.unread_lists) ?? []), ...(own ? [] : ['formatted_relatives'])];
  return { ...source, formatted_relatives: complete, ...(unread.length > 0 && { unread_lists: unread }) };
}

function countryCode(text: string): string | undefined {
  const code = text.toUpperCase();
  if (COUNTRY_CODES.includes(code)) return code;
  const name = text.toLowerCase();
  for (const locale of LOCALES) {
    const names = new Intl.DisplayNames(INTL_TAGS[locale], { type: 'region' });
    const found = COUNTRY_CODES.find((one) => names.of(one)?.toLowerCase() === name);
    if (found) return found;
  }
  return undefined;
}

/** The id of a region or district from an id, a name or the reference entry. */
function placeId(value: unknown, places: readonly Place[]): string | undefined {
  const text = readText(readObject(value)?.id ?? value);
  if (!text || /^\d+$/.test(text)) return text || undefined;
  const name = text.toLowerCase();
  const found = places.filter(({ uz, ru, en }) => [uz, ru, en].some((one) => one.toLowerCase() === name));
  return found.length === 1 ? String(found[0]?.id) : text;
}

/** The reference unchanged: it is sent back as it is (requirements: files). */
export function fileReference(value: unknown): string | undefined {
  const object = readObject(value);
  const reference = object ? (object.url ?? object.path) : value;
  return typeof reference === 'string' && reference.length <= MAX_HOST_TEXT ? reference || undefined : undefined;
}

/** The portal's address of each file reference, for a host whose references are not portal addresses. */
export type FileLinks = Readonly<Record<string, string>>;

/** Times are ISO 8601, `answer_by` is `YYYY-MM-DD`. Open without `answered_at`. `answer` is the reason why the data stays. */
type DeletionRequest = Partial<Record<'asked_at' | 'answer_by' | 'answered_at' | 'answer', string>>;

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
  /** Lists sent with new files whose references the host has not returned; to be read again before they are sent again. */
  unreturned_lists?: ListName[];
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
  return { ...fillMissingAnswers(answers), ...flagsOf(answers), ...(unread.size > 0 && { unread_lists: [...unread] }) };
}

/** A question is "yes" where it has a list or text (requirements: record-lists), "no" where its list is empty. */
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
  const history = readList(source.application_status_history)?.slice(-MOST_ENTRIES).map(readEntry);
  const version = typeof source.version === 'string' && source.version !== '' ? Number(source.version) : source.version;
  const visa = readVisa(source.visa);
  const id = readText(source.id);
  const type = readText(source.application_type);
  const links = readTexts(source.file_links);
  const deletion = readTexts(source.deletion_request);
  const unreturned = readList(source.unreturned_lists)?.filter((list) => isListName(String(list))) as ListName[];
  return {
    ...(id && { id }),
    ...(type && { application_type: HOST_TYPES.get(type.toLowerCase()) ?? type }),
    ...(typeof version === 'number' && Number.isInteger(version) && { version }),
    ...(history && { application_status_history: history }),
    ...(visa && { visa }),
    ...(typeof source.email_confirmed === 'boolean' && { email_confirmed: source.email_confirmed }),
    ...(deletion?.asked_at && { deletion_request: deletion }),
    ...(links && { file_links: links }),
    ...(unreturned?.length > 0 && { unreturned_lists: unreturned }),
  };
}

function readTexts(value: unknown): Record<string, string> | undefined {
  const source = readObject(value);
  return source && Object.fromEntries(Object.entries(source).filter(isTextEntry));
}

const isTextEntry = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

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
  return fillMissingAnswers(mapValues(fieldsOf(type), ({ name }, kind) => kind.fromRecord(record[name])));
}

/** Keeps the newest entries; no application has more. */
const MOST_ENTRIES = 200;
const LONGEST_STATUS = 200;
const LONGEST_NOTE = 3000;

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
