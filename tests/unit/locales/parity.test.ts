import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, INTL_TAGS, LOCALES, NAMESPACES } from '../../../src/domain/i18n/locales.ts';
import { baseKeys, pluralBase, readWords } from './read-words.ts';

const placeholders = (words: string) => [...words.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();
const singleKeys = (words: Map<string, string>) => [...baseKeys(words)].filter((key) => !pluralBase(key)).sort();

const OTHERS = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

describe.each(NAMESPACES)('the namespace "%s"', (namespace) => {
  const wordsOfDefault = readWords(namespace, DEFAULT_LOCALE);

  describe.each(OTHERS)('the locale %s compared with the default locale', (locale) => {
    const words = readWords(namespace, locale);

    it(`${locale} has the same keys in "${namespace}" as the default locale`, () => {
      expect(singleKeys(words)).toEqual(singleKeys(wordsOfDefault));
    });

    it(`${locale} has the same placeholders in "${namespace}" as the default locale`, () => {
      for (const [key, text] of wordsOfDefault) {
        const base = pluralBase(key);
        const other = words.get(key) ?? words.get(`${base}_other`) ?? '';
        // The form "one" may omit its number.
        if (base && key.endsWith('_one')) continue;
        expect(placeholders(other), key).toEqual(placeholders(text));
      }
    });
  });

  describe.each(LOCALES)('texts in %s', (locale) => {
    const words = readWords(namespace, locale);

    it(`a text with a count in "${namespace}" has exactly the plural forms of ${locale}`, () => {
      const forms = new Intl.PluralRules(INTL_TAGS[locale]).resolvedOptions().pluralCategories;
      const isCounted = (key: string) => words.has(`${pluralBase(key)}_other`);
      const counted = [...words.keys()].filter(isCounted);
      const bases = new Set(counted.map(pluralBase));
      expect(counted.sort()).toEqual([...bases].flatMap((base) => forms.map((form) => `${base}_${form}`)).sort());
    });

    it(`no text in "${namespace}" (${locale}) is empty`, () => {
      for (const [key, text] of words) expect(text.trim(), key).not.toBe('');
    });

    it(`no text in "${namespace}" (${locale}) says "please" or "invalid"`, () => {
      const text = [...words].filter(([, text]) => /\b(?:please|invalid)\b|пожалуйста/i.test(text));
      expect(text).toEqual([]);
    });
  });
});
