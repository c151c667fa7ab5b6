/**
 * The portal's languages and translation namespaces (specification §1, §9).
 * The only place that lists them; the build, the browser and both workers read it.
 */

export const LOCALES = ['ru', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** Russian is the default and the fallback language (specification §1). */
export const DEFAULT_LOCALE: Locale = 'ru';

export const NAMESPACES = ['home', 'application', 'auth', 'employee', 'terms', 'forms', 'admin'] as const;
export type Namespace = (typeof NAMESPACES)[number];

/** BCP 47 tags for `Intl`; English as it is written in Europe (day before month). */
export const INTL_TAGS: Record<Locale, string> = { ru: 'ru-RU', en: 'en-GB' };

/** True when `value` is one of the portal's languages. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}
