import { expect, it } from 'vitest';
import { HOLIDAYS } from '../../../../src/content/holidays.ts';
import { addWorkingDays, isWorkingDay } from '../../../../src/domain/application/working-days.ts';

it('addWorkingDays skips weekends and public holidays across months and years', () => {
  expect(addWorkingDays('2026-11-20', 0)).toBe('2026-11-20');
  expect(addWorkingDays('2026-11-20', 1)).toBe('2026-11-23');
  expect(addWorkingDays('2026-12-31', 1)).toBe('2027-01-04');
  // 8 March 2027 is a Monday.
  expect(addWorkingDays('2027-03-05', 1)).toBe('2027-03-09');
  expect(addWorkingDays('2026-12-07', 1)).toBe('2026-12-09');
});

it('isWorkingDay is false on each listed holiday of every year', () => {
  for (const day of HOLIDAYS.yearly)
    for (const year of [2026, 2027, 2028]) expect(isWorkingDay(`${year}-${day}`)).toBe(false);
  expect(isWorkingDay('2026-12-07')).toBe(true);
});
