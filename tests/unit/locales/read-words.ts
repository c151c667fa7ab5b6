/** Reads the texts of a namespace as flat keys. */
import { readFileSync } from 'node:fs';
import type { Locale, Namespace } from '../../../src/domain/i18n/locales.ts';

/** @returns key (`slides.registan.title`) → text */
export function readWords(namespace: Namespace, locale: Locale): Map<string, string> {
  const file = new URL(`../../../locales/${namespace}/${locale}.json`, import.meta.url);
  const words = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') words.set(path, value);
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, path ? `${path}.${key}` : key);
  };
  walk(JSON.parse(readFileSync(file, 'utf8')), '');
  return words;
}

/** Returns a key without its plural form; `''` for other keys. */
export function pluralBase(key: string): string {
  return /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1] ?? '';
}

/** Returns the keys that a page may use, plural forms counted once. */
export function baseKeys(words: ReadonlyMap<string, string>): Set<string> {
  return new Set([...words.keys()].flatMap((key) => [key, pluralBase(key)]).filter((key) => key !== ''));
}
