/**
 * Converts form values for the device and back: copies them without passwords, adds missing fields, extracts and restores files.
 */
import { type FieldChoice, isListName, type ListName } from '../../domain/application/fields.ts';
import { emptyForm, emptyItem, type FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { isFileType, shownFileName } from '../../domain/input/files.ts';
import type { NewFile } from '../../domain/kinds/kind.ts';

export interface ChosenFile extends NewFile {
  blob: Blob;
}

interface StoredFileName extends NewFile {
  fileKey: string;
}

/** A file whose content the device has lost, as when it frees space. */
export interface LostFile {
  path: string;
  name: string;
}

const PASSWORD = /password/i;

export function isChosenFile(value: unknown): value is ChosenFile {
  return isObject(value) && value.blob instanceof Blob;
}

function isStoredFile(value: unknown): value is StoredFileName {
  return isObject(value) && typeof value.fileKey === 'string';
}

const MAX_FILE_KEY = 200;

/** A file as a record from elsewhere names it, for `fitForm`; null for any other value. */
export function fitStoredFile({ fileKey, name, size, type }: Record<string, unknown>): StoredFileName | null {
  if (typeof fileKey !== 'string' || fileKey.length > MAX_FILE_KEY || typeof name !== 'string') return null;
  if (!Number.isSafeInteger(size) || Number(size) < 0) return null;
  return { name: shownFileName(name), size: Number(size), type: isFileType(type) ? type : null, fileKey };
}

/** Copies form values deeply, without properties named like a password. */
export function copyForm(form: FormState): FormState {
  return mapForm(form, (value) => (isChosenFile(value) ? { done: value } : null)) as FormState;
}

export function packForm(form: FormState, keyOf: (file: ChosenFile, path: string) => string): FormState {
  return mapForm(form, (value, path) => {
    if (!isChosenFile(value)) return null;
    const { name, size, type } = value;
    return { done: { name, size, type, fileKey: keyOf(value, path) } satisfies StoredFileName };
  }) as FormState;
}

/** Restores the files; the field of a lost file is empty. */
export function unpackForm(form: FormState, blobs: ReadonlyMap<string, Blob>): FormState {
  return mapForm(form, (value) => {
    if (!isStoredFile(value)) return null;
    const { fileKey, name, type } = value;
    const blob = blobs.get(fileKey);
    return { done: blob ? ({ name, size: blob.size, type, blob } satisfies ChosenFile) : null };
  }) as FormState;
}

/** {@link packForm} for another device: files are named by form path. */
export const packByPath = (form: FormState): FormState => packForm(form, (_, path) => path);

export interface FormFile<File> {
  path: string;
  file: File;
}

function filesOf<File>(form: FormState, isFile: (value: unknown) => value is File): FormFile<File>[] {
  const found: FormFile<File>[] = [];
  mapForm(form, (value, path) => {
    if (!isFile(value)) return null;
    found.push({ path, file: value });
    return { done: value };
  });
  return found;
}

export const chosenFilesOf = (form: FormState) => filesOf(form, isChosenFile);
export const storedFilesOf = (form: FormState) => filesOf(form, isStoredFile);

/** True when nothing has been filled in; "no" counts as empty. */
export function isBlankForm(value: unknown): boolean {
  if (value === '' || value === 'no' || value === null || value === undefined) return true;
  if (isChosenFile(value) || typeof value !== 'object') return false;
  return Object.values(value).every(isBlankForm);
}

/** Adds fields of a step or part that an older portal lacked. Other values stay. */
export function completeForm(type: ApplicationType | null, only: FieldChoice, form: FormState): FormState {
  const complete: FormState = { ...form };
  for (const [name, empty] of Object.entries(emptyForm(type, only))) {
    complete[name] = isListName(name) ? completeItems(name, form[name]) : mergeDefaults(empty, form[name]);
  }
  return complete;
}

function completeItems(list: ListName, items: unknown): unknown[] {
  return Array.isArray(items) ? items.map((item) => mergeDefaults(emptyItem(list), item)) : [];
}

function mergeDefaults(empty: unknown, value: unknown): unknown {
  if (value === undefined) return empty;
  if (!isObject(empty) || !isObject(value)) return value;
  const merged: Record<string, unknown> = { ...value };
  for (const [name, inner] of Object.entries(empty)) merged[name] = mergeDefaults(inner, value[name]);
  return merged;
}

export function valueAt(form: FormState, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), form);
}

export function withValue(form: FormState, path: string, value: unknown): FormState {
  const [key = '', ...rest] = path.split('.');
  const inner = form[key];
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest.join('.'), value);
  return Array.isArray(form) ? Object.assign([...form], { [key]: next }) : { ...form, [key]: next };
}

/**
 * @returns a function that puts the value at a path, or all values without a path, into other values of the form; a list that
 * lacks the item is replaced
 */
export function changeTo(values: FormState, path?: string): (form: FormState) => FormState {
  if (path === undefined) return (form) => ({ ...form, ...values });
  const [name = '', index] = path.split('.');
  const value = valueAt(values, path);
  const lacks = (form: FormState) => isListName(name) && index !== undefined && !valueAt(form, `${name}.${index}`);
  return (form) => (lacks(form) ? { ...form, [name]: values[name] } : withValue(form, path, value));
}

/** Maps values recursively; a result of `visit` replaces the value. */
function mapForm(
  value: unknown,
  visit: (value: unknown, path: string) => { done: unknown } | null,
  path = '',
): unknown {
  const visited = visit(value, path);
  if (visited) return visited.done;
  const at = (key: string | number) => (path ? `${path}.${key}` : String(key));
  if (Array.isArray(value)) return value.map((entry, index) => mapForm(entry, visit, at(index)));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !PASSWORD.test(key))
      .map(([key, entry]) => [key, mapForm(entry, visit, at(key))]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
