/** Answers as people read them, in the page's language: for the review page and for the cards of a list. */
import type { ReactNode } from 'react';
import { answerText, isAnswer } from '../../domain/application/answers.ts';
import { type ListName, listKindOf } from '../../domain/application/fields.ts';
import { type FormState, formPath } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type DateBoxes, EMPTY_DATE, spanOf } from '../../domain/input/date.ts';
import { fillMissingAnswers } from '../../domain/input/missing-answers.ts';
import { describeFile } from '../../domain/kinds/file.ts';
import { type FieldKind, kindOf } from '../../domain/kinds/index.ts';
import { type FileValue, isFileValue } from '../../domain/kinds/kind.ts';
import { type ChosenFile, valueAt } from '../../stores/device/form-values.ts';
import { pageText, type Text } from '../../stores/page-text.ts';
import type { SummaryRow } from '../ui/SummaryList.tsx';
import { EmailText } from '../ui/Texts.tsx';
import styles from './answer-rows.module.css';
import { shownCountry } from './country-names.ts';
import { labelOf } from './field-texts.ts';
import type { ControlKind, ControlProps } from './part-context.tsx';
import { usePreview } from './use-preview.ts';

export interface AnswerWords {
  locale: Locale;
  type: ApplicationType | null;
  t: Text<'forms'>;
}

/** One answer; null where there is none. A date consists of its three boxes. */
export function answerOf(words: AnswerWords, kind: FieldKind, value: unknown): ReactNode {
  if (isFileValue(value)) return <FileAnswer file={value} words={words} />;
  const text = plainAnswer(words, kind, value);
  return text && kind === 'email' ? <EmailText email={text} /> : text || null;
}

/** One answer as text, a file as its name; `''` where there is none. */
export function plainAnswer(words: AnswerWords, kind: FieldKind, value: unknown): string {
  if (isFileValue(value)) return describeFile(value, words.t.find).name;
  const given = isDateBoxes(value) ? dateOf(kind, value) : value;
  return answerText(kind, given, { ...words, t: words.t.find, countryName: shownCountry });
}

export const isDateBoxes = (value: unknown): value is DateBoxes =>
  typeof value === 'object' && value !== null && 'year' in value;

/** An incomplete date counts as no answer, unless its kind allows one. */
function dateOf(kind: FieldKind, boxes: DateBoxes): string {
  const date = String(kindOf({ kind }).fromForm({ ...EMPTY_DATE, ...boxes }));
  return spanOf(date) ? date : '';
}

function FileAnswer({ file, words }: { file: FileValue; words: AnswerWords }) {
  const preview = usePreview('blob' in file ? (file as ChosenFile) : null);
  const { name, size } = describeFile(file, words.t.find);
  if (!size) return <span>{name}</span>;
  return (
    <span className={styles.fileAnswer}>
      {preview && <img src={preview} alt="" />}
      <span>
        <span className={styles.fileName}>{name}</span>
        <small>{size}</small>
      </span>
    </span>
  );
}

/** The rows of a list item, without unanswered fields. */
export function itemRows(words: AnswerWords, list: ListName, item: FormState | undefined): SummaryRow[] {
  if (!item) return [];
  const person = fillMissingAnswers(item);
  return itemFields(list, 0)
    .filter(isAnswer)
    .flatMap(({ path, kind }) => {
      const inItem = path.split('.').slice(2).join('.');
      const answer = answerOf(words, kind, valueAt(person, inItem));
      return answer === null ? [] : [{ key: path, label: labelOf(words, path), value: answer }];
    });
}

/** What distinguishes an item of a list: "Jan Lee, son, born 4 March 2018", "Germany, 1 May 2024 – 9 May 2024". */
export function itemText(words: AnswerWords, list: ListName, item: FormState): string {
  const answers = new Map(
    itemFields(list, 0).map(({ path, kind }) => {
      const inItem = path.split('.').slice(2).join('.');
      return [inItem.split('.').at(-1), plainAnswer(words, kind, valueAt(item, inItem))];
    }),
  );
  const inOrder = (names: readonly string[]) => names.flatMap((name) => answers.get(name) || []);
  const born = answers.get('birth_of_date');
  return [
    inOrder(['name', 'surname']).join(' '),
    ...inOrder(['kinship', 'trip_country', 'previos_trip_aim']),
    born && pageText(words.locale, 'application')('review.born', { date: born }),
    inOrder(['date_from', 'date_to']).join(' – '),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The fields of a list item as in the form, where the dates of a trip are one level deeper. */
export function itemFields(list: ListName, index: number): (ControlProps & { kind: ControlKind })[] {
  return Object.entries(listKindOf(list).fields).map(([name, { kind, max }]) => ({
    path: formPath(`${list}.${index}.${name}`),
    kind,
    max,
  }));
}
