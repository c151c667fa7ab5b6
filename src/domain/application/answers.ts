/**
 * Answers as people read them, in one language: for check, list cards, account, confirmation and the texts on the wire.
 */
import { INTL_TAGS, type Locale } from '../i18n/locales.ts';
import { type Words, writtenDate, writtenDay } from '../i18n/written-dates.ts';
import { isRealDate } from '../input/date.ts';
import { fileNameOf, fileSizeText } from '../input/files.ts';
import { GENDERS, KINSHIP } from '../reference/choices.ts';
import { districtName } from '../reference/districts.ts';
import { regionName } from '../reference/regions.ts';
import type { FieldKind } from './fields.ts';
import { type Address, type FileValue, isNewFile } from './values.ts';

/** In whose words an answer is given. */
export interface Reader {
  locale: Locale;
  /** Of the namespace `forms`. */
  t: Words;
  /** A country's name by its code, `''` for an unknown one; from `Intl` without it. */
  countryName?: (code: string) => string;
}

/** One answer as text: `''` where nothing was given, unreadable ones as they came. */
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
      return /^\d+$/.test(text) ? t('choices.months', { count: Number(text) }) : text;
    case 'kinship':
      return KINSHIP.some((kinship) => kinship === text) ? t(`choices.kinship.${text}`) : text;
    case 'flag':
    case 'consent':
      return t(text === 'yes' ? 'choices.yes' : 'choices.no');
    case 'gender':
      return GENDERS.find((choice) => choice.value === text)?.[`label_${locale}`] ?? text;
    default:
      return text;
  }
}

/** An address as one line: region, district, street, flat; what is empty or an unknown id is left out. */
export function addressText({ region, district, street, flat }: Address, locale: Locale): string {
  return joined(
    [regionName(region, locale) || nameIn(region), districtName(district, locale) || nameIn(district), street, flat],
    ', ',
  );
}

/** A place that a host tells by a name which the reference tables don't have. */
const nameIn = (place: string) => (/^\d*$/.test(place) ? '' : place);

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

/** A country's name in one language; `''` for what is no country. @param code ISO 3166-1 alpha-2 */
export function countryName(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return '';
  return new Intl.DisplayNames(INTL_TAGS[locale], { type: 'region', fallback: 'none' }).of(code) ?? '';
}
