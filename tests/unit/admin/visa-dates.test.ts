import { describe, expect, it } from 'vitest';
import type { StoredFields } from '../../../functions/admin/store/applicants.ts';
import { askedDates, type Consideration, doubtsOf } from '../../../functions/office/decisions.ts';
import { isOfficeDate } from '../../../functions/office/words.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const doubts = (from: string, to: string, fields: StoredFields = {}, now = NOW) => {
  const consideration = { applicant: { fields }, status: 'visa_issued', same: [] } as unknown as Consideration;
  return doubtsOf({ now }, consideration, { from, to });
};

describe('doubtsOf', () => {
  it.each([
    { from: '2026-11-20', expected: ['past'] },
    { from: '2026-11-21', expected: [] },
    { from: '2026-11-22', expected: [] },
  ])('a visa from $from on 2026-11-21 has the doubts $expected', ({ from, expected }) => {
    expect(doubts(from, '2027-01-01')).toEqual(expected);
  });

  it.each([
    { from: '2027-01-10', months: '12', last: '2028-01-10', longer: '2028-01-11' },
    { from: '2027-08-31', months: '6', last: '2028-02-29', longer: '2028-03-01' },
    { from: '2026-11-30', months: '3', last: '2027-02-28', longer: '2027-03-01' },
    { from: '2028-02-29', months: '12', last: '2029-02-28', longer: '2029-03-01' },
    { from: '2027-12-31', months: 2, last: '2028-02-29', longer: '2028-03-01' },
  ])('a visa of $months months from $from may end on $last, and not later', ({ from, months, last, longer }) => {
    const fields = { validity_time: months };
    expect(doubts(from, last, fields)).toEqual([]);
    expect(doubts(from, longer, fields)).toEqual(['longer']);
  });

  it('a visa may end on the last day of the passport, and not later', () => {
    const fields = { passport_expire: '2028-02-29' };
    expect(doubts('2027-01-10', '2028-02-29', fields)).toEqual([]);
    expect(doubts('2027-01-10', '2028-03-01', fields)).toEqual(['passport']);
  });

  it.each([{}, { validity_time: '', passport_expire: '' }, { validity_time: null, passport_expire: 'unknown' }])(
    'missing answers %o raise no doubt',
    (fields) => {
      expect(doubts('2027-01-10', '2099-01-01', fields)).toEqual([]);
    },
  );

  it('a visa from 2020 to 2126 raises every doubt', () => {
    const fields = { validity_time: '12', passport_expire: '2030-01-01' };
    expect(doubts('2020-01-01', '2126-01-01', fields)).toEqual(['past', 'longer', 'passport']);
  });

  it("today is the office's day, five hours ahead of UTC", () => {
    const before = Date.parse('2026-11-21T18:59:59Z');
    expect(doubts('2026-11-21', '2027-01-01', {}, before)).toEqual([]);
    expect(doubts('2026-11-21', '2027-01-01', {}, before + 1000)).toEqual(['past']);
  });
});

describe('askedDates', () => {
  it('returns the dates of the application, and empty texts for missing ones', () => {
    const asked = { planned_length_stay_from: '2028-02-29', planned_length_stay_to: '2027-02-29' };
    expect(askedDates(asked)).toEqual({ from: '2028-02-29', to: '' });
    expect(askedDates({})).toEqual({ from: '', to: '' });
  });
});

describe('isOfficeDate', () => {
  it.each(['1970-01-01', '2028-02-29', '2999-12-31'])('accepts %s', (date) => expect(isOfficeDate(date)).toBe(true));
  it.each(['', '1969-12-31', '0001-01-01', '3000-01-01', '9999-12-31', '2027-02-29', '2027-13-01', '+010000-01-01'])(
    'refuses "%s"',
    (date) => expect(isOfficeDate(date)).toBe(false),
  );
});
