import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';
import { companyProblem } from '../../../../src/stores/parcel/company-problem.ts';

const words = (namespace: string, locale: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../../locales/${namespace}/${locale}.json`, import.meta.url), 'utf8'));

beforeAll(async () => {
  const resources = Object.fromEntries(
    LOCALES.map((locale) => [locale, { forms: words('forms', locale), parcel: words('parcel', locale) }]),
  );
  await i18next.init({ resources, fallbackLng: false });
});

test.each([
  ['en', /newer version.*Reload the page.*send its answers again.*sheet to print/, /choose the file again/],
  ['ru', /новой версии.*Обновите страницу.*отправить ответы ещё раз.*лист для печати/, /выберите файл заново/],
] as const)(
  'companyProblem has its own words for unreadable answers and files of a company (%s)',
  (locale, answers, file) => {
    expect(companyProblem(locale, 'failed', { code: 'unreadable' })).toMatch(answers);
    expect(companyProblem(locale, 'stopped', { code: 'unreadable' })).toMatch(file);
  },
);

test('companyProblem has the advice of the code for other problems', () => {
  expect(companyProblem('en', 'failed', { code: 'host_timeout' })).toBe('Try again. What you typed is kept.');
});
