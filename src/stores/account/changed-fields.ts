/** Which fields of a form differ from another one, field by field of the application; a list is one field. */
import type { FormState } from '../../domain/application/form.ts';
import { isNewFile, type NewFile, type StoredFile } from '../../domain/application/values.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { isChosenFile } from '../device/form-values.ts';

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
