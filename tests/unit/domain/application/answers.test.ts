import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { addressText, answerText, fullName, isAnswer } from '../../../../src/domain/application/answers.ts';
import { presentApplication } from '../../../../src/domain/application/application-copy.ts';
import { fieldsOf, LISTS } from '../../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../../src/domain/application/types.ts';
import { formatDate } from '../../../../src/domain/i18n/dates.ts';
import { LOCALES, type Locale } from '../../../../src/domain/i18n/locales.ts';
import { describeFile } from '../../../../src/domain/kinds/file.ts';
import type { FieldKind } from '../../../../src/domain/kinds/index.ts';
import { BERLIN, FILLED, HUSBAND, WITH_LISTS } from './filled-values.ts';

const words = i18next.createInstance();
await words.init({
  fallbackLng: false,
  resources: Object.fromEntries(
    LOCALES.map((locale) => [locale, { forms: JSON.parse(readFileSync(`locales/forms/${locale}.json`, 'utf8')) }]),
  ),
  interpolation: { escapeValue: false },
});
const readerOf = (locale: Locale) => ({ locale, t: words.getFixedT(locale, 'forms') });

const ADDRESS = { region: '14', district: '200', street: ' Amir Temur 5 ', flat: '' };
const NEW_FILE = { name: 'passport.pdf', size: 1_572_864, type: 'application/pdf' } as const;
const STORED_FILE = { path: '/files/7/%D0%BF%D0%B0%D1%81%D0%BF%D0%BE%D1%80%D1%82.pdf?until=1' };

/** An answer of each kind with its text. */
const ANSWERS: [kind: FieldKind, value: unknown, text: Record<Locale, string>][] = [
  ['name', ' Ivanova ', { ru: 'Ivanova', en: 'Ivanova' }],
  ['text', 'Sample Company', { ru: 'Sample Company', en: 'Sample Company' }],
  ['longtext', 'One\ntwo', { ru: 'One\ntwo', en: 'One\ntwo' }],
  ['email', 'anna@example.org', { ru: 'anna@example.org', en: 'anna@example.org' }],
  ['phone', '+998 90 123 45 67', { ru: '+998 90 123 45 67', en: '+998 90 123 45 67' }],
  ['passport', 'N1234567', { ru: 'N1234567', en: 'N1234567' }],
  ['date', '2035-01-05', { ru: '5 января 2035', en: '5 January 2035' }],
  ['birthDate', '1960', { ru: '1960', en: '1960' }],
  ['tripDate', '2024-05', { ru: '05.2024', en: '05.2024' }],
  ['gender', 'female', { ru: 'Женский', en: 'Female' }],
  ['kinship', 'husband', { ru: 'муж', en: 'husband' }],
  ['country', 'KZ', { ru: 'Казахстан', en: 'Kazakhstan' }],
  ['months', '3', { ru: '3\u00a0месяца', en: '3\u00a0months' }],
  [
    'address',
    ADDRESS,
    { ru: 'город Ташкент, Мирабадский район, Amir Temur 5', en: 'Tashkent City, Mirobod District, Amir Temur 5' },
  ],
  ['flag', 'yes', { ru: 'Да', en: 'Yes' }],
  ['flag', 'no', { ru: 'Нет', en: 'No' }],
  ['consent', 'yes', { ru: 'Да', en: 'Yes' }],
  ['name', '-', { ru: 'нет в паспорте', en: 'not in the passport' }],
  ['tick', 'yes', { ru: 'Да', en: 'Yes' }],
  ['file', NEW_FILE, { ru: 'passport.pdf (1,5\u00a0МБ)', en: 'passport.pdf (1.5\u00a0MB)' }],
  ['photo', STORED_FILE, { ru: 'паспорт.pdf', en: 'паспорт.pdf' }],
];

describe.each(LOCALES)('an answer as text in %s', (locale) => {
  const reader = readerOf(locale);

  it.each(ANSWERS)('answerText writes an answer of the kind %s for people: %j', (kind, value, text) => {
    expect(answerText(kind, value, reader)).toBe(text[locale]);
  });

  it.each([...new Set(ANSWERS.map(([kind]) => kind))])(
    'answerText of a missing answer of the kind %s is empty',
    (kind) => {
      for (const value of [undefined, null, '']) expect(answerText(kind, value, reader)).toBe('');
    },
  );

  it.each<[FieldKind, string]>([
    ['date', 'sometime'],
    ['gender', 'other'],
    ['country', 'Freedonia'],
    ['country', 'KAZ'],
  ])('answerText leaves an unknown value of the kind %s unchanged', (kind, value) => {
    expect(answerText(kind, value, reader)).toBe(value);
  });

  it('answerText names a country by the given list of names', () => {
    expect(answerText('country', 'KZ', { ...reader, countryName: (code) => `listed ${code}` })).toBe('listed KZ');
  });

  it.each(Array.from({ length: 12 }, (_, month) => `2035-${String(month + 1).padStart(2, '0')}-09`))(
    'answerText writes the date %s as in mails and on other pages',
    (date) => {
      expect(answerText('date', date, reader)).toBe(formatDate(date, locale));
    },
  );

  it('answerText writes an instant in place of a date as its day', () => {
    const noon = '2035-01-05T12:00:00Z';
    expect(answerText('date', noon, reader)).toBe(formatDate(noon, locale));
  });
});

describe('describeFile', () => {
  it('describeFile returns name and size of a chosen file, and the name of a stored one', () => {
    const { t } = readerOf('en');
    expect(describeFile(NEW_FILE, t)).toEqual({ name: 'passport.pdf', size: '1.5\u00a0MB' });
    expect(describeFile(STORED_FILE, t)).toEqual({ name: 'паспорт.pdf', size: '' });
  });
});

describe('an address', () => {
  it('addressText leaves out empty and unknown parts', () => {
    expect(addressText({ region: '14', district: '', street: ' ', flat: '' }, 'ru')).toBe('город Ташкент');
    expect(addressText({ region: '99', district: '999', street: 'x', flat: '1' }, 'en')).toBe('x, 1');
  });
});

describe('fullName leaves out empty parts', () => {
  it('fullName leaves out empty parts of a name', () => {
    expect(fullName({ surname: ' Ivanova ', name: 'Anna', middlename: ' ' })).toBe('Ivanova Anna');
  });
});

describe.each(LOCALES)('an application as text in %s', (locale) => {
  const reader = readerOf(locale);

  it.each(APPLICATION_TYPES)("every part, label and title of a %s's application has a text", (type) => {
    const parts = presentApplication(type, WITH_LISTS, reader);
    const texts = parts.flatMap(({ rows, items }) => [
      ...rows.map(({ label }) => label),
      ...items.flatMap((item) => [item.title, ...item.rows.map(({ label }) => label)]),
    ]);
    expect(texts.filter((text) => text === '' || /\w\.\w/.test(text))).toEqual([]);
    expect(parts.flatMap(({ items }) => items)).toHaveLength(4);
  });

  it.each(APPLICATION_TYPES)("the text of a %s's application has the answer to every question, in order", (type) => {
    for (const { part, rows } of presentApplication(type, WITH_LISTS, reader)) {
      const asked = fieldsOf(type, { part }).filter((field) => !(field.name in LISTS) && isAnswer(field));
      expect(rows.map(({ name, value }) => [name, value])).toEqual(
        asked.map(({ name, kind }) => [name, answerText(kind, WITH_LISTS[name], reader)]),
      );
    }
  });

  it("a question has the wording for the application's type", () => {
    const labelOf = (type: ApplicationType, wanted: string) =>
      presentApplication(type, FILLED, reader)
        .flatMap(({ rows }) => rows)
        .find(({ name }) => name === wanted)?.label;
    expect(labelOf('founder', 'petitioner_name')).toBe(reader.t('fields.petitioner_name.label_founder'));
    expect(labelOf('specialist', 'petitioner_name')).toBe(reader.t('fields.petitioner_name.label'));
  });

  it('items of a list are numbered from one in the text of an application', () => {
    const titles = presentApplication('founder', WITH_LISTS, reader).flatMap(({ items }) =>
      items.map(({ title }) => title.match(/\d+/)?.[0]),
    );
    expect(titles).toEqual(['1', '2', '1', '1']);
  });

  it('the text of an application leaves out lists and questions after a "no"', () => {
    const parts = presentApplication('founder', FILLED, reader);
    expect(parts.flatMap(({ items }) => items)).toEqual([]);
    expect(parts.flatMap(({ rows }) => rows).map(({ name }) => name)).not.toContain('previos_trips');
  });

  it('the text of an application has the answers of a list item below its title', () => {
    const [husband] = presentApplication('founder', WITH_LISTS, reader).flatMap(({ items }) => items);
    const row = husband?.rows.find(({ name }) => name === 'birth_of_date');
    expect(row?.value).toBe(answerText('date', HUSBAND.birth_of_date, reader));
    const trip = presentApplication('founder', WITH_LISTS, reader)
      .flatMap(({ items }) => items)
      .at(-1);
    expect(trip?.rows.map(({ value }) => value)).toContain(answerText('country', BERLIN.trip_country, reader));
  });
});
