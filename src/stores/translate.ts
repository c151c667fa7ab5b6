/**
 * Looks words up as i18next does, for a page that carries them: `{{name}}`, plural suffixes, contexts. Rule: the words of
 * one locale file read the same here and in the build, where i18next itself looks them up.
 */
import { INTL_TAGS, type Locale } from '../domain/i18n/locales.ts';

export type Words = Record<string, unknown>;

interface Options {
  count?: number;
  context?: string;
  returnObjects?: boolean;
  [name: string]: unknown;
}

const plurals = new Map<Locale, Intl.PluralRules>();

function pluralOf(locale: Locale, count: number): string {
  let rules = plurals.get(locale);
  if (!rules) {
    rules = new Intl.PluralRules(INTL_TAGS[locale]);
    plurals.set(locale, rules);
  }
  return rules.select(count);
}

function find(words: Words | undefined, key: string): unknown {
  let at: unknown = words;
  for (const part of key.split('.')) at = typeof at === 'object' && at !== null ? (at as Words)[part] : undefined;
  return at;
}

/**
 * @param wordsOf the words the page has now
 * @returns a function that gives the sentence of a key, and the key itself when there is none
 */
export function translator(locale: Locale, wordsOf: () => Words | undefined) {
  return (key: string, options: Options = {}): unknown => {
    const words = wordsOf();
    const { count, context, returnObjects } = options;
    const contexts = context === undefined ? [''] : [`_${context}`, ''];
    const endings = count === undefined ? [''] : [`_${pluralOf(locale, count)}`, ''];
    for (const tail of contexts.flatMap((first) => endings.map((second) => first + second))) {
      const found = find(words, key + tail);
      if (typeof found === 'string' && found !== '') return fill(found, options);
      if (returnObjects && typeof found === 'object' && found !== null) return found;
    }
    return key;
  };
}

function fill(sentence: string, options: Options): string {
  return sentence.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) => {
    const value = options[name];
    return value === undefined || value === null ? whole : String(value);
  });
}
