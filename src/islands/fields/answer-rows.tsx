/** Answers as people read them, in the page's language: for the review and for the cards of a list. */
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { FieldKind, ListName } from '../../domain/application/fields.ts';
import { fileSizeText } from '../../domain/application/file-size.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { type Address, type FileValue, isNewFile } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type DateParts, isRealDate, joinDate } from '../../domain/input/date.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { GENDERS } from '../../domain/reference/choices.ts';
import { districtName } from '../../domain/reference/districts.ts';
import { regionName } from '../../domain/reference/regions.ts';
import type { ChosenFile } from '../../stores/application/choose-file.ts';
import { labelOf } from '../fields/field-texts.ts';
import type { SummaryRow } from '../ui/SummaryList.tsx';
import { shownCountry } from './country-names.ts';
import { itemFields } from './item-fields.ts';
import { usePreview } from './use-preview.ts';
import { writtenDate } from './written-date.ts';

export interface AnswerWords {
  locale: Locale;
  type: ApplicationType;
  /** Words of the namespace `forms`. */
  t: TFunction;
}

/** One answer; null when nothing was answered. */
export function answerOf(words: AnswerWords, kind: FieldKind, value: unknown): ReactNode {
  const { locale, t } = words;
  switch (kind) {
    case 'date':
      return dateText((value ?? {}) as Partial<DateParts>, t);
    case 'gender':
      return GENDERS.find((gender) => gender.value === value)?.[`label_${locale}`] ?? null;
    case 'kinship':
      return value ? t(`choices.kinship.${value}`) : null;
    case 'country':
      return shownCountry(String(value ?? '')) || null;
    case 'months':
      return value ? t('choices.months', { count: Number(value) }) : null;
    case 'flag':
    case 'consent':
      return t(value === 'yes' ? 'choices.yes' : 'choices.no');
    case 'address':
      return addressLine(value as Address | undefined, locale);
    case 'file':
    case 'photo':
      return value ? <FileAnswer file={value as FileValue} words={words} /> : null;
    default:
      return String(value ?? '').trim() || null;
  }
}

/** "15 January 2035"; null for no real date. */
function dateText({ day = '', month = '', year = '' }: Partial<DateParts>, t: TFunction): string | null {
  const date = joinDate({ day, month, year });
  return isRealDate(date) ? writtenDate(date, t) : null;
}

function addressLine(address: Address | undefined, locale: Locale): string | null {
  if (!address) return null;
  const { region, district, street, flat } = address;
  const parts = [regionName(region, locale), districtName(district, locale), street.trim(), flat.trim()];
  return parts.filter(Boolean).join(', ') || null;
}

function FileAnswer({ file, words }: { file: FileValue; words: AnswerWords }) {
  const preview = usePreview('blob' in file ? (file as ChosenFile) : null);
  if (!isNewFile(file)) return <>{fileNameOf(file.path)}</>;
  return (
    <span className="file-answer">
      {preview && <img src={preview} alt="" />}
      <span>
        <span className="file-answer__name">{file.name}</span>
        <small>{fileSizeText(file.size, words.t)}</small>
      </span>
    </span>
  );
}

/** The rows of a list's item; what was not answered is left out. */
export function itemRows(words: AnswerWords, list: ListName, item: FormState | undefined): SummaryRow[] {
  if (!item) return [];
  return itemFields(list, 0).flatMap(({ path, kind }) => {
    const inItem = path.split('.').slice(2);
    const value = inItem.reduce<unknown>((at, key) => (at as FormState | undefined)?.[key], item);
    const answer = answerOf(words, kind, value);
    return answer === null ? [] : [{ key: path, label: labelOf(words, path), value: answer }];
  });
}
