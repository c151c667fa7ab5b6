/** Values of an application as a reader's words: countries, addresses, months and dates in the page's language. */
import type { FieldKind } from '../../domain/application/fields.ts';
import { type Address, type FileValue, isNewFile } from '../../domain/application/values.ts';
import { formatDate } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { GENDERS } from '../../domain/reference/choices.ts';
import { countryName } from '../../domain/reference/countries.ts';
import { districtName } from '../../domain/reference/districts.ts';
import { regionName } from '../../domain/reference/regions.ts';
import { textOf } from '../../stores/page-text.ts';

/** One value as text; empty when nothing was given. Files are shown by their own component. */
export function shownValue(kind: FieldKind, value: unknown, locale: Locale): string {
  const t = textOf(locale, 'forms');
  if (kind === 'address') return shownAddress(value as Address, locale);
  const text = String(value ?? '').trim();
  if (text === '') return '';
  switch (kind) {
    case 'date':
      return formatDate(text, locale);
    case 'country':
      return countryName(text, locale) || text;
    case 'months':
      return t('choices.months', { count: Number(text) });
    case 'kinship':
      return t(`choices.kinship.${text}`);
    case 'flag':
      return t(text === 'yes' ? 'choices.yes' : 'choices.no');
    case 'gender':
      return shownGender(text, locale);
    default:
      return text;
  }
}

function shownGender(value: string, locale: Locale): string {
  const gender = GENDERS.find((choice) => choice.value === value);
  return gender ? gender[`label_${locale}`] : value;
}

function shownAddress({ region, district, street, flat }: Address, locale: Locale): string {
  const t = textOf(locale, 'forms');
  return [
    regionName(region, locale),
    districtName(district, locale),
    street,
    flat && `${t('address.flat').toLowerCase()} ${flat}`,
  ]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}

/** The path of a file that the host has; null for none. */
export function storedPath(value: unknown): string | null {
  const file = value as FileValue | null;
  return file && !isNewFile(file) ? file.path : null;
}
