import type { Locale } from '../i18n/locales.ts';

/**
 * Entries in the order of their names in one language. Compared letter by letter in lower case, which is the order of the
 * alphabet for the places here (a test holds it to `Intl.Collator`, whose first use keeps a slow phone busy for 50 ms).
 */
export function byName<Place extends Record<Locale, string>>(places: readonly Place[], locale: Locale): Place[] {
  const name = (place: Place) => place[locale].toLowerCase();
  return [...places].sort((a, b) => (name(a) < name(b) ? -1 : 1));
}
