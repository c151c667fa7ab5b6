/** The files among the values of an application: walks over all of them, in fields and in list items, in one order. */
import { fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { ApplicationValues, FileValue } from '../../../src/domain/application/values.ts';

export interface FilePlace {
  /** Wire name: `file4`, or `file6` of a list item. */
  field: string;
  /** Field path: `file4`, `formatted_relatives.0.file6`. */
  path: string;
}

/** The values with every file replaced by what `replace` makes of it. */
export function mapFiles(
  type: ApplicationType,
  values: ApplicationValues,
  replace: (file: FileValue | null, place: FilePlace) => FileValue | null,
): ApplicationValues {
  const mapped: Record<string, unknown> = { ...values };
  for (const { name, kind } of fieldsOf(type)) {
    if (kind === 'file' || kind === 'photo')
      mapped[name] = replace(values[name] as FileValue | null, { field: name, path: name });
    if (name in LISTS) mapped[name] = mapItems(name as ListName, values, replace);
  }
  return mapped as ApplicationValues;
}

function mapItems(
  list: ListName,
  values: ApplicationValues,
  replace: (file: FileValue | null, place: FilePlace) => FileValue | null,
): unknown[] {
  const fields = listFileFields(list);
  return (values[list] as unknown as Record<string, unknown>[]).map((item, index) => ({
    ...item,
    ...Object.fromEntries(
      fields.map((field) => [
        field,
        replace(item[field] as FileValue | null, { field, path: `${list}.${index}.${field}` }),
      ]),
    ),
  }));
}

/** The names of all file parts that an application of a type may have. */
export function fileFieldsOf(type: ApplicationType): Set<string> {
  return new Set(
    fieldsOf(type).flatMap(({ name, kind }) => {
      if (name in LISTS) return listFileFields(name as ListName);
      return kind === 'file' || kind === 'photo' ? [name] : [];
    }),
  );
}

/** The names of the files of a list's items. */
export function listFileFields(list: ListName): string[] {
  return Object.entries(LISTS[list].item).flatMap(([name, { kind }]) => (kind === 'file' ? [name] : []));
}
