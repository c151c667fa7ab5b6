import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES, NAMESPACES } from '../../../src/domain/i18n/locales.ts';
import { readWords } from './read-words.ts';

const content = new URL('../../../src/content/', import.meta.url);
const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));

/** The properties of an entry that have texts, as a string or a list. */
const SHOWN = ['title', 'text', 'list', 'until', 'alt'];

/** Texts of pages, the desk's among them; mails and terminal output in `admin` wrap differently. */
const pages = [
  ...LOCALES.map((locale) => {
    const words = [...readWords('admin', locale)].filter(([key]) => key.startsWith('web.'));
    return [`admin/${locale} web`, words.map(([, text]) => text).join('\n')] as const;
  }),
  ...NAMESPACES.filter((name) => name !== 'admin').flatMap((name) =>
    LOCALES.map((locale) => [`${name}/${locale}`, [...readWords(name, locale).values()].join('\n')] as const),
  ),
  ...files.map((file) => {
    const entry = JSON.parse(readFileSync(new URL(file, content), 'utf8')) as Record<string, unknown>;
    return [file, SHOWN.flatMap((part) => entry[part] ?? []).join('\n')] as const;
  }),
];

/** A number and its unit, or two parts of a number, separated by a breaking space. */
const PARTED =
  /\d [\d×%]|× \d|№ \d|\}\} %|[\d}] (?:МБ|MB|КБ|KB|мм|mm|дн|дня|лет|час|минут|секунд|рабоч|days?|hours?|minutes?|seconds?|working)/;

/** Typewriter characters: straight quotes in a word, and a hyphen or short dash for a Russian dash. */
const TYPED = /\p{L}'\p{L}|"| - |\p{Script=Cyrillic} – /u;

describe.each(pages)('typography in %s', (file, words) => {
  it(`texts in ${file} have typographic quotes and dashes`, () => {
    expect(words.split('\n').filter((line) => TYPED.test(line))).toEqual([]);
  });

  it(`numbers in ${file} stay on one line with their unit`, () => {
    expect(words.split('\n').filter((line) => PARTED.test(line))).toEqual([]);
  });
});
