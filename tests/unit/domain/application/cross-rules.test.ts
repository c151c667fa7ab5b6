import { describe, expect, it } from 'vitest';
import { checkApplication } from '../../../../src/domain/application/check-application.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { BERLIN, CONFERENCE, FILLED, HUSBAND, SON, TODAY, WITH_LISTS } from './filled-values.ts';

const YESTERDAY = '2026-11-20';
const TOMORROW = '2026-11-22';

/** Codes of single answers. */
const OF_ONE = ['required', 'not_in_list', 'consent_required', 'date_unreal', 'date_incomplete'];

function crossIssues(values: Partial<ApplicationValues>, days: { today: string; sentOn?: string }) {
  return Object.entries(checkApplication('specialist', values, days)).flatMap(([path, codes]) =>
    codes.flatMap((code) => (OF_ONE.includes(code) ? [] : [`${path} ${code}`])),
  );
}

const issues = (change: Partial<ApplicationValues>) =>
  crossIssues({ ...FILLED, ...change }, { today: TODAY, sentOn: TODAY });

describe('rules between fields', () => {
  it('a complete application has no contradiction', () => {
    expect(crossIssues(WITH_LISTS, { today: TODAY, sentOn: TODAY })).toEqual([]);
  });

  it('missing answers do not contradict others', () => {
    expect(crossIssues({}, { today: TODAY, sentOn: TODAY })).toEqual([]);
    expect(crossIssues({ relatives_check: 'yes', last_trips_check: 'yes' }, { today: TODAY })).toEqual([]);
  });

  it('invalid dates do not contradict others, so that an error is reported once', () => {
    expect(issues({ passport_date: '2031-02-30', passport_expire: '2020-13-01', date_birth: '' })).toEqual([]);
    expect(issues({ passport_date: '2031-02-30', passport_expire: '2030-01-01' })).toEqual([]);
    expect(issues({ passport_date: '2021-03-01', passport_expire: '2020-02-30' })).toEqual([]);
    expect(issues({ planned_length_stay_from: '2027-02-30', planned_length_stay_to: '2029-01-01' })).toEqual([]);
    expect(issues({ planned_length_stay_from: '2027-01-10', planned_length_stay_to: '2031-02-30' })).toEqual([]);
  });

  it.each<[string, Partial<ApplicationValues>, string[]]>([
    ['born yesterday', { date_birth: YESTERDAY, passport_date: TODAY }, []],
    [
      'a passport issued before birth, at both dates',
      { date_birth: '2021-03-02' },
      ['passport_date issue_before_birth', 'date_birth born_after_issue'],
    ],
    ['a passport of the year of birth', { date_birth: '2021' }, []],
    ['born today', { date_birth: TODAY }, ['date_birth date_in_future']],
    ['born on the first day of 1900', { date_birth: '1900-01-01' }, []],
    ['a passport of today', { passport_date: TODAY }, []],
    ['a passport of tomorrow', { passport_date: TOMORROW }, ['passport_date date_in_future']],
    [
      'a passport that expires on its day of issue',
      { passport_date: '2021-03-01', passport_expire: '2021-03-01' },
      ['passport_expire issue_after_expiry'],
    ],
    ['a passport that expires on the day of applying', { passport_expire: TODAY, planned_length_stay_to: '' }, []],
    [
      'a passport that expired the day before, which is reported once',
      { passport_expire: YESTERDAY },
      ['passport_expire passport_expired'],
    ],
    ['a passport that ends with the stay', { passport_expire: '2027-06-10' }, []],
    [
      'a passport that ends the day before the stay does',
      { passport_expire: '2027-06-09' },
      ['passport_expire expires_before_stay_ends'],
    ],
    ['a stay that begins on the day of applying', { planned_length_stay_from: TODAY }, []],
    [
      'a stay that began the day before',
      { planned_length_stay_from: YESTERDAY },
      ['planned_length_stay_from stay_in_past'],
    ],
    [
      'a stay that began years ago, which is reported once',
      { planned_length_stay_from: '2020-01-10' },
      ['planned_length_stay_from stay_in_past'],
    ],
    ['a stay of one night', { planned_length_stay_to: '2027-01-11' }, []],
    [
      'a stay that ends on its first day',
      { planned_length_stay_to: '2027-01-10' },
      ['planned_length_stay_to stay_ends_before_start'],
    ],
    ['a stay as long as the visa', { validity_time: '5' }, []],
    [
      'a stay one day longer than the visa',
      { validity_time: '5', planned_length_stay_to: '2027-06-11' },
      ['planned_length_stay_to stay_longer_than_visa'],
    ],
    [
      'a stay from 30 November for 3 months ends with February',
      { validity_time: '3', planned_length_stay_from: '2026-11-30', planned_length_stay_to: '2027-02-28' },
      [],
    ],
    [
      'a stay from 30 November for 3 months does not reach March',
      { validity_time: '3', planned_length_stay_from: '2026-11-30', planned_length_stay_to: '2027-03-01' },
      ['planned_length_stay_to stay_longer_than_visa'],
    ],
    ['a visa of unknown length', { validity_time: 'a year' }, []],
    ['a visa longer than the calendar', { validity_time: '99999999' }, []],
    ['work for a day', { period_to: '2027-01-11' }, []],
    ['work that ends on its first day', { period_to: '2027-01-10' }, ['period_to period_ends_before_start']],
  ])('the rules between fields return the expected issues for %s', (_, change, expected) => {
    expect(issues(change)).toEqual(expected);
  });
});

describe('the start of a stay after sending', () => {
  const started = { ...FILLED, planned_length_stay_from: '2026-11-01' };

  it('a stay may begin between sending and now, and not a day earlier', () => {
    expect(crossIssues(started, { today: TODAY, sentOn: '2026-11-01' })).toEqual([]);
    expect(crossIssues(started, { today: TODAY, sentOn: '2026-11-02' })).toEqual([
      'planned_length_stay_from stay_in_past',
    ]);
  });

  it('the start of a stay is not checked when the sending day is unknown', () => {
    expect(crossIssues(started, { today: TODAY })).toEqual([]);
  });
});

describe('relatives', () => {
  const relatives = (...list: ApplicationValues['formatted_relatives']) =>
    issues({ relatives_check: 'yes', formatted_relatives: list });

  it("a relative's birth date must be in the past", () => {
    expect(relatives({ ...SON, birth_of_date: TODAY })).toEqual(['formatted_relatives.0.birth_of_date date_in_future']);
  });

  it('relatives are duplicates by passport number, however it is written', () => {
    const again = { ...SON, name: 'Other', relativePassport: 'n 111-1111' };
    expect(relatives(HUSBAND, again)).toEqual(['formatted_relatives.1.relativePassport relative_twice']);
  });

  it('relatives are duplicates by name and birth date, in any case', () => {
    const again = { ...HUSBAND, name: ' IVAN ', relativePassport: 'N2222222' };
    expect(relatives(HUSBAND, again)).toEqual(['formatted_relatives.1.relativePassport relative_twice']);
  });

  it('twins may share a surname and a birth date', () => {
    expect(relatives(SON, { ...SON, name: 'Peter', relativePassport: 'N3333333' })).toEqual([]);
  });

  it('relatives are not duplicates when only their joined names are equal', () => {
    const without = { ...SON, middlename: '', relativePassport: '' };
    expect(
      relatives({ ...without, surname: 'Ivanov', name: 'Ana' }, { ...without, surname: 'Ivanova', name: 'na' }),
    ).toEqual([]);
  });

  it('empty relatives are not duplicates', () => {
    const blank = { ...SON, surname: '', name: '', birth_of_date: '', relativePassport: '' };
    expect(relatives(blank, blank)).toEqual([]);
    const unborn = { ...SON, birth_of_date: '', relativePassport: '' };
    expect(relatives(unborn, unborn)).toEqual([]);
    const nameless = { ...SON, name: '', relativePassport: '' };
    expect(relatives(nameless, nameless)).toEqual([]);
  });

  it('relatives after a "no" are not checked', () => {
    expect(issues({ relatives_check: 'no', formatted_relatives: [SON, SON] })).toEqual([]);
  });
});

describe('trips', () => {
  const cases: [string, string, string, string[]][] = [
    ['of one day', '2025-01-01', '2025-01-01', []],
    ['that ended today', '2025-01-01', TODAY, []],
    ['of today', TODAY, TODAY, []],
    ['that will end tomorrow', '2025-01-01', TOMORROW, ['date_to date_in_future']],
    ['that begins tomorrow', TOMORROW, '2026-11-30', ['date_from date_in_future']],
    ['that ended before it began', '2025-01-02', '2025-01-01', ['date_to trip_ends_before_start']],
  ];

  it.each(cases)('a trip to another country has the expected issues: %s', (_, date_from, date_to, expected) => {
    const found = issues({ last_trips_check: 'yes', last_trips: [BERLIN, { ...BERLIN, date_from, date_to }] });
    expect(found).toEqual(expected.map((issue) => `last_trips.1.${issue}`));
  });

  it.each(cases)('a trip to Uzbekistan has the expected issues: %s', (_, date_from, date_to, expected) => {
    const trips = [{ ...CONFERENCE, date_from, date_to }];
    const found = issues({ previos_trips_check: 'yes', formatted_previos_trips: trips });
    expect(found).toEqual(expected.map((issue) => `formatted_previos_trips.0.${issue}`));
  });

  it('trips after a "no" are not checked', () => {
    expect(issues({ last_trips: [{ ...BERLIN, date_to: TOMORROW }] })).toEqual([]);
  });
});
