import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { datePatterns, formatDate } from '../../../../src/domain/i18n/dates.ts';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';

describe.each(LOCALES)('dates that are written without Intl in %s', (locale) => {
  it.each(['2026-01-05', '2027-03-03', '2031-12-31', '2099-05-13'])('read as with it: %s', (date) => {
    const [year = '', month, day] = date.split('-');
    const pattern = datePatterns(locale)[Number(month) - 1] ?? '';
    expect(pattern.replace('{{day}}', String(Number(day))).replace('{{year}}', year)).toBe(formatDate(date, locale));
  });

  it('are the ones that the words of the forms hold', () => {
    const words = JSON.parse(readFileSync(`locales/forms/${locale}.json`, 'utf8'));
    expect(words.date.written).toEqual(datePatterns(locale));
  });
});
