import { describe, expect, it } from 'vitest';
import { countryName } from '../../../../src/domain/application/answers.ts';
import { LOCALES } from '../../../../src/domain/i18n/locales.ts';
import { GENDERS, KINSHIP, MONTHS, sexOf } from '../../../../src/domain/reference/choices.ts';
import {
  COUNTRY_CODES,
  countryOfOption,
  countryOptions,
  isCountry,
} from '../../../../src/domain/reference/countries.ts';
import { countryOptionsWithAliases } from '../../../../src/domain/reference/country-aliases.ts';
import { DISTRICTS, districtName, districtsOf } from '../../../../src/domain/reference/districts.ts';
import { isDistrictOf } from '../../../../src/domain/reference/place-ids.ts';
import { regions } from '../../../../src/domain/reference/regions.ts';

const ids = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('regions and districts', () => {
  it('there are 14 regions and 207 districts, numbered without gaps', () => {
    expect(regions.all.map(({ id }) => id)).toEqual(ids(14));
    expect(DISTRICTS.map(({ id }) => id)).toEqual(ids(207));
  });

  it('regions and districts have a name in each language', () => {
    for (const { uz, ru, en } of [...regions.all, ...DISTRICTS]) {
      for (const name of [uz, ru, en]) expect(name.trim()).toBe(name);
      expect(ru).toMatch(/^[А-Яа-яЁё -]+$/);
      expect(en).toMatch(/^[A-Za-z' -]+$/);
      expect(uz).not.toBe('');
    }
  });

  it('every district is in one region, and every region has districts', () => {
    for (const { regionId } of DISTRICTS) expect(regions.all.some(({ id }) => id === regionId)).toBe(true);
    expect(regions.all.flatMap(({ id }) => districtsOf(String(id), 'ru'))).toHaveLength(207);
    for (const { id } of regions.all) expect(districtsOf(String(id), 'en').length).toBeGreaterThan(0);
  });

  it('regions and districts are sorted by name in the language of the page', () => {
    for (const locale of LOCALES) {
      for (const places of [regions.in(locale), ...regions.all.map(({ id }) => districtsOf(String(id), locale))]) {
        const names = places.map((place) => place[locale]);
        expect(names).toEqual([...names].sort(new Intl.Collator(locale).compare));
      }
    }
  });

  it('regions and districts are found by their id', () => {
    expect(regions.name('14', 'en')).toBe('Tashkent City');
    expect(districtName('1', 'ru')).toBe('Амударьинский район');
    expect([regions.name('15', 'en'), regions.name('', 'en'), districtName('208', 'en')]).toEqual(['', '', '']);
    expect(isDistrictOf('1', '1')).toBe(true);
    expect(isDistrictOf('1', '2')).toBe(false);
    expect(isDistrictOf('208', '1')).toBe(false);
  });
});

describe('countries', () => {
  it('countries are the 249 of ISO 3166-1, each once, Uzbekistan among them', () => {
    expect(new Set(COUNTRY_CODES).size).toBe(249);
    expect(COUNTRY_CODES).toHaveLength(249);
    for (const code of COUNTRY_CODES) expect(code).toMatch(/^[A-Z]{2}$/);
    expect(isCountry('UZ')).toBe(true);
    expect(isCountry('XK')).toBe(false);
  });

  it.each(LOCALES)('each country has a name, and countries are sorted, in %s', (locale) => {
    const options = countryOptions(locale);
    expect(options).toHaveLength(249);
    for (const { value, label } of options) {
      expect(label).not.toBe(value);
      expect(countryName(value, locale)).toBe(label);
    }
    const labels = options.map(({ label }) => label);
    expect(labels).toEqual([...labels].sort(new Intl.Collator(locale).compare));
    expect(new Set(labels).size).toBe(249);
  });

  it.each([
    ['en', { usa: 'US', america: 'US', uk: 'GB', 'great britain': 'GB', korea: 'KR', russia: 'RU', uae: 'AE' }],
    ['en', { 'czech republic': 'CZ', turkey: 'TR', 'ivory coast': 'CI', holland: 'NL', 'south korea': 'KR' }],
    ['ru', { сша: 'US', 'республика корея': 'KR', корея: 'KR', 'южная корея': 'KR', оаэ: 'AE', голландия: 'NL' }],
    ['ru', { кыргызстан: 'KG', киргизия: 'KG', белоруссия: 'BY', англия: 'GB', россия: 'RU', юар: 'ZA', кнр: 'CN' }],
  ] as const)('the first option that begins with a typed name is its country, in %s: %j', (locale, countries) => {
    const options = countryOptionsWithAliases(locale);
    for (const [typed, country] of Object.entries(countries)) {
      const found = options.find(({ label }) => label.toLowerCase().startsWith(typed));
      expect(countryOfOption(found?.value ?? ''), typed).toBe(country);
    }
  });

  it.each(LOCALES)('every country has one option with its code, under its own name, in %s', (locale) => {
    const options = countryOptionsWithAliases(locale);
    expect(options.filter(({ value }) => isCountry(value))).toEqual(countryOptions(locale));
    expect(options.filter(({ value }) => !isCountry(countryOfOption(value)))).toEqual([]);
  });

  it('countries are named in the given language, and an unknown one has no name', () => {
    expect(countryName('DE', 'ru')).toBe('Германия');
    expect(countryName('DE', 'en')).toBe('Germany');
    expect(countryName('XX', 'en')).toBe('');
  });
});

describe('short lists', () => {
  it('the short choice lists have the required values', () => {
    expect(MONTHS.at(0)).toBe('3');
    expect(MONTHS.at(-1)).toBe('36');
    expect(MONTHS).toHaveLength(34);
    expect(KINSHIP).toEqual(['husband', 'wife', 'father', 'mother', 'son', 'daughter']);
    expect(GENDERS.map(({ value }) => value)).toEqual(['male', 'female']);
    expect([sexOf('male'), sexOf('female')]).toEqual(['man', 'female']);
  });
});
