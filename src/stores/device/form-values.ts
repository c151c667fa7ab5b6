/**
 * Form values on their way into and out of a draft: copied without passwords, filled up with fields that an older portal
 * did not know, and with files taken out and put back.
 */

import { type FieldChoice, LISTS, type ListName } from '../../domain/application/fields.ts';
import { emptyForm, emptyItem, type FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { NewFile } from '../../domain/application/values.ts';

/** A file that the applicant chose, with its content. */
export interface ChosenFile extends NewFile {
  blob: Blob;
}

/** A file as the record names it. */
export interface StoredFileName extends NewFile {
  fileKey: string;
}

/** A file that the device had kept and has lost, for instance to make room. */
export interface LostFile {
  /** Form path. */
  path: string;
  name: string;
}

const PASSWORD = /password/i;

/** True for a chosen file among form values. */
export function isChosenFile(value: unknown): value is ChosenFile {
  return isObject(value) && value.blob instanceof Blob;
}

function isStoredFile(value: unknown): value is StoredFileName {
  return isObject(value) && typeof value.fileKey === 'string';
}

/**
 * Copies form values, so that a form that goes on changing its own does not change the copy.
 * Whatever is named like a password is left out: no draft ever holds one.
 */
export function copyForm(form: FormState): FormState {
  return mapForm(form, (value) => (isChosenFile(value) ? { done: value } : null)) as FormState;
}

/** Replaces each file by its name in the record. */
export function packForm(form: FormState, keyOf: (file: ChosenFile) => string): FormState {
  return mapForm(form, (value) => {
    if (!isChosenFile(value)) return null;
    const { name, size, type } = value;
    return { done: { name, size, type, fileKey: keyOf(value) } satisfies StoredFileName };
  }) as FormState;
}

/** Puts the files back; one that is gone leaves its field empty. */
export function unpackForm(form: FormState, blobs: ReadonlyMap<string, Blob>): FormState {
  return mapForm(form, (value) => {
    if (!isStoredFile(value)) return null;
    const { fileKey, name, size, type } = value;
    const blob = blobs.get(fileKey);
    return { done: blob ? ({ name, size, type, blob } satisfies ChosenFile) : null };
  }) as FormState;
}

/** The chosen files of a form with their paths, in order. */
export function filesOf(form: FormState): { path: string; file: ChosenFile }[] {
  const found: { path: string; file: ChosenFile }[] = [];
  mapForm(form, (value, path) => {
    if (!isChosenFile(value)) return null;
    found.push({ path, file: value });
    return { done: value };
  });
  return found;
}

/** The names of files in a packed form, with their paths. */
export function storedFilesOf(form: FormState): { path: string; name: string; fileKey: string }[] {
  const found: { path: string; name: string; fileKey: string }[] = [];
  mapForm(form, (value, path) => {
    if (!isStoredFile(value)) return null;
    found.push({ path, name: value.name, fileKey: value.fileKey });
    return { done: value };
  });
  return found;
}

/** True when nothing has been filled in: empty texts, "no" answers, no files and no items. */
export function isBlankForm(value: unknown): boolean {
  if (value === '' || value === 'no' || value === null || value === undefined) return true;
  if (isChosenFile(value) || typeof value !== 'object') return false;
  return Object.values(value).every(isBlankForm);
}

/** Form values with every field of the step or part in place, whatever portal wrote them. Other values stay. */
export function completeForm(type: ApplicationType | null, only: FieldChoice, form: FormState): FormState {
  const complete: FormState = { ...form };
  for (const [name, empty] of Object.entries(emptyForm(type, only))) {
    complete[name] = name in LISTS ? completeItems(name as ListName, form[name]) : overlay(empty, form[name]);
  }
  return complete;
}

function completeItems(list: ListName, items: unknown): unknown[] {
  return Array.isArray(items) ? items.map((item) => overlay(emptyItem(list), item)) : [];
}

function overlay(empty: unknown, value: unknown): unknown {
  if (value === undefined) return empty;
  if (!isObject(empty) || !isObject(value)) return value;
  const merged: Record<string, unknown> = { ...value };
  for (const [name, inner] of Object.entries(empty)) merged[name] = overlay(inner, value[name]);
  return merged;
}

/** The value at a form path; undefined where there is none. */
export function valueAt(form: FormState, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), form);
}

/** A form with another value at a path. */
export function withValue(form: FormState, path: string, value: unknown): FormState {
  const [key = '', ...rest] = path.split('.');
  const inner = form[key];
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest.join('.'), value);
  return Array.isArray(form) ? Object.assign([...form], { [key]: next }) : { ...form, [key]: next };
}

/** Walks values; `visit` may end the walk of a value with what is to stand in its place. */
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
