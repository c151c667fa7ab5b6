/** Texts of the locale files, so that tests do not repeat them. */
import { readFileSync } from 'node:fs';
import type { Locale, Namespace } from '../../../src/domain/i18n/locales.ts';
import { typesetAll } from '../../../src/domain/i18n/typography.ts';

/**
 * Returns one text of a locale file.
 * @param path keys joined by dots, for example `status.submitted.title`
 * @param values of its placeholders
 */
export function words(locale: Locale, namespace: Namespace, path: string, values: Record<string, string> = {}): string {
  const file = new URL(`../../../locales/${namespace}/${locale}.json`, import.meta.url);
  const source: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const plain = textAt(source, path);
  const typeset = textAt(typesetAll(source), path);
  if (plain === undefined || typeset === undefined) throw new Error(`${namespace}/${locale} has no sentence ${path}`);
  const shown = namespace !== 'admin' ? onPage(plain, typeset) : path.startsWith('mail.') ? typeset : plain;
  return shown.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => values[name] ?? gap);
}

function textAt(texts: unknown, path: string): string | undefined {
  let value = texts;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return typeof value === 'string' ? value : undefined;
}

/** Playwright reads no-break spaces of a page as spaces. */
function onPage(plain: string, typeset: string): string {
  return typeset.replace(/\u00A0/g, (_, index: number) => plain[index] ?? '');
}
