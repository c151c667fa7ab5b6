/** What an update sends back for the answers that the applicant does not change: exactly the bytes that the host gave. */
import { isJsonObject } from '../../../src/domain/api/json.ts';
import { FIELDS, type FieldName, LIST_NAMES, LISTS } from '../../../src/domain/application/fields.ts';
import type { ApplicantRecord } from '../../../src/domain/application/record.ts';
import { type ApplicationType, readApplicationType } from '../../../src/domain/application/types.ts';
import { kindOf, type RecordedItem } from '../../../src/domain/kinds/index.ts';
import { ANSWER_NAMES, readAnswer } from './answers.ts';
import { readList } from './values.ts';

/** Texts that repeat answers (requirements: repeated-answers), beside the fields of a type. */
const DERIVED = [
  'fio',
  'sex',
  'citizen',
  'adress',
  'adress_specialist',
  'visa_date',
  'company_name',
  'applicant_fio',
  'reletion_level',
  'reletion_fio',
  'reletion_birth',
  'reletion_citizen',
];

/** Most characters of a text that is kept. */
const MAX_GIVEN = 20_000;

/**
 * By body part; empty for a record whose type no call names.
 * @param given the host's own record
 * @param unread lists that are known only in part
 */
export function givenTexts(
  record: ApplicantRecord,
  given: Record<string, unknown>,
  unread: ReadonlySet<string>,
): Record<string, string> {
  const type = readApplicationType(record.application_type);
  if (!type) return {};
  const texts: Record<string, string> = {};
  const add = (name: string, text: string | null) => {
    if (text !== null && text.length <= MAX_GIVEN) texts[name] = text;
  };
  for (const name of DERIVED) add(name, textOf(given[name]));
  for (const name of knownFields(type, record, unread)) add(name, givenText(name, given[name], record[name]));
  return texts;
}

/** Null is not known: a host might take the word "null" for an answer. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Null for a file, which is not sent again, and for an answer that the host has only under another name. */
function givenText(name: FieldName, value: unknown, answer: unknown): string | null {
  const { kind } = FIELDS[name];
  const { shape, fromRecord, toBodyParts } = kindOf(FIELDS[name]);
  if (shape === 'file') return null;
  const isText = typeof value === 'string';
  const isNone = value === null || value === undefined;
  if (shape === 'address') return textOf(value);
  if (shape === 'list') return listText(name, value, answer as readonly RecordedItem[]);
  // The answer to a yes/no question may follow from its list, whatever the host says.
  const isOther = kind === 'flag' && readAnswer(kind, value) !== answer;
  if (isText && !isOther) return value;
  if (isNone && kind !== 'flag') return null;
  const [part] = toBodyParts(name, fromRecord(answer), undefined);
  return typeof part?.value === 'string' ? part.value : null;
}

/** Files that the host keeps beside the list are named in its items. */
function listText(name: FieldName, value: unknown, recorded: readonly RecordedItem[]): string | null {
  const files = kindOf(FIELDS[name]).fileParts(name);
  let isWhole = true;
  const items = (readList(value) ?? []).map((given, at) => {
    const item = isJsonObject(given) ? { ...given } : { ...recorded[at] };
    if (!isJsonObject(given)) isWhole = false;
    for (const [file] of files) {
      const reference = recorded[at]?.[file];
      if (reference === undefined || item[file]) continue;
      item[file] = reference;
      isWhole = false;
    }
    return item;
  });
  return isWhole ? textOf(value) : JSON.stringify(items);
}

/** Fields that may be sent back; leaves out a "yes" whose list is not completely known. */
function knownFields(type: ApplicationType, record: ApplicantRecord, unread: ReadonlySet<string>): FieldName[] {
  const isKnown = (name: FieldName) => record[name] !== undefined && !unread.has(name);
  const hasLists = (flag: FieldName) => LIST_NAMES.every((list) => LISTS[list].flag !== flag || isKnown(list));
  return (ANSWER_NAMES.get(type) ?? []).filter((name) => isKnown(name) && (record[name] !== 'yes' || hasLists(name)));
}
