import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  isIncompleteDate,
  isRealDate,
  joinDate,
  splitDate,
  utcDate,
} from '../../../../src/domain/input/date.ts';

describe('dates in boxes', () => {
  it.each([
    ['2026-11-21', true],
    ['2024-02-29', true],
    ['2000-02-29', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['2026-02-31', false],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-01', false],
    ['2026-01-00', false],
    ['2026-1-1', false],
    ['21.11.2026', false],
    ['2026-11-21T00:00:00Z', false],
    ['+012026-11-21', false],
    ['2026-11', false],
    ['2026', false],
    ['', false],
  ])('isRealDate of %j is %j', (date, real) => {
    expect(isRealDate(date)).toBe(real);
  });

  it('joinDate pads boxes with zeros, and returns an empty text for empty boxes', () => {
    expect(joinDate({ day: '1', month: '2', year: '2026' })).toBe('2026-02-01');
    expect(joinDate({ day: ' 01', month: '02 ', year: ' 2026 ' })).toBe('2026-02-01');
    expect(joinDate({ day: ' ', month: '', year: '' })).toBe('');
  });

  it.each([
    { day: '1', month: '', year: '2026' },
    { day: '', month: '2', year: '2026' },
    { day: '1', month: '2', year: '' },
    { day: '1', month: '2', year: '26' },
    { day: 'x', month: '2', year: '2026' },
  ])('joinDate of boxes with a gap or other characters is not a date: %j', (parts) => {
    expect(joinDate(parts)).not.toBe('');
    expect(isRealDate(joinDate(parts))).toBe(false);
  });

  it('splitDate is the reverse of joinDate', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (day) => {
        const date = utcDate(day);
        expect(isRealDate(date)).toBe(true);
        expect(joinDate(splitDate(date))).toBe(date);
      }),
    );
    for (const other of ['soon', '12026-11-21', '2026-11-211', '2026-11-21T00:00'])
      expect(splitDate(other), other).toEqual({ day: '', month: '', year: '' });
  });
});

describe('months later', () => {
  it.each([
    ['2026-11-21', 3, '2027-02-21'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-08-31', 1, '2026-09-30'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-11-21', 36, '2029-11-21'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('addMonths of %s and %d months is %s, at most the last day of the month', (date, months, later) => {
    expect(addMonths(date, months)).toBe(later);
  });
});

describe('partial dates', () => {
  it.each([
    [{ day: '31', month: '', year: '' }, true],
    [{ day: '', month: '5', year: '' }, true],
    [{ day: '31', month: '5', year: '' }, true],
    [{ day: '', month: '5', year: '1990' }, true],
    [{ day: '31', month: '', year: '1990' }, true],
    [{ day: '31', month: '2', year: '1990' }, false],
    [{ day: '', month: '', year: '' }, false],
  ])('the boxes %j are a partial date: %j', (parts, part) => {
    const date = joinDate(parts);
    expect(isIncompleteDate(date)).toBe(part);
    expect(isRealDate(date)).toBe(false);
  });
});
