/** The portal's languages and namespaces (specification §1, §9), listed only here. */

export const LOCALES = ['ru', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'ru';

export const NAMESPACES = [
  'home',
  'application',
  'auth',
  'employee',
  'terms',
  'forms',
  'passport',
  'parcel',
  'messages',
  'admin',
] as const;
export type Namespace = (typeof NAMESPACES)[number];

/** BCP 47 tags for `Intl`; European English (day before month). */
export const INTL_TAGS: Record<Locale, string> = { ru: 'ru-RU', en: 'en-GB' };

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}
