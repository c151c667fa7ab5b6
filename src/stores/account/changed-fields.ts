/** Which fields of a form differ from another one, field by field of the application; a list is one field. */
import type { FormState } from '../../domain/application/form.ts';
import { isNewFile, type NewFile, type StoredFile } from '../../domain/application/values.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { isChosenFile } from '../device/form-values.ts';
import type { RecordKind } from '../device/stored-record.ts';
import { CHANGES_FILE_PREFIX, CHANGES_PREFIX } from './unsent.ts';

/** Unsent changes as the device stores them: only what was changed, never a password. */
export interface ChangesContent {
  /** The version of the application that they start from. */
  base: number;
  /** The changed fields, whole; files with their content. */
  mine: FormState;
  /** ISO 8601, UTC. */
  changedAt: string;
}

/** The changes of one applicant; nobody else is shown them. */
export const changesKind = (id: string): RecordKind<ChangesContent> => ({
  key: CHANGES_PREFIX + id,
  filePrefix: `${CHANGES_FILE_PREFIX}${id}:`,
  forms: ['mine'],
  versions: { current: 1, migrations: {} },
  isContent: ({ base }) => typeof base === 'number',
});

/** The fields of `form` that are not as they are in `base`, with their values in `form`. */
export function changedFields(base: FormState, form: FormState): FormState {
  return Object.fromEntries(Object.entries(form).filter(([name, value]) => !isSame(base[name], value)));
}

/** True for two values that say the same. Text is compared as it is sent, without the space around it. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  if (isFile(one) && isFile(other)) return isSameFile(one, other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame((one as FormState)[name], (other as FormState)[name]));
}

type AnyFile = NewFile | StoredFile;

function isFile(value: unknown): value is AnyFile {
  return isChosenFile(value) || (typeof value === 'object' && value !== null && 'path' in value);
}

/** A host signs its links anew at each answer, so that two links to one file share the name only. */
function isSameFile(one: AnyFile, other: AnyFile): boolean {
  if (isChosenFile(one) || isChosenFile(other)) {
    return isChosenFile(one) && isChosenFile(other) && one.blob === other.blob;
  }
  return !isNewFile(one) && !isNewFile(other) && fileNameOf(one.path) === fileNameOf(other.path);
}

/** A file as the host would tell it, so that it can be found among what is stored. */
export function sentAs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentAs);
  if (typeof value !== 'object' || value === null) return value;
  if ('blob' in value && 'name' in value) return { path: encodeURIComponent(String(value.name)) };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sentAs(inner)]));
}
