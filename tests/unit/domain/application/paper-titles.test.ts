import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { fieldsOf, LISTS } from '../../../../src/domain/application/fields.ts';
import { holderOfPlace, paperTitle, placeOfFile } from '../../../../src/domain/application/paper-titles.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';
import { LOCALES, type Locale } from '../../../../src/domain/i18n/locales.ts';
import { titledFileName } from '../../../../src/domain/input/file-names.ts';
import { isFileKind } from '../../../../src/domain/kinds/file.ts';

const texts = i18next.createInstance();
await texts.init({
  fallbackLng: false,
  resources: Object.fromEntries(
    LOCALES.map((locale) => [locale, { forms: JSON.parse(readFileSync(`locales/forms/${locale}.json`, 'utf8')) }]),
  ),
  interpolation: { escapeValue: false },
});
const wordsOf = (locale: Locale) => (key: string, values?: object) =>
  texts.exists(key, { lng: locale, ns: 'forms', ...values })
    ? texts.t(key, { lng: locale, ns: 'forms', ...values })
    : '';

const ANSWERS = {
  surname: 'Lee',
  name: 'Anna',
  file4: 'a',
  formatted_relatives: [
    { surname: 'Lee', name: 'Jan', file6: 'b', marriage_or_birth_document_file: 'c' },
    { surname: 'Kim', name: '-', file6: 'd' },
  ],
};
const titleOf = (field: string, id: string, locale: Locale = 'en') =>
  paperTitle(ANSWERS, placeOfFile(ANSWERS, field, id), 'specialist', wordsOf(locale));

it('a file is titled by what it is and whose', () => {
  expect(titleOf('file4', 'a')).toBe('passport of Anna Lee');
  expect(titleOf('file6', 'b')).toBe('passport of Jan Lee');
  expect(titleOf('file6', 'b', 'ru')).toBe('паспорт, Jan Lee');
  expect(titleOf('marriage_or_birth_document_file', 'c')).toBe('marriage or birth certificate of Jan Lee');
  expect(titleOf('file6', 'd')).toBe('passport of Kim');
  // Of an earlier version, in which another person may have stood there.
  expect(titleOf('file6', 'replaced')).toBe('passport');
  expect(holderOfPlace(ANSWERS, 'formatted_relatives.7.file6')).toBe('');
});

it.each(APPLICATION_TYPES)('every file of a %s has a title in each language', (type) => {
  const relative = Object.entries(LISTS.formatted_relatives.item).map(([name, { kind }]) => ({ name, kind }));
  for (const locale of LOCALES)
    for (const { name } of [...fieldsOf(type), ...relative].filter(({ kind }) => isFileKind(kind)))
      expect(paperTitle({}, name, type, wordsOf(locale)), name).not.toBe('');
});

it.each([
  ['passport of Jan Lee', 'image.jpg', 'image/jpeg', 'passport of Jan Lee.jpg'],
  ['passport of St.John', 'image.jpeg', 'image/jpeg', 'passport of St.John.jpeg'],
  ['passport of a/b', 'x.pdf', 'application/pdf', 'b.pdf'],
  ['letter', 'x.docx', null, 'letter.docx'],
  ['', 'image.jpg', 'image/jpeg', 'image.jpg'],
] as const)('the file %j of %j is saved under a safe name with its ending', (title, name, type, saved) => {
  expect(titledFileName(title, name, type)).toBe(saved);
});
