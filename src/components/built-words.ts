/** The pages' texts from `locales/`, typeset: for i18next at build, and for the files that browsers fetch. */
import type { BackendModule } from 'i18next';
import type { Locale, Namespace } from '../domain/i18n/locales.ts';
import { typesetAll } from '../domain/i18n/typography.ts';

const files = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', { eager: true, import: 'default' });

/** @returns the texts of one namespace in one language, by key */
export function builtWords(locale: Locale, namespace: Namespace): Record<string, unknown> {
  return typesetAll(files[`../../locales/${namespace}/${locale}.json`] ?? {});
}

/** Replaces i18next's file back end (astro-i18next.config.mts). */
export default {
  type: 'backend',
  init: () => {},
  read: (locale, namespace, callback) => callback(null, builtWords(locale as Locale, namespace as Namespace)),
} satisfies BackendModule;
