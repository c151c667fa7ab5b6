/** The texts at fields and in the error summary, in both languages. */
import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { FIELD_CODES } from '../../../../src/domain/api/field-codes.ts';
import { REFUSAL_STATUS } from '../../../../src/domain/api/refusal-codes.ts';
import { checkApplication } from '../../../../src/domain/application/check-application.ts';
import { fieldsOf, LISTS, type ListName } from '../../../../src/domain/application/fields.ts';
import { emptyForm, emptyItem, formPath, formToValues } from '../../../../src/domain/application/form.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';
import { isFileKind, isPhoto } from '../../../../src/domain/kinds/file.ts';
import { errorText, hintOf, labelOf, mistakesText, summaryText } from '../../../../src/islands/fields/field-texts.ts';
import { pageText } from '../../../../src/stores/page-text.ts';

await i18next.init({
  initImmediate: false,
  fallbackLng: false,
  returnEmptyString: false,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      {
        forms: JSON.parse(
          readFileSync(new URL(`../../../../locales/forms/${locale}.json`, import.meta.url), 'utf8'),
        ) as Record<string, unknown>,
      },
    ]),
  ),
});

/** A sentence for people: neither a key nor an open placeholder. */
const SENTENCE = /^(?![a-zA-Z]+\.[a-z])(?!.*\{\{)(?!.*returned an object).{3,}$/u;

describe.each(LOCALES)('texts of fields in %s', (locale) => {
  const t = pageText(locale, 'forms');

  test.each(APPLICATION_TYPES)(
    "every field of a %s's application has a label, and its own sentence for an empty value",
    (type) => {
      const form = emptyForm(type);
      for (const { flag } of Object.values(LISTS)) form[flag] = 'yes';
      for (const list of Object.keys(LISTS) as ListName[]) form[list] = [emptyItem(list)];
      const errors = checkApplication(type, formToValues(type, form), { today: '2026-11-21' });
      const general = t('errors.required.other');
      for (const { name } of fieldsOf(type)) expect(labelOf({ t, type }, name)).toMatch(SENTENCE);
      for (const [path, [code = '']] of Object.entries(errors)) {
        const sentence = errorText({ t, type }, formPath(path), code);
        expect(sentence, path).toMatch(SENTENCE);
        expect(sentence, path).not.toContain(general);
      }
    },
  );

  test('every error code of a field has a sentence', () => {
    for (const code of FIELD_CODES) {
      expect(errorText({ t, type: 'specialist' }, 'surname', code), code).toMatch(SENTENCE);
    }
  });

  test.each(APPLICATION_TYPES)("each file question of a %s's application names formats and size", (type) => {
    const relative = Object.entries(LISTS.formatted_relatives.item).map(([name, { kind }]) => ({ name, kind }));
    const paths = [
      ...fieldsOf(type),
      ...relative.map(({ name, kind }) => ({ name: `formatted_relatives.0.${name}`, kind })),
    ].filter(({ kind }) => isFileKind(kind));
    expect(paths.length).toBeGreaterThan(4);
    for (const { name, kind } of paths)
      expect(hintOf({ t, type }, name), name).toMatch(
        isPhoto(kind)
          ? /JPEG, PNG (or|или) WebP, (up to|до) 10\u00a0/
          : /PDF, JPEG, PNG (or|или) WebP, (up to|до) 10\u00a0/,
      );
  });

  test('every refusal has a title, a remedy and a way on', () => {
    for (const code of [...Object.keys(REFUSAL_STATUS), 'offline', 'no_answer', 'unreadable']) {
      for (const part of ['title', 'text', 'action'])
        expect(t.find(`refusals.${code}.${part}`), code).toMatch(SENTENCE);
    }
  });

  test('the error summary names the field and the item of a list', () => {
    const words = { t, type: 'specialist' as const };
    expect(summaryText(words, 'surname', 'required')).toBe(errorText(words, 'surname', 'required'));
    const inItem = summaryText(words, 'last_trips.1.trip_aim', 'required');
    expect(inItem).toContain(errorText(words, 'last_trips.1.trip_aim', 'required'));
    expect(inItem).toContain('2');
  });
});

test('a part with errors is summarised by its first error and the number of others', () => {
  const words = { t: pageText('en', 'forms'), type: 'specialist' as const };
  const more = (count: number) => `And ${count} more.`;
  const first = errorText(words, 'surname', 'required');
  expect(mistakesText(words, {}, more)).toBe('');
  expect(mistakesText(words, { surname: ['required'] }, more)).toBe(first);
  const errors = { surname: ['required'], name: ['required'], phone: ['required'] };
  expect(mistakesText(words, errors, more)).toBe(`${first}. And 2 more.`);
});

test("the applicant's own phone is not labelled as the company's", () => {
  const t = pageText('en', 'forms');
  expect(errorText({ t, type: 'specialist' }, 'phone', 'required')).toBe('Enter your phone number');
});
