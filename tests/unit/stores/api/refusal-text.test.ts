import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';
import { refusalText } from '../../../../src/stores/api/refusal-text.ts';

const words = (locale: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../../locales/forms/${locale}.json`, import.meta.url), 'utf8'));

beforeAll(async () => {
  const resources = Object.fromEntries(LOCALES.map((locale) => [locale, { forms: words(locale) }]));
  await i18next.init({ resources, fallbackLng: false });
});

test.each([
  ['en', /^It opens again on 1 December 2026, 17:00, Tashkent time\. What you typed is kept\.$/],
  ['ru', /^Он снова откроется 1 декабря 2026, 17:00, время Ташкента\. То, что вы ввели, сохранится\.$/],
] as const)('refusalText has the time when maintenance ends (%s)', (locale, sentence) => {
  expect(refusalText(locale, { code: 'maintenance', reopensAt: Date.parse('2026-12-01T12:00:00Z') })).toMatch(sentence);
});

test('refusalText has the advice of the code for maintenance of unknown length and other refusals', () => {
  expect(refusalText('en', { code: 'maintenance' })).toBe('Try again later. What you typed is kept.');
  expect(refusalText('en', { code: 'host_timeout' })).toBe('Try again. What you typed is kept.');
});
