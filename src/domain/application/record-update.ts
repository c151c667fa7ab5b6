/** A record after an update. Pages that only show a record do not load it. */
import { kindOf } from '../kinds/index.ts';
import { isFileValue, isNewFile } from '../kinds/kind.ts';
import { FIELDS, FLAG_OF, isFieldName, isListName, type ListName } from './fields.ts';
import type { ApplicantRecord } from './record.ts';
import type { ApplicationValues } from './values.ts';

interface Update {
  /** Changed values; a new file is known only by name. */
  sent: Partial<ApplicationValues>;
  /** The texts of its body by name. */
  texts: Readonly<Record<string, string>>;
  /** The record in the response, which may have only six fields (requirements: update-answer); null for none. */
  returned: ApplicantRecord | null;
}

/** The record after a stored update: the known, the sent and the returned fields. */
export function mergeRecord(known: ApplicantRecord, { sent, texts, returned }: Update): ApplicantRecord {
  const merged: Record<string, unknown> = { ...known };
  const unreturned = new Set<ListName>(known.unreturned_lists);
  for (const [name, value] of Object.entries(sent)) {
    if (!isFieldName(name)) continue;
    const field = FIELDS[name];
    merged[name] = kindOf(field).toRecord(value);
    if (!isListName(name)) continue;
    // The host has not yet returned the path of a new file.
    const addUnreturned = (file: unknown) => isFileValue(file) && isNewFile(file) && unreturned.add(name);
    kindOf(field).mapFiles(value, addUnreturned, name);
  }
  // A "no" removes the list that its question opens.
  for (const [name, flag] of Object.entries(FLAG_OF)) {
    if (sent[flag] !== 'no') continue;
    delete merged[name];
    if (isListName(name)) unreturned.delete(name);
  }
  // What was known of the files of changed fields no longer holds.
  const isKept = (path: string) => !((path.split('.')[0] ?? '') in sent);
  merged.lost_files = known.lost_files?.filter(({ paths }) => paths.every(isKept));
  merged.file_facts =
    known.file_facts && Object.fromEntries(Object.entries(known.file_facts).filter(([path]) => isKept(path)));
  const { id = '', given, ...answered } = returned ?? {};
  for (const name of Object.keys(answered)) if (isListName(name)) unreturned.delete(name);
  const { unreturned_lists: _, ...record }: ApplicantRecord = { ...merged, ...answered, id: id || known.id };
  const links = { ...known.file_links, ...returned?.file_links };
  return {
    ...record,
    ...(Object.keys(links).length > 0 && { file_links: links }),
    ...(known.given && { given: givenAfter({ ...known.given, ...texts, ...given }, unreturned) }),
    ...(unreturned.size > 0 && { unreturned_lists: [...unreturned] }),
  };
}

/** `given` without the lists whose files are not known, and without their questions. */
function givenAfter(given: Readonly<Record<string, string>>, unreturned: ReadonlySet<ListName>) {
  const without = [...unreturned].flatMap((list) => [list as string, FLAG_OF[list] ?? '']);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !without.includes(name)));
}
