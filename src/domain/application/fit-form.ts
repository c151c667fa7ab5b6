/**
 * Fits a form from storage, a link or a company to the field table, field by field: what does not fit is dropped and named.
 * Every form page loads it, so it uses no schema library (docs/decisions/stored-records.md).
 */
import { kindOf, MAX_ITEMS } from '../kinds/index.ts';
import { FIELDS, isFieldName, isListName, type ListName, listKindOf } from './fields.ts';

/** Largest number of characters of a kept text: longer than any field allows, so that the applicant can shorten it. */
const MAX_STORED_TEXT = 4000;

/** How many fields of other portal versions are kept, and how long their names may be. */
const MAX_UNKNOWN = 50;
const MAX_NAME = 60;

/** Stands in `dropped` for answers to fields that this version lacks. */
export const UNKNOWN_FIELD = '*';

interface FittedForm {
  form: Record<string, unknown>;
  /** Form paths of dropped answers, or {@link UNKNOWN_FIELD}. */
  dropped: string[];
}

/** @returns the fitted file; null for any other value */
export type FitFile = (value: Record<string, unknown>) => unknown;

/** @param form any value; only own properties are read, none deeper than the field table */
export function fitForm(form: unknown, fitFile: FitFile): FittedForm {
  const dropped = new Set<string>();
  const fit: Fit = { fitFile, drop: (path) => void dropped.add(path) };
  const fitted: [string, unknown][] = [];
  let unknown = 0;
  for (const [name, value] of isPlainObject(form) ? Object.entries(form) : []) {
    if (value === undefined) continue;
    if (isFieldName(name)) {
      const kind = kindOf(FIELDS[name]);
      const empty = kind.toForm(kind.empty());
      if (value !== null || empty === null) fitted.push([name, fitValue(empty, value, name, fit)]);
    } else if (value !== null) {
      const isName = name.length <= MAX_NAME && !(name in Object.prototype);
      const kept = unknown < MAX_UNKNOWN && isName ? fitUnknown(value, fitFile) : null;
      if (!kept && kept !== '') {
        fit.drop(UNKNOWN_FIELD);
      } else {
        unknown += 1;
        fitted.push([name, kept]);
      }
    }
  }
  return { form: Object.fromEntries(fitted), dropped: [...dropped] };
}

interface Fit {
  fitFile: FitFile;
  drop: (path: string) => void;
}

/** Gives the value the shape of `empty`, and takes from `empty` what does not fit. */
function fitValue(empty: unknown, value: unknown, path: string, fit: Fit): unknown {
  if (value === undefined || value === null) return empty;
  if (isListName(path)) return fitItems(path, value, fit);
  if (empty === null) return (isPlainObject(value) && fit.fitFile(value)) || dropValue(empty, path, fit);
  if (typeof empty === 'string') return isText(value, empty) ? value : dropValue(empty, path, fit);
  if (!isPlainObject(value) || !isPlainObject(empty)) return dropValue(empty, path, fit);
  return Object.fromEntries(
    Object.entries(empty).map(([name, inner]) => [
      name,
      fitValue(inner, Object.hasOwn(value, name) ? value[name] : undefined, `${path}.${name}`, fit),
    ]),
  );
}

function dropValue(empty: unknown, path: string, { drop }: Fit): unknown {
  drop(path);
  return empty;
}

function fitItems(list: ListName, items: unknown, fit: Fit): unknown[] {
  if (!Array.isArray(items)) {
    fit.drop(list);
    return [];
  }
  const sound = items.slice(0, MAX_ITEMS).filter(isPlainObject);
  if (sound.length < items.length) fit.drop(list);
  return sound.map((item, index) => fitValue(listKindOf(list).emptyFormItem(), item, `${list}.${index}`, fit));
}

function fitUnknown(value: unknown, fitFile: FitFile): unknown {
  return isText(value, '') ? value : isPlainObject(value) ? fitFile(value) : null;
}

/** @param empty `no` where only "yes" and "no" are answers */
function isText(value: unknown, empty: string): boolean {
  return empty === 'no'
    ? value === 'yes' || value === 'no'
    : typeof value === 'string' && value.length <= MAX_STORED_TEXT;
}

/** True for a plain object; false for a list, a map or a file's content. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
