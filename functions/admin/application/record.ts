/**
 * The applicant record of the wire, made anew for each answer, since its file links live 15 minutes; and the files among the
 * values of an application.
 */
import { FLAG_OF, fieldsOf, LISTS, type ListName } from '../../../src/domain/application/fields.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import {
  type ApplicationValues,
  emptyValue,
  emptyValues,
  type FileValue,
} from '../../../src/domain/application/values.ts';
import { DOCUMENT_TYPES, type FileType, PHOTO_TYPES } from '../../../src/domain/input/files.ts';
import { signLink } from '../files/links.ts';
import type { AdminEnv } from '../runtime/env.ts';
import type { Applicant } from '../store/applicants.ts';

/** The record of an applicant; no password, no hash. */
export function renderRecord(env: AdminEnv, applicant: Applicant, now: number): Record<string, unknown> {
  const files = new Map(applicant.files.map((file) => [file.id, file]));
  const link = (id: unknown) => {
    const file = typeof id === 'string' ? files.get(id) : undefined;
    return file ? signLink(env, file, now) : null;
  };
  const fields: Record<string, unknown> = { ...noAnswers(applicant.type), ...applicant.fields };
  for (const { name, kind } of fieldsOf(applicant.type)) {
    if (kind === 'file' || kind === 'photo') fields[name] = link(fields[name]);
    if (name in LISTS && fields[name]) fields[name] = renderItems(name as ListName, fields[name], link);
  }
  return {
    ...fields,
    id: applicant.id,
    application_type: applicant.type,
    application_status_history: applicant.history,
    version: applicant.version,
    ...(applicant.visa ? { visa: applicant.visa } : {}),
  };
}

/** What stands for a question that was not asked yet when the application was stored. */
function noAnswers(type: ApplicationType): Record<string, unknown> {
  const asked = fieldsOf(type).filter(({ name }) => !FLAG_OF[name]);
  return Object.fromEntries(asked.map(({ name, kind }) => [name, emptyValue(kind)]));
}

function renderItems(list: ListName, items: unknown, link: (id: unknown) => string | null): unknown[] {
  const names = listFileFields(list);
  return (items as Record<string, unknown>[]).map((item) => ({
    ...emptyValues(LISTS[list].item),
    ...item,
    ...Object.fromEntries(names.map((name) => [name, link(item[name])])),
  }));
}

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

/** The names of all file parts that an application of a type may have, with the types that each accepts. */
export function fileFieldsOf(type: ApplicationType): Map<string, readonly FileType[]> {
  return new Map(
    fieldsOf(type).flatMap(({ name, kind }): [string, readonly FileType[]][] => {
      if (name in LISTS) return listFileFields(name as ListName).map((field) => [field, DOCUMENT_TYPES]);
      if (kind === 'photo') return [[name, PHOTO_TYPES]];
      return kind === 'file' ? [[name, DOCUMENT_TYPES]] : [];
    }),
  );
}

/** The names of the files of a list's items. */
export function listFileFields(list: ListName): string[] {
  return Object.entries(LISTS[list].item).flatMap(([name, { kind }]) => (kind === 'file' ? [name] : []));
}
