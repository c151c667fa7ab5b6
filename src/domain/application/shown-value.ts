/** One answer as people read it, in one language. */
import { formatDate } from '../i18n/dates.ts';
import type { Locale } from '../i18n/locales.ts';
import { GENDERS } from '../reference/choices.ts';
import { countryName } from '../reference/country-name.ts';
import { districtName } from '../reference/districts.ts';
import { regionName } from '../reference/regions.ts';
import type { FieldKind } from './fields.ts';
import type { Address } from './values.ts';

/** Words of the namespace `forms`. */
export type Words = (key: string, options?: Record<string, unknown>) => string;

/** One value as text, other than a file; `''` where nothing was given. */
export function shownValue(kind: FieldKind, value: unknown, { t, locale }: { t: Words; locale: Locale }): string {
  if (kind === 'address') return shownAddress(value as Address | undefined, locale);
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
    case 'consent':
      return t(text === 'yes' ? 'choices.yes' : 'choices.no');
    case 'gender':
      return GENDERS.find((choice) => choice.value === text)?.[`label_${locale}`] ?? text;
    default:
      return text;
  }
}

function shownAddress(address: Address | undefined, locale: Locale): string {
  if (!address) return '';
  const { region, district, street, flat } = address;
  const lines = [regionName(region, locale), districtName(district, locale), street, flat];
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');
}
