/**
 * Answers as people read them, in one language: for the check, the cards of a list, the account, the confirmation with its
 * copy, and the texts that the wire wants beside the ids.
 */

import type { Locale } from '../i18n/locales.ts';
import { type Words, writtenDate, writtenDay } from '../i18n/written-dates.ts';
import { isRealDate } from '../input/date.ts';
import { fileNameOf, fileSizeText } from '../input/files.ts';
import { GENDERS } from '../reference/choices.ts';
import { countryName } from '../reference/country-name.ts';
import { districtName } from '../reference/districts.ts';
import { regionName } from '../reference/regions.ts';
import type { FieldKind } from './fields.ts';
import { type Address, type FileValue, isNewFile } from './values.ts';

/** In whose words an answer is given. */
export interface Reader {
  locale: Locale;
  /** Words of the namespace `forms`. */
  t: Words;
  /** A country's name by its code, `''` for an unknown one; from `Intl` without it. */
  countryName?: (code: string) => string;
}

/** One answer as text: `''` where nothing was given, and as it came where it can't be read. */
export function answerText(kind: FieldKind, value: unknown, reader: Reader): string {
  if (kind === 'address') return value ? addressText(value as Address, reader.locale) : '';
  if (kind === 'file' || kind === 'photo') return value ? fileText(value as FileValue, reader.t) : '';
  const text = String(value ?? '').trim();
  return text === '' ? '' : wordsFor(kind, text, reader);
}

function wordsFor(kind: FieldKind, text: string, { t, locale, countryName: listed }: Reader): string {
  switch (kind) {
    case 'date':
      if (isRealDate(text)) return writtenDate(text, t);
      return Number.isNaN(Date.parse(text)) ? text : writtenDay(text, t);
    case 'country':
      return (listed?.(text) ?? countryName(text, locale)) || text;
    case 'months':
      return t('choices.months', { count: Number(text) });
    case 'kinship':
      return t(`choices.kinship.${text}`);
    case 'flag':
    case 'consent':
      return t(text === 'yes' ? 'choices.yes' : 'choices.no');
    case 'gender':
      return GENDERS.find((choice) => choice.value === text)?.[`label_${locale}`] ?? text;
    default:
      return text;
  }
}

/** An address as one line: region, district, street, flat; what is empty or unknown is left out. */
export function addressText({ region, district, street, flat }: Address, locale: Locale): string {
  return joined([regionName(region, locale), districtName(district, locale), street, flat], ', ');
}

/** "Surname Name Middlename", without gaps. */
export function fullName(person: { surname: string; name: string; middlename: string }): string {
  return joined([person.surname, person.name, person.middlename], ' ');
}

function joined(parts: readonly string[], between: string): string {
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(between);
}

/** A file's name, and its size in words; `''` for a file that the host has, whose size nobody tells. */
export function fileAnswer(file: FileValue, t: Words): { name: string; size: string } {
  return isNewFile(file)
    ? { name: file.name, size: fileSizeText(file.size, t) }
    : { name: fileNameOf(file.path), size: '' };
}

function fileText(file: FileValue, t: Words): string {
  const { name, size } = fileAnswer(file, t);
  return size ? `${name} (${size})` : name;
}
