import { expect, it } from 'vitest';
import { HOLIDAYS } from '../../../../src/content/holidays.ts';
import { addWorkingDays } from '../../../../src/domain/application/working-days.ts';

it('addWorkingDays skips weekends and public holidays across months and years', () => {
  expect(addWorkingDays('2026-11-20', 0)).toBe('2026-11-20');
  expect(addWorkingDays('2026-11-20', 1)).toBe('2026-11-23');
  expect(addWorkingDays('2026-12-31', 1)).toBe('2027-01-04');
  // 8 March 2027 is a Monday.
  expect(addWorkingDays('2027-03-05', 1)).toBe('2027-03-09');
  expect(addWorkingDays('2026-12-07', 1)).toBe('2026-12-09');
});

it('addWorkingDays never ends on a listed holiday, in any year', () => {
  for (const day of HOLIDAYS.yearly)
    for (const year of [2026, 2027, 2028]) {
      const before = new Date(Date.parse(`${year}-${day}T00:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
      expect(addWorkingDays(before, 1)).not.toBe(`${year}-${day}`);
    }
});
