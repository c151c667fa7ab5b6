/** Names of countries come from the platform (`Intl.DisplayNames`), so that no hand-kept list of names ages. */
import { INTL_TAGS, type Locale } from '../i18n/locales.ts';

/** A country's name in one language; `''` for what is no country. @param code ISO 3166-1 alpha-2 */
export function countryName(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return '';
  return new Intl.DisplayNames(INTL_TAGS[locale], { type: 'region', fallback: 'none' }).of(code) ?? '';
}
