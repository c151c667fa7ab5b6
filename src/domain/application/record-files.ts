/** The files that a record names: for the links of the account, and for the gateway, which sees records as hosts write them. */
import { readList, readObject } from '../input/host-values.ts';
import { FIELDS, LISTS } from './fields.ts';
import { toldFile } from './told-answers.ts';

const isFile = ({ kind }: { kind: string }) => kind === 'file' || kind === 'photo';
const fileNames = (fields: Record<string, { kind: string }>) =>
  Object.entries(fields).flatMap(([name, field]) => (isFile(field) ? [name] : []));

const FILE_FIELDS = fileNames(FIELDS);
const LIST_FILES = Object.entries(LISTS).map(([list, { item }]) => [list, fileNames(item)] as const);

export interface ToldFile {
  /** Where in the record: `file4`, `formatted_relatives.0.file6`. */
  place: string;
  /** The name of the field. */
  name: string;
  reference: string;
}

/** Every file reference of a record, read or as it came. */
export function filesOf(record: unknown): ToldFile[] {
  const told = readObject(record);
  if (!told) return [];
  const at = (holder: Record<string, unknown>, name: string, before = ''): ToldFile[] => {
    const reference = toldFile(holder[name]);
    return reference === undefined ? [] : [{ place: before + name, name, reference }];
  };
  const inLists = LIST_FILES.flatMap(([list, names]) =>
    (readList(told[list]) ?? []).flatMap((entry, index) => {
      const item = readObject(entry);
      return item ? names.flatMap((name) => at(item, name, `${list}.${index}.`)) : [];
    }),
  );
  return [...FILE_FIELDS.flatMap((name) => at(told, name)), ...inLists];
}
