/** The files named in a record. */
import { kindOf } from '../kinds/index.ts';
import { FIELDS, isListName } from './fields.ts';
import type { ApplicantRecord } from './record.ts';

/** Each field with files, and their names; those of a list are in its items. */
export const FILE_FIELDS = Object.entries(FIELDS).map(([field, definition]) => {
  const parts = kindOf(definition).fileParts(field);
  return { field, names: parts.map(([part]) => part) };
});

interface RecordFile {
  /** Path in the record: `file4`, `formatted_relatives.0.file6`. */
  place: string;
  name: string;
  reference: string;
}

export function recordFilesOf(record: ApplicantRecord): RecordFile[] {
  const at = (holder: object, name: string, before = ''): RecordFile[] => {
    const reference: unknown = Reflect.get(holder, name);
    return typeof reference === 'string' && reference !== '' ? [{ place: before + name, name, reference }] : [];
  };
  return FILE_FIELDS.flatMap(({ field, names }) => {
    if (!isListName(field)) return names.flatMap((name) => at(record, name));
    return (record[field] ?? []).flatMap((item, index) =>
      names.flatMap((name) => at(item, name, `${field}.${index}.`)),
    );
  });
}
