/** The document of a visa in both languages: one verdict, and nothing that contradicts it. */
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import en from '../../../../locales/employee/en.json' with { type: 'json' };
import ru from '../../../../locales/employee/ru.json' with { type: 'json' };
import formsEn from '../../../../locales/forms/en.json' with { type: 'json' };
import formsRu from '../../../../locales/forms/ru.json' with { type: 'json' };
import { type EmployeeVisa, visaFacts } from '../../../../src/domain/application/visa.ts';
import { visaWords } from '../../../../src/domain/application/visa-words.ts';
import { datePatternsOf } from '../../../../src/domain/i18n/dates.ts';
import { LOCALES, type Locale } from '../../../../src/domain/i18n/locales.ts';

const words = i18next.createInstance();
await words.init({
  resources: { ru: { employee: ru, forms: formsRu }, en: { employee: en, forms: formsEn } } satisfies Record<
    Locale,
    object
  >,
  interpolation: { escapeValue: false },
});

const VISA: EmployeeVisa = {
  code: 'ABCD',
  name: 'Anna',
  surname: 'Ivanova',
  application_type: 'founder',
  status_type: 'visa_issued',
  valid_from: '2026-01-10',
  valid_to: '2026-12-31',
};

const on = (day: string, visa: Partial<EmployeeVisa> = {}, locale: Locale = 'en') =>
  visaFacts(
    { ...VISA, ...visa },
    new Date(`${day}T07:05:00Z`),
    visaWords(words.getFixedT(locale, 'employee'), datePatternsOf(words.getFixedT(locale, 'forms'))),
  );

describe('the document of a visa', () => {
  it.each([
    ['2026-01-09', {}, 'future', 'Not valid yet', 'it will be valid from 10 January 2026'],
    ['2026-06-01', {}, 'valid', 'Valid', 'until 31 December 2026, that day included'],
    ['2026-12-19', {}, 'ending', 'Valid', '12\u00a0days left, until 31 December 2026, that day included'],
    ['2026-12-30', {}, 'ending', 'Valid', '1\u00a0day left, until 31 December 2026, that day included'],
    ['2026-12-31', {}, 'ending', 'Valid', 'today is its last day, until 31 December 2026, that day included'],
    ['2027-01-01', {}, 'expired', 'Expired', 'its last day was 31 December 2026'],
    ['2026-06-01', { status_type: 'visa_revoked' }, 'revoked', 'Revoked', /no longer valid/],
    ['2026-06-01', { status_type: 'approved' }, 'other', 'No visa', /no visa was issued/],
    ['2026-06-01', { valid_from: null, valid_to: null }, 'valid', 'Valid', ''],
  ])('on %s a visa with %j is %s', (day, visa, state, verdict, detail) => {
    const facts = on(day, visa);
    expect(facts).toMatchObject({ state, verdict });
    if (typeof detail === 'string') expect(facts.detail).toBe(detail);
    else expect(facts.detail).toMatch(detail);
  });

  it("a visa's document has holder, type, days, the time of the check in Tashkent, and the name of its PDF", () => {
    expect(on('2026-06-01')).toMatchObject({
      name: 'Ivanova Anna',
      type: 'Founder',
      validity: '10 January 2026 to 31 December 2026',
      checked: 'Checked 1 June 2026, 12:05, Tashkent time',
      fileName: 'IT visa Ivanova Anna ABCD',
      code: 'ABCD',
      passport: '',
    });
    expect(on('2026-06-01', { passport_end: '4321' }).passport).toBe('••••• 4321');
  });

  it.each(LOCALES)("a visa's document has its own words for each state (%s)", (locale) => {
    const days = ['2026-01-09', '2026-06-01', '2027-01-01'];
    const verdicts = days.map((day) => on(day, {}, locale).verdict);
    expect(new Set(verdicts).size).toBe(days.length);
    for (const verdict of verdicts) expect(verdict).not.toMatch(/{{|state\./);
  });

  it.each([
    ['-', 'Sukarno'],
    ['', 'Sukarno'],
    ['Sukarno', '-'],
    ['Sukarno', ' '],
  ])('a holder of one name is named by it alone (%j, %j)', (name, surname) => {
    expect(on('2026-06-01', { name, surname })).toMatchObject({
      name: 'Sukarno',
      fileName: 'IT visa Sukarno ABCD',
    });
  });

  it.each([
    ['specialist_visa', 'Specialist'],
    ['specialists-visa', 'Specialist'],
    ['Founders', 'Founder'],
    ['digital nomad', 'digital nomad'],
  ])('the type %j of a host is shown as %j', (application_type, type) => {
    expect(on('2026-06-01', { application_type }).type).toBe(type);
  });

  it('a visa of one day has an elapsed share on each day', () => {
    const oneDay = { valid_from: '2026-06-01', valid_to: '2026-06-01' };
    const days = ['2026-05-31', '2026-06-01', '2026-06-02'];
    expect(days.map((day) => on(day, oneDay).elapsed)).toEqual([0, 0, 100]);
  });

  it("a visa's document has the elapsed share of its time", () => {
    expect([on('2026-01-01'), on('2026-01-10'), on('2027-06-01')].map(({ elapsed }) => elapsed)).toEqual([0, 0, 100]);
    expect(on('2026-06-01', { valid_from: null }).elapsed).toBeNull();
  });
});
