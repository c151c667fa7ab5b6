/** The files named in a record: for the account's links, and for the gateway, which sees hosts' own records. */
import { readList, readObject } from '../input/host-values.ts';
import { kindOf } from '../kinds/index.ts';
import { FIELDS, isListName } from './fields.ts';
import { fileReference, flattenRecord } from './record.ts';

const FILE_FIELDS = Object.entries(FIELDS).map(([field, definition]) => {
  const parts = kindOf(definition).fileParts(field);
  return { field, names: parts.map(([part]) => part) };
});

interface RecordFile {
  /** Path in the record: `file4`, `formatted_relatives.0.file6`. */
  place: string;
  name: string;
  reference: string;
}

export function recordFilesOf(record: unknown): RecordFile[] {
  const source = flattenRecord(record);
  if (!source) return [];
  const at = (holder: Record<string, unknown>, name: string, before = ''): RecordFile[] => {
    const reference = fileReference(holder[name]);
    return reference === undefined ? [] : [{ place: before + name, name, reference }];
  };
  return FILE_FIELDS.flatMap(({ field, names }) => {
    if (!isListName(field)) return names.flatMap((name) => at(source, name));
    return (readList(source[field]) ?? []).flatMap((entry, index) => {
      const item = readObject(entry);
      return item ? names.flatMap((name) => at(item, name, `${field}.${index}.`)) : [];
    });
  });
}
