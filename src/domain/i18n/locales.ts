/** The portal's languages and namespaces (requirements: languages, translation-loader), listed only here. */

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
  'leaving',
  'admin',
] as const;
export type Namespace = (typeof NAMESPACES)[number];

/** BCP 47 tags for `Intl`; British English puts the day before the month. */
export const INTL_TAGS: Record<Locale, string> = { ru: 'ru-RU', en: 'en-GB' };

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** A key without its context, its plural form, or both: `title_founder_other` → `title_founder`, `title`. */
type General<Name> = Name extends `${infer Base}_${infer Rest}` ? Base | `${Base}_${General<Rest>}` : never;

/** The keys of a locale file's texts, such as `title` or `review.title`: an unknown key is a type error. */
export type KeyPaths<Texts> = Texts extends string
  ? never
  : { [K in keyof Texts & string]: K | General<K> | `${K}.${KeyPaths<Texts[K]>}` }[keyof Texts & string];
