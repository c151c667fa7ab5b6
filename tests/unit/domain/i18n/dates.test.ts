import { describe, expect, it } from 'vitest';
import en from '../../../../locales/forms/en.json' with { type: 'json' };
import ru from '../../../../locales/forms/ru.json' with { type: 'json' };
import { formatDate, formatInstant, writtenDay, writtenTime } from '../../../../src/domain/i18n/dates.ts';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';

const WORDS = { ru, en };

describe.each(LOCALES)('dates without Intl in %s', (locale) => {
  it.each(['2026-01-05', '2027-03-03', '2031-12-31', '2099-05-13'])(
    'the date %s has the same text as with Intl',
    (date) => {
      const [year = '', month, day] = date.split('-');
      const pattern: string = WORDS[locale].date.written[Number(month) - 1] ?? '';
      expect(pattern.replace('{{day}}', String(Number(day))).replace('{{year}}', year)).toBe(formatDate(date, locale));
    },
  );
});

/** 1:20 at night in the time zone of the tests. */
const NIGHT = new Date(2026, 10, 4, 1, 20);

describe('an instant', () => {
  const iso = NIGHT.toISOString();

  it("an instant is written in the language, in the office's time with its name", () => {
    expect(formatInstant('2026-11-03T20:20:00Z', 'ru')).toBe('4 ноября 2026, 01:20, время Ташкента');
    expect(formatInstant('2026-11-04T01:20:00+05:00', 'en')).toBe('4 November 2026, 01:20, Tashkent time');
  });

  it('a time without a zone is written as the host gives it', () => {
    expect(formatInstant('2026-11-04T01:20:00', 'en')).toBe('4 November 2026, 01:20');
    expect(formatInstant('2026-11-04 01:20:00', 'ru')).toBe('4 ноября 2026, 01:20');
  });

  it("days and clocks are written in the reader's time zone", () => {
    expect(formatDate(iso, 'en')).toBe('4 November 2026');
    expect(writtenTime(iso)).toBe('01:20');
    expect(writtenDay(iso, (key, values) => `${key} ${JSON.stringify(values)}`)).toBe(
      'date.written.10 {"day":4,"year":2026}',
    );
  });

  it('an invalid instant is shown unchanged', () => {
    expect(formatInstant('soon', 'ru')).toBe('soon');
    expect(formatDate('soon', 'en')).toBe('soon');
  });
});
