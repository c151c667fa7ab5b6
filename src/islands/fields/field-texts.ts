/** Label, hint and errors of a field by form path. The field and the error summary get their sentence from the same function. */
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { FIELDS, type FieldName, isListName, type ListName, listKindOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { ADDRESS_LINE_MAX } from '../../domain/kinds/address.ts';
import { hostSentence, shownCode } from '../../stores/api/refusal.ts';
import type { Text } from '../../stores/page-text.ts';

export interface FieldWords {
  t: Text<'forms'>;
  /** Null before a type is chosen. */
  type: ApplicationType | null;
  /** The value at a form path, for texts that depend on it; absent if no form shows it. */
  shownValue?: (path: string) => unknown;
}

/** What a form path leads to: a field of the application, a line of an address, or a field of a list item. */
type Place =
  | { in: 'field'; name: FieldName }
  | { in: 'line'; name: FieldName; line: string }
  | { in: 'item'; list: ListName; index: number; name: string };

/** @param path for example `surname`, `formatted_address.region`, `last_trips.0.trim_date.date_to` */
function placeOf(path: string): Place {
  const parts = path.split('.');
  const [name = '', second] = parts;
  const last = parts.at(-1) ?? '';
  if (second === undefined) return { in: 'field', name: name as FieldName };
  if (isListName(name)) return { in: 'item', list: name, index: Number(second), name: last };
  return { in: 'line', name: name as FieldName, line: last };
}

export function labelOf({ t, type }: FieldWords, path: string): string {
  const place = placeOf(path);
  if (place.in === 'item') return t.find(`items.${place.list}.${place.name}.label`);
  if (place.in === 'line') return t.find(`address.${place.line}`, { context: place.name });
  return t.find(`fields.${place.name}.label`, { context: type });
}

/** `''` for a field that needs no hint. */
export function hintOf({ t, type }: FieldWords, path: string): string {
  const place = placeOf(path);
  if (place.in === 'item') return t.find(`items.${place.list}.${place.name}.hint`);
  const key = place.in === 'line' ? `address.${place.line}Hint` : `fields.${place.name}.hint`;
  return t.find(key, { context: type });
}

export function isOptional(path: string): boolean {
  const place = placeOf(path);
  if (place.in === 'line') return place.line === 'flat';
  const fields: Record<string, { required: boolean }> = place.in === 'item' ? listKindOf(place.list).fields : FIELDS;
  return fields[place.name]?.required === false;
}

/** Largest number of characters; 0 for a kind with a rule of its own. */
function maxOf(path: string): number {
  const place = placeOf(path);
  if (place.in === 'line') return ADDRESS_LINE_MAX;
  const fields: Record<string, { max: number }> = place.in === 'item' ? listKindOf(place.list).fields : FIELDS;
  return fields[place.name]?.max ?? 0;
}

/** How many characters are too many; 0 if unknown. */
function excessOf({ shownValue }: FieldWords, path: string): number {
  const [text, max] = [shownValue?.(path), maxOf(path)];
  return typeof text === 'string' && max > 0 ? Math.max(0, text.trim().length - max) : 0;
}

/** The sentence at a field for the code of an issue, or for the host's own text. */
export function errorText(words: FieldWords, path: string, reason: string): string {
  const { t, type } = words;
  const place = placeOf(path);
  const sentence = hostSentence(reason);
  const code = shownCode(reason);
  const keys =
    place.in === 'item'
      ? [`itemErrors.${code}.${place.name}`]
      : code === 'required'
        ? [`errors.requiredOf.${type}.${path}`, `errors.required.${path}`]
        : [`errorsOf.${type}.${code}.${path}`, `errorsAt.${code}.${path}`];
  for (const key of sentence ? [] : keys) {
    const own = t.find(key);
    if (own) return own;
  }
  const excess = code === 'too_long' ? excessOf(words, path) : 0;
  // The host may use a code that this version has no text for.
  const error = sentence
    ? t('errors.hostSays', { text: sentence })
    : excess > 0
      ? t('errors.too_long_by', { count: excess })
      : (code !== 'required' && t.find(`errors.${code}`)) || t('errors.required.other');
  // Fields outside the application, such as the password, are alone on their page.
  if (place.in === 'field' && !(place.name in FIELDS)) return error;
  return t('errors.at', { field: labelOf(words, path), error });
}

/** The same sentence for the summary; for a field of a list it also names the item. */
export function summaryText(words: FieldWords, path: string, code: string): string {
  const place = placeOf(path);
  const error = errorText(words, path, code);
  if (place.in !== 'item') return error;
  return words.t('itemErrors.at', { item: itemTitle(words, place.list, place.index), error });
}

/** The first mistake of a part, then how many more there are: "Enter the company name. And 6 more problems." */
export function mistakesText(words: FieldWords, errors: FieldErrors, more: (count: number) => string): string {
  const [first, ...rest] = Object.entries(errors);
  if (!first) return '';
  const text = summaryText(words, first[0], first[1][0] ?? 'required');
  return rest.length > 0 ? `${text.replace(/\.?$/, '.')} ${more(rest.length)}` : text;
}

/** The questions of these form paths, each once. */
export function questionsOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.split('.')[0] ?? ''))];
}

/** "Relative 2". */
export function itemTitle({ t }: FieldWords, list: ListName, index: number): string {
  return t(`lists.${list}.item`, { number: index + 1 });
}
