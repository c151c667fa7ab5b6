/** A record before and after an update: what may be sent back, and what is known afterwards. Pages that only read don't load it. */
import { readObject } from '../input/host-values.ts';
import { kindOf } from '../kinds/index.ts';
import { isFileValue, isNewFile } from '../kinds/kind.ts';
import { FIELDS, type FieldName, FLAG_OF, fieldsOf, isFieldName, isListName, LIST_NAMES, LISTS } from './fields.ts';
import { type ApplicantRecord, readRecord } from './record.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

/** Of a create or update call. */
export function readWriteResponse(value: unknown): ApplicantRecord | null {
  return readRecord(readObject(value)?.data);
}

/**
 * The record after a stored update: the known, the sent and the returned fields, which for many hosts are six
 * (requirements: update-answer). @param sent changed values; a new file is known only by name
 */
export function mergeRecord(
  known: ApplicantRecord,
  sent: Partial<ApplicationValues>,
  returned: ApplicantRecord | null,
): ApplicantRecord {
  const merged: Record<string, unknown> = { ...known };
  const unread = new Set<string>(known.unread_lists);
  const unreturned = new Set<string>(known.unreturned_lists);
  for (const [name, value] of Object.entries(sent)) {
    if (!isFieldName(name)) continue;
    const field = FIELDS[name];
    merged[name] = kindOf(field).toRecord(value);
    unread.delete(name);
    // The host has not yet returned the path of a new file.
    const addUnreturned = (file: unknown) => isFileValue(file) && isNewFile(file) && unreturned.add(name);
    if (isListName(name)) kindOf(field).mapFiles(value, addUnreturned, name);
  }
  // A "no" removes what its question opened.
  for (const [name, flag] of Object.entries(FLAG_OF)) {
    if (sent[flag] !== 'no') continue;
    delete merged[name];
    unreturned.delete(name);
  }
  const { id = '', unread_lists = [], given_answers, ...answered } = returned ?? {};
  for (const name of Object.keys(answered)) {
    unread.delete(name);
    unreturned.delete(name);
  }
  for (const name of [...unread_lists, ...unreturned]) unread.add(name);
  const {
    unread_lists: _,
    unreturned_lists: __,
    given_answers: before,
    ...record
  }: ApplicantRecord = { ...merged, ...answered, id: id || known.id };
  const unchanged = Object.entries(before ?? {}).filter(([name]) => !(name in sent) && !(name in answered));
  const given = { ...Object.fromEntries(unchanged), ...given_answers };
  const links = { ...known.file_links, ...returned?.file_links };
  return {
    ...record,
    ...(Object.keys(links).length > 0 && { file_links: links }),
    ...(Object.keys(given).length > 0 && { given_answers: given }),
    ...(unread.size > 0 && { unread_lists: [...unread].filter(isListName) }),
    ...(unreturned.size > 0 && { unreturned_lists: [...unreturned].filter(isListName) }),
  };
}

/** Completely known fields, which may be sent back unchanged; not a "yes" whose list is unknown. */
export function knownFields(type: ApplicationType, record: ApplicantRecord): Set<FieldName> {
  const isKnown = (name: FieldName) =>
    record[name] !== undefined && !record.unread_lists?.some((list) => list === name);
  const hasLists = (flag: FieldName) => LIST_NAMES.every((list) => LISTS[list].flag !== flag || isKnown(list));
  return new Set(
    fieldsOf(type).flatMap(({ name }) => (isKnown(name) && (record[name] !== 'yes' || hasLists(name)) ? [name] : [])),
  );
}
