/** Words about a list's item: what it is called, and what still keeps it from being sent. */
import type { ListName } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { type FieldWords, itemTitle, labelOf } from '../fields/field-texts.ts';
import { shownCountry } from './country-names.ts';
import { itemFields } from './item-fields.ts';
import { type PartContextValue, usePart, useValue } from './part-context.ts';

/** So many fields are named on a card; of the others only the number is told. */
const NAMED = 3;

/** "Relative 2: Anna Petrova", "Trip 1: Kazakhstan"; the number alone as long as nothing else is known. */
export function namedTitle(words: FieldWords, list: ListName, index: number, values: FormState): string {
  const { name = '', surname = '', trip_country = '' } = values as Record<string, string>;
  const person = [name.trim(), surname.trim()].filter(Boolean).join(' ');
  const item = itemTitle(words, list, index);
  const known = person || shownCountry(trip_country);
  return known ? words.t('lists.named', { item, name: known }) : item;
}

/** {@link namedTitle} of an item in the form; renders when its name changes. */
export function useItemTitle(list: ListName, index: number): string {
  const at = `${list}.${index}`;
  const name = useValue(`${at}.name`);
  const surname = useValue(`${at}.surname`);
  const trip_country = useValue(`${at}.trip_country`);
  return namedTitle(usePart(), list, index, { name, surname, trip_country });
}

/**
 * What a closed item lacks, and what in it is to be put right, as sentences.
 * @param codeAt the code of what is wrong at a form path
 * @returns `''` for an item that is complete
 */
export function itemMark(
  part: PartContextValue,
  list: ListName,
  index: number,
  codeAt: (path: string) => string | undefined,
): string {
  const { t, locale } = part;
  const wrong = itemFields(list, index).flatMap(({ path }) => {
    const code = codeAt(path);
    const label = labelOf(part, path);
    // Within a sentence.
    return code ? [{ code, name: label.charAt(0).toLocaleLowerCase(locale) + label.slice(1) }] : [];
  });
  const sentence = (key: string, fields: typeof wrong) => {
    if (fields.length === 0) return '';
    const first = fields.slice(0, NAMED).map(({ name }) => name);
    const rest = fields.length - first.length;
    const names = first.join(', ');
    return t(key, { names: rest > 0 ? t('lists.andMore', { names, rest }) : names });
  };
  return [
    sentence(
      'lists.missing',
      wrong.filter(({ code }) => code === 'required'),
    ),
    sentence(
      'lists.mistaken',
      wrong.filter(({ code }) => code !== 'required'),
    ),
  ]
    .filter(Boolean)
    .join(' ');
}
