/** Which fields of a form were changed, and how the device stores them; a list is one field. */

import { FORM_CODES } from '../../domain/api/field-codes.ts';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { type FieldName, FLAG_OF } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { type FileValue, isFileValue, isNewFile, type StoredFile } from '../../domain/kinds/kind.ts';
import { isChosenFile } from '../device/form-values.ts';
import { draftExpiry, type EntryKind } from '../device/stored-entry.ts';
import { CHANGES_FILE_PREFIX, CHANGES_PREFIX } from './unsent.ts';

export interface ChangesContent {
  base: number;
  /** The changed fields with their files, without passwords. */
  mine: FormState;
  changedAt: string;
  /** The changes were sent, but no clear response came. */
  isUncertain?: boolean;
  /** Files of stored items are missing in them: their references were not known. */
  lacksFiles?: boolean;
}

const MAX_LINK = 2000;

function fitHostFile({ path }: Record<string, unknown>): StoredFile | null {
  return typeof path === 'string' && path.length <= MAX_LINK ? { path } : null;
}

/** Links are signed again for each response, so two links to one file share only its name. */
function isSameFile(one: FileValue, other: FileValue): boolean {
  if (isChosenFile(one) && isChosenFile(other)) return one.blob === other.blob;
  return !isNewFile(one) && !isNewFile(other) && fileNameOf(one.path) === fileNameOf(other.path);
}

const OF_FORM: ReadonlySet<string> = new Set(FORM_CODES);

/** True for an item of a changed list that is stored, at any position. */
function isStoredItem(stored: unknown, changedItem: unknown, index: string): boolean {
  if (!Array.isArray(stored) || !Array.isArray(changedItem) || index === '') return false;
  return stored.some((item) => fieldChanges.isSame(item, changedItem[Number(index)]));
}

/** Whether the record has an answer, a line of an address or a part of an item. */
function isReturned(recorded: unknown, key: string, inner: string): boolean {
  if (recorded === undefined || key === '') return recorded !== undefined;
  const within = (recorded as Record<string, Record<string, unknown> | string>)[key];
  return typeof within === 'object' && inner !== '' ? within[inner] !== undefined : within !== undefined;
}

/** True for a file of a change whose reference is not known. */
const isKnownByName = (value: unknown) => isFileValue(value) && !isNewFile(value) && !value.path.includes('/');

/** The answers of an item without its files. */
const textsOf = (item: unknown): FormState =>
  Object.fromEntries(Object.entries(item as FormState).filter(([, value]) => value !== null && !isFileValue(value)));

/** An item with the stored files that it lacks, where all its other answers are stored at any position. */
function withFilesOf(stored: readonly unknown[], item: unknown, index: number): unknown {
  const isOfItem = (one: unknown) => one !== undefined && fieldChanges.isSame(textsOf(one), textsOf(item));
  const found = isOfItem(stored[index]) ? stored[index] : stored.find(isOfItem);
  const lacking = Object.keys(item as FormState).filter((name) => (item as FormState)[name] === null);
  const files = lacking.map((name) => [name, (found as FormState | undefined)?.[name] ?? null]);
  return { ...(item as FormState), ...Object.fromEntries(files) };
}

export const fieldChanges = {
  of(base: FormState, form: FormState): FormState {
    return Object.fromEntries(Object.entries(form).filter(([name, value]) => !fieldChanges.isSame(base[name], value)));
  },
  /** Deep equality; text is compared trimmed, as it is sent. */
  isSame(one: unknown, other: unknown): boolean {
    if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
    if (isFileValue(one) && isFileValue(other)) return isSameFile(one, other);
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => fieldChanges.isSame((one as FormState)[name], (other as FormState)[name]));
  },
  /** Puts in the references of stored files that were not known before. */
  withStoredFiles(form: FormState, stored: FormState): FormState {
    const complete = (value: unknown, other: unknown) => {
      if (isKnownByName(value) && isFileValue(other)) return other;
      if (!Array.isArray(value) || !Array.isArray(other)) return value;
      return value.map((item, index) => withFilesOf(other, item, index));
    };
    return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, complete(value, stored[name])]));
  },
  /** A file as the host returns it, for comparison with a stored one. */
  toHostForm(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(fieldChanges.toHostForm);
    if (typeof value !== 'object' || value === null) return value;
    if ('blob' in value && 'name' in value) return { path: encodeURIComponent(String(value.name)) };
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fieldChanges.toHostForm(inner)]));
  },
  /** Errors of a changed application that the applicant can fix; not those in answers that are unknown or have another form. */
  fixableErrors(
    type: ApplicationType,
    errors: FieldErrors,
    { record, values, changed }: { record: ApplicantRecord; values: ApplicationValues; changed: readonly string[] },
  ): FieldErrors {
    const stored = fromRecord(type, record);
    const isMine = (path: string, codes: readonly string[]) => {
      const [name, key = '', inner = ''] = path.split('.') as [FieldName, string?, string?];
      const flag = FLAG_OF[name];
      if (changed.includes(name)) return !isStoredItem(stored[name], values[name], key);
      if (flag && changed.includes(flag)) return true;
      return isReturned(record[name], key, inner) && !codes.every((code) => OF_FORM.has(code));
    };
    return Object.fromEntries(Object.entries(errors).filter(([path, codes]) => isMine(path, codes)));
  },
  recordKind: (id: string): EntryKind<ChangesContent> => ({
    key: CHANGES_PREFIX + id,
    filePrefix: `${CHANGES_FILE_PREFIX}${id}:`,
    forms: ['mine'],
    version: 1,
    expiryOf: draftExpiry,
    fitFile: fitHostFile,
    fit({ base, isUncertain, lacksFiles }) {
      if (!Number.isSafeInteger(base)) return null;
      const content = { base: Number(base), isUncertain: isUncertain === true, lacksFiles: lacksFiles === true };
      return { content: content as Omit<ChangesContent, 'changedAt'>, dropped: [] };
    },
  }),
};
