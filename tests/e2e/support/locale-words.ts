/** Texts of the locale files, so that tests do not repeat them. */
import { readFileSync } from 'node:fs';
import type { Locale, Namespace } from '../../../src/domain/i18n/locales.ts';
import { typeset } from '../../../src/domain/i18n/typography.ts';

/**
 * Returns one text of a locale file.
 * @param path keys joined by dots, for example `status.submitted.title`
 * @param values of its placeholders
 */
export function words(locale: Locale, namespace: Namespace, path: string, values: Record<string, string> = {}): string {
  const file = new URL(`../../../locales/${namespace}/${locale}.json`, import.meta.url);
  let value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  if (typeof value !== 'string') throw new Error(`${namespace}/${locale} has no sentence ${path}`);
  // File names are not typeset.
  const text = path.endsWith('fileName') ? value : onPage(namespace, value);
  return text.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => values[name] ?? gap);
}

/** Typeset like on a page, except no-break spaces, which Playwright reads as spaces; `admin` is not typeset. */
function onPage(namespace: Namespace, text: string): string {
  return namespace === 'admin' ? text : typeset(text).replace(/\u00A0/g, (_, index: number) => text[index] ?? '');
}
