import { describe, expect, it } from 'vitest';
import { INTL_TAGS, LOCALES, NAMESPACES } from '../../../src/domain/i18n/locales.ts';
import { askableKeys, pluralBase, readWords } from './read-words.ts';

const placeholders = (words: string) => [...words.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();

describe.each(NAMESPACES)('the words of "%s"', (namespace) => {
  const [ru, en] = LOCALES.map((locale) => readWords(namespace, locale)) as [Map<string, string>, Map<string, string>];

  it('have the same keys in both languages', () => {
    expect([...askableKeys(ru)].filter((key) => !pluralBase(key)).sort()).toEqual(
      [...askableKeys(en)].filter((key) => !pluralBase(key)).sort(),
    );
  });

  it('have the same placeholders in both languages', () => {
    for (const [key, words] of ru) {
      const base = pluralBase(key);
      const other = en.get(key) ?? en.get(`${base}_other`) ?? '';
      // "one" may leave its number out.
      if (base && key.endsWith('_one')) continue;
      expect(placeholders(other), key).toEqual(placeholders(words));
    }
  });

  it.each(LOCALES)('have every plural form that %s needs', (locale) => {
    const words = locale === 'ru' ? ru : en;
    const forms = new Intl.PluralRules(INTL_TAGS[locale]).resolvedOptions().pluralCategories;
    const counted = new Set([...words.keys()].map(pluralBase).filter((base) => base && words.has(`${base}_other`)));
    for (const base of counted) {
      for (const form of forms) expect(words.has(`${base}_${form}`), `${base}_${form}`).toBe(true);
    }
  });

  it.each(LOCALES)('are never empty in %s', (locale) => {
    for (const [key, words] of locale === 'ru' ? ru : en) expect(words.trim(), key).not.toBe('');
  });

  it.each(LOCALES)('neither beg nor blame in %s', (locale) => {
    const text = [...(locale === 'ru' ? ru : en)].filter(([, words]) =>
      /\b(?:please|invalid)\b|пожалуйста/i.test(words),
    );
    expect(text).toEqual([]);
  });
});
