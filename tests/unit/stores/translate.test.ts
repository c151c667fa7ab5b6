import { readFileSync } from 'node:fs';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { LOCALES, NAMESPACES } from '../../../src/domain/i18n/locales.ts';
import { translator, type Words } from '../../../src/stores/translate.ts';

const CONTEXTS = [undefined, 'specialist', 'founder', 'investor'];
const VALUES = { name: 'A', count: 3, email: 'a@b.c' };

function readWords(namespace: string, locale: Locale): Words {
  return JSON.parse(readFileSync(new URL(`../../../locales/${namespace}/${locale}.json`, import.meta.url), 'utf8'));
}

async function both(locale: Locale, namespace: string, words: Words) {
  const instance = createInstance();
  await instance.init({
    lng: locale,
    resources: { [locale]: { [namespace]: words } },
    returnEmptyString: false,
    interpolation: { escapeValue: false },
  });
  return { here: translator(locale, () => words), there: instance.getFixedT(locale, namespace) };
}

describe('words on a page', () => {
  it.each(LOCALES.flatMap((locale) => NAMESPACES.map((namespace) => [locale, namespace] as const)))(
    'read as i18next reads them: %s/%s',
    async (locale, namespace) => {
      const words = readWords(namespace, locale);
      const { here, there } = await both(locale, namespace, words);
      for (const key of keysOf(words)) {
        for (const context of CONTEXTS) {
          const options = { ...VALUES, ...(context && { context }) };
          // A value that is not given is written out by i18next as nothing; the portal always gives it.
          if (/\{\{(?!name|count|email)/.test(String(there(key, { skipInterpolation: true })))) continue;
          expect(here(key, options), key).toBe(there(key, options));
        }
      }
    },
  );

  it.each([0, 1, 2, 5, 11, 21, 22, 25, 101, 112])('count as i18next counts: %i', async (count) => {
    for (const locale of LOCALES) {
      const words = readWords('forms', locale);
      const { here, there } = await both(locale, 'forms', words);
      expect(here('choices.months', { count })).toBe(there('choices.months', { count }));
      expect(here('summary.title', { count })).toBe(there('summary.title', { count }));
    }
  });

  it('give the key when there is none, and a part as an object when it is asked for', () => {
    const here = translator('en', () => ({ a: { b: 'c' } }));
    expect(here('a.x')).toBe('a.x');
    expect(here('a')).toBe('a');
    expect(here('a', { returnObjects: true })).toEqual({ b: 'c' });
    expect(translator('en', () => undefined)('a.b')).toBe('a.b');
  });
});

function keysOf(words: Words, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? keysOf(value as Words, `${prefix}${key}.`)
      : [prefix + key.replace(/_(one|few|many|other)$/, '')],
  );
}
