/** The admin host's words for people, from `locales/admin`. */
import i18next from 'i18next';
import en from '../../../locales/admin/en.json' with { type: 'json' };
import ru from '../../../locales/admin/ru.json' with { type: 'json' };
import { DEFAULT_LOCALE, type Locale } from '../../../src/domain/i18n/locales.ts';

const words = i18next.createInstance();
words.init({
  resources: { ru: { admin: ru }, en: { admin: en } },
  fallbackLng: DEFAULT_LOCALE,
  ns: 'admin',
  defaultNS: 'admin',
  initImmediate: false,
  // The words go into plain text as well; HTML is escaped where it is made.
  interpolation: { escapeValue: false },
});

/** The words for a key, with values put in. */
export type Words = (key: string, values?: Record<string, unknown>) => string;

/** Words of one language below a key such as `mail`. */
export function wordsOf(locale: Locale, below: 'mail' | 'desk'): Words {
  const t = words.getFixedT(locale, 'admin', below);
  return (key, values = {}) => String(t(key, values));
}
