/** A record of any host in the contract's form: each field is read separately, and counts as unknown if it is unreadable. */
import { FIELDS, FLAG_OF, isListName } from '../../../src/domain/application/fields.ts';
import type { Visa } from '../../../src/domain/application/issued-visa.ts';
import type { ApplicantRecord } from '../../../src/domain/application/record.ts';
import { HOST_TYPES } from '../../../src/domain/application/types.ts';
import { fillMissingAnswers } from '../../../src/domain/input/missing-answers.ts';
import { readAnswer } from './answers.ts';
import { givenTexts } from './given-texts.ts';
import { type HistoryProfile, readHistory } from './history.ts';
import { DEFAULT_HOST_PROFILE } from './profile.ts';
import { storedFiles } from './stored-files.ts';
import { readList, readObject, readText } from './values.ts';

type Source = Record<string, unknown>;

/** Null when nothing is readable. */
export function readHostRecord(value: unknown, profile: HistoryProfile = DEFAULT_HOST_PROFILE): ApplicantRecord | null {
  const given = flattenRecord(value);
  if (!given) return null;
  /** Lists that could not be read completely. */
  const unread = new Set<string>();
  const source = withParallelLists(given, unread);
  const read = readAnswers(source, unread);
  Object.assign(read, readFrame(source), readHistory(source.application_status_history, profile));
  if (Object.keys(read).length === 0) return null;
  const record: ApplicantRecord = Object.assign(read, { id: readText(source.id) ?? '' });
  return Object.assign(record, { given: givenTexts(record, given, unread) }, storedFiles(record, given));
}

/** Objects with the applicant's data in frameworks' records. */
const INNER = ['data', 'attributes', 'user'];

/** The fields of a record and of its inner objects. */
function flattenRecord(value: unknown): Source | undefined {
  const source = readObject(value);
  if (!source) return undefined;
  const inner = INNER.flatMap((name) => readObject(source[name]) ?? []);
  if (inner.length === 0) return source;
  const own = Object.entries(source).filter(([, one]) => one !== null && one !== '');
  return Object.assign({}, source, ...inner, Object.fromEntries(own));
}

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

/**
 * Completes relatives by position from the lists beside them (requirements: record-lists). A list of another length says nothing
 * about positions. If the relatives themselves are missing, they are known only in part, and only if the lists have the same
 * length.
 */
function withParallelLists(source: Source, unread: Set<string>): Source {
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
  if (!own) unread.add('formatted_relatives');
  return { ...source, formatted_relatives: complete };
}

const FIELD_ENTRIES = Object.entries(FIELDS);

function readAnswers(source: Source, unread: Set<string>): Source {
  const answers: Source = {};
  for (const [name, { kind }] of FIELD_ENTRIES) {
    const answer = readAnswer(kind, source[name]);
    if (answer === undefined) continue;
    answers[name] = answer;
    if (isListName(name) && (answer as unknown[]).length !== readList(source[name])?.length) unread.add(name);
  }
  const gender = answers.gender ?? readAnswer('gender', source.sex);
  const flags = flagsOf(answers);
  return Object.assign(fillMissingAnswers(answers), gender !== undefined && { gender }, flags);
}

/** The answer to a question is "yes" if it has a list or text (requirements: record-lists), "no" if its list is empty. */
function flagsOf(answers: Source): Record<string, 'yes' | 'no'> {
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

function readFrame(source: Source): Partial<ApplicantRecord> {
  const version = typeof source.version === 'string' && source.version !== '' ? Number(source.version) : source.version;
  const visa = readVisa(source.visa);
  const id = readText(source.id);
  const type = readText(source.application_type);
  const deletion = Object.entries(readObject(source.deletion_request) ?? {}).filter(
    ([, one]) => typeof one === 'string',
  );
  const deletion_request = Object.fromEntries(deletion);
  return {
    ...(id && { id }),
    ...(type && { application_type: HOST_TYPES.get(type.toLowerCase()) ?? type }),
    ...(typeof version === 'number' && Number.isInteger(version) && { version }),
    ...(visa && { visa }),
    ...(typeof source.email_confirmed === 'boolean' && { email_confirmed: source.email_confirmed }),
    ...(deletion_request.asked_at ? { deletion_request } : {}),
  };
}

function readVisa(value: unknown): Visa | undefined {
  const { code, valid_from, valid_to, passport_end } = readObject(value) ?? {};
  if (typeof code !== 'string' || typeof valid_from !== 'string' || typeof valid_to !== 'string') return undefined;
  const visa = { code, valid_from, valid_to };
  return typeof passport_end === 'string' && passport_end ? { ...visa, passport_end } : visa;
}
