/**
 * What a file of an application is, and whose: "passport of Jan Lee". Phones give several files the same name, such as
 * `image.jpg`.
 */
import { isJsonObject } from '../api/json.ts';
import type { Words } from '../i18n/dates.ts';
import { joinNames } from '../input/missing-answers.ts';
import { LIST_NAMES, listKindOf } from './fields.ts';
import type { ApplicationType } from './types.ts';

type Answers = Readonly<Record<string, unknown>>;

const itemsOf = (answers: Answers, list: string): Answers[] => [answers[list] ?? []].flat().filter(isJsonObject);

/** Where an application has a stored file: `file4`, `formatted_relatives.0.file6`. @param id as the answers have it */
export function placeOfFile(answers: Answers, field: string, id: string): string {
  const list = LIST_NAMES.find((name) => field in listKindOf(name).fields);
  if (!list) return field;
  const index = itemsOf(answers, list).findIndex((item) => item[field] === id);
  return `${list}.${index}.${field}`;
}

/** First name and surname of the person whose file is at a place; `''` where unknown. */
export function holderOfPlace(answers: Answers, place: string): string {
  const [list = '', index] = place.split('.');
  const holder = index === undefined ? answers : itemsOf(answers, list)[Number(index)];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return joinNames(text(holder?.name), text(holder?.surname));
}

/** @param t texts of the namespace forms, `''` for a missing one @returns `''` for a field without a text */
export function paperTitle(answers: Answers, place: string, type: ApplicationType | null, t: Words): string {
  const field = place.split('.').at(-1) ?? place;
  const paper = t(`papers.${field}`, { context: type });
  const name = holderOfPlace(answers, place);
  return paper && name ? t('papers.of', { paper, name }) : paper;
}
