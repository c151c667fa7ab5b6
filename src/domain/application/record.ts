/**
 * The applicant record of the wire: its readers, and its values for a form. A record holds what the host told in a form that
 * can be read, field by field; what is absent is unknown.
 */
import { readList, readObject, readText } from '../input/host-values.ts';
import { FIELDS, type FieldName, FLAG_OF, fieldsOf, LISTS, type ListName } from './fields.ts';
import type { Visa } from './issued-visa.ts';
import type { StatusEntry } from './status.ts';
import { itemValues, type ToldItem, toldAnswer, toldList } from './told-answers.ts';
import { toldHistory } from './told-history.ts';
import { type ApplicationType, readApplicationType } from './types.ts';
import { type Address, type ApplicationValues, emptyValue } from './values.ts';

/** Where each file opens in the portal, by its reference; of a host whose references are no addresses of the portal. */
export type FileLinks = Readonly<Record<string, string>>;

type ToldAnswers = {
  -readonly [Name in FieldName]?: Name extends ListName
    ? ToldItem[]
    : Name extends 'formatted_address' | 'employer_address'
      ? Partial<Address>
      : string;
};

export interface ApplicantRecord extends ToldAnswers {
  /** `''` where the host tells none. */
  id: string;
  application_type?: string;
  version?: number;
  /** Oldest first. */
  application_status_history?: StatusEntry[];
  visa?: Visa | null;
  file_links?: FileLinks;
  /** Lists of which something could not be read. */
  unread_lists?: ListName[];
}

/** Reads a record from an answer; null when nothing of it is one. */
export function readRecord(value: unknown): ApplicantRecord | null {
  const told = withUser(readObject(value));
  if (!told) return null;
  const record: Record<string, unknown> = { ...toldAnswers(told), ...toldFrame(told) };
  if (Object.keys(record).length === 0) return null;
  return { ...record, id: readText(told.id) ?? '' };
}

/** A host may keep the applicant's own data one level deeper. */
function withUser(told: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const user = readObject(told?.user);
  if (!told || !user) return told;
  const own = Object.entries(told).filter(([, value]) => value !== null && value !== '');
  return { ...user, ...Object.fromEntries(own) };
}

function toldAnswers(told: Record<string, unknown>): ToldAnswers & Pick<ApplicantRecord, 'unread_lists'> {
  const answers: Record<string, unknown> = {};
  const unread = (Object.keys(LISTS) as ListName[]).filter((list) => readList(told.unread_lists)?.includes(list));
  for (const [name, { kind }] of Object.entries(FIELDS)) {
    if (name in LISTS) {
      const list = toldList(name as ListName, told[name]);
      if (list) answers[name] = list.items;
      if (list && !list.isWhole && !unread.includes(name as ListName)) unread.push(name as ListName);
    } else {
      const answer = toldAnswer(kind, told[name]);
      if (answer !== undefined) answers[name] = answer;
    }
  }
  answers.gender ??= toldAnswer('gender', told.sex);
  if (answers.gender === undefined) delete answers.gender;
  return { ...answers, ...flagsOf(answers), ...(unread.length > 0 && { unread_lists: unread }) };
}

/** A question is answered with "yes" where something stands behind it (specification §3), with "no" where its list is empty. */
function flagsOf(answers: Record<string, unknown>): Record<string, 'yes' | 'no'> {
  const flags: Record<string, 'yes' | 'no'> = {};
  for (const [name, flag] of Object.entries(FLAG_OF)) {
    const told = answers[name] as string | unknown[] | undefined;
    if (!told) continue;
    if (Array.isArray(told) && told.length > 0) flags[flag] = 'yes';
    else if (answers[flag] === undefined && told.length > 0) flags[flag] = 'yes';
    else if (answers[flag] === undefined && Array.isArray(told)) flags[flag] ??= 'no';
  }
  return flags;
}

/** What a record has beside answers. */
function toldFrame(told: Record<string, unknown>): Partial<ApplicantRecord> {
  const history = toldHistory(told.application_status_history);
  const version = typeof told.version === 'string' && told.version !== '' ? Number(told.version) : told.version;
  const visa = toldVisa(told.visa);
  const id = readText(told.id);
  const links = readObject(told.file_links);
  return {
    ...(id && { id }),
    ...toldType(told.application_type),
    ...(Number.isInteger(version) && { version: version as number }),
    ...(history && { application_status_history: history }),
    ...(visa && { visa }),
    ...(links && { file_links: Object.fromEntries(Object.entries(links).filter(isTextEntry)) }),
  };
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
  const { code, valid_from, valid_to } = readObject(value) ?? {};
  const isVisa = [code, valid_from, valid_to].every((part) => typeof part === 'string');
  return isVisa ? { code: code as string, valid_from: valid_from as string, valid_to: valid_to as string } : undefined;
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
  const unread = new Set(known.unread_lists);
  for (const [name, value] of Object.entries(sent)) {
    merged[name] = asTold(value);
    if (name in LISTS && hasNewFile(value)) unread.add(name as ListName);
    else unread.delete(name as ListName);
  }
  // What stood behind a question goes with its "yes".
  for (const [name, flag] of Object.entries(FLAG_OF)) if (sent[flag] === 'no') delete merged[name];
  const { id = '', unread_lists = [], ...answered } = told ?? {};
  for (const name of Object.keys(answered)) unread.delete(name as ListName);
  const { unread_lists: _, ...record } = { ...merged, ...answered, id: id || known.id } as ApplicantRecord;
  const links = { ...known.file_links, ...told?.file_links };
  return {
    ...record,
    ...(Object.keys(links).length > 0 && { file_links: links }),
    ...(unread.size + unread_lists.length > 0 && { unread_lists: [...new Set([...unread, ...unread_lists])] }),
  };
}

/** A value that was sent, as a record holds it; undefined for none. */
function asTold(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTold);
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if ('path' in value) return value.path;
  if (isSentFile(value)) return encodeURIComponent(value.name);
  const entries = Object.entries(value).flatMap(([name, inner]) =>
    isSentFile(inner) || inner === null ? [] : [[name, asTold(inner)]],
  );
  return Object.fromEntries(entries);
}

const isSentFile = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'size' in value;

/** The host has not told yet where a new file of a list is. */
const hasNewFile = (items: unknown) => (items as object[]).some((item) => Object.values(item).some(isSentFile));

/**
 * The fields that a host told wholly, so that sending them back changes nothing. A "yes" whose list is unknown is not one: it
 * would stand beside no list.
 */
export function knownFields(type: ApplicationType, record: ApplicantRecord): Set<FieldName> {
  const unread = record.unread_lists ?? [];
  const isTold = (name: FieldName) => record[name] !== undefined && !unread.includes(name as ListName);
  const hasList = (flag: FieldName) =>
    Object.entries(LISTS).every(([list, { flag: own }]) => own !== flag || isTold(list as ListName));
  return new Set(
    fieldsOf(type).flatMap(({ name, kind }) =>
      isTold(name) && (kind !== 'flag' || record[name] === 'no' || hasList(name)) ? [name] : [],
    ),
  );
}

/**
 * The record as values of a form; files become references, and a yes/no question of unknown answer is neither.
 * @param type the record's own, by `readApplicationType`
 */
export function fromRecord(type: ApplicationType, record: ApplicantRecord): ApplicationValues {
  const values: Record<string, unknown> = {};
  for (const { name, kind } of fieldsOf(type)) values[name] = valueFrom(name, kind, record[name]);
  return values as ApplicationValues;
}

function valueFrom(name: FieldName, kind: Parameters<typeof emptyValue>[0], told: unknown): unknown {
  if (kind === 'flag') return told ?? '';
  if (told === undefined) return emptyValue(kind);
  if (name in LISTS) return (told as ToldItem[]).map((item) => itemValues(name as ListName, item));
  if (kind === 'address') return { ...(emptyValue(kind) as Address), ...(told as Partial<Address>) };
  return kind === 'file' || kind === 'photo' ? { path: told as string } : told;
}
