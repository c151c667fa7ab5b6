/**
 * Names of countries from the page's own list (components/CountryOptions.astro), where it carries one: the first use of
 * `Intl` takes a slow phone a tenth of a second, in one piece.
 */
import type { Locale } from '../../domain/i18n/locales.ts';
import { countryName, isCountry } from '../../domain/reference/countries.ts';

/** A country's name in the page's language; `''` for an unknown code. */
export function shownCountry(code: string, locale: Locale): string {
  return nameOnPage(code, locale) ?? countryName(code, locale);
}

function nameOnPage(code: string, locale: Locale): string | undefined {
  if (!isCountry(code) || typeof document === 'undefined' || document.documentElement.lang !== locale) return undefined;
  const list = document.getElementById('country-options');
  if (!(list instanceof HTMLTemplateElement)) return undefined;
  return list.content.querySelector<HTMLOptionElement>(`[value="${code}"]`)?.label;
}
