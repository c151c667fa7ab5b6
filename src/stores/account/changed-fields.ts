/** Which fields of a form were changed, and how the device stores them; a list is one field. */

import type { FormState } from '../../domain/application/form.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { type FileValue, isFileValue, isNewFile, type StoredFile } from '../../domain/kinds/kind.ts';
import { isChosenFile } from '../device/form-values.ts';
import { draftExpiry, type RecordKind } from '../device/stored-record.ts';
import { CHANGES_FILE_PREFIX, CHANGES_PREFIX } from './unsent.ts';

export interface ChangesContent {
  base: number;
  /** The changed fields with their files, never a password. */
  mine: FormState;
  changedAt: string;
}

export const changesKind = (id: string): RecordKind<ChangesContent> => ({
  key: CHANGES_PREFIX + id,
  filePrefix: `${CHANGES_FILE_PREFIX}${id}:`,
  forms: ['mine'],
  version: 1,
  expiryOf: draftExpiry,
  fitFile: fitHostFile,
  fit: ({ base }) =>
    Number.isSafeInteger(base)
      ? { content: { base: Number(base) } as Omit<ChangesContent, 'changedAt'>, dropped: [] }
      : null,
});

const MAX_LINK = 2000;

/** A file that the host stores, named by its link. */
function fitHostFile({ path }: Record<string, unknown>): StoredFile | null {
  return typeof path === 'string' && path.length <= MAX_LINK ? { path } : null;
}

export function changedFields(base: FormState, form: FormState): FormState {
  return Object.fromEntries(Object.entries(form).filter(([name, value]) => !isSame(base[name], value)));
}

/** Deep equality; text is compared trimmed, as it is sent. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  if (isFileValue(one) && isFileValue(other)) return isSameFile(one, other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame((one as FormState)[name], (other as FormState)[name]));
}

/** Hosts sign links again for each response, so two links to one file share only its name. */
function isSameFile(one: FileValue, other: FileValue): boolean {
  if (isChosenFile(one) && isChosenFile(other)) return one.blob === other.blob;
  return !isNewFile(one) && !isNewFile(other) && fileNameOf(one.path) === fileNameOf(other.path);
}

/** A file in the host's form, for comparison with a stored one. */
export function toHostForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toHostForm);
  if (typeof value !== 'object' || value === null) return value;
  if ('blob' in value && 'name' in value) return { path: encodeURIComponent(String(value.name)) };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toHostForm(inner)]));
}
