import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addMonths,
  isPartOfDate,
  isRealDate,
  joinDate,
  readPastedDate,
  splitDate,
  utcDate,
} from '../../../../src/domain/input/date.ts';

describe('a date', () => {
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
  ])('a date: %j is real: %j', (date, real) => {
    expect(isRealDate(date)).toBe(real);
  });

  it('a date is joined from three boxes with leading zeros, and empty when all of them are', () => {
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
  ])('a date with a gap or something else in a box is none: %j', (parts) => {
    expect(joinDate(parts)).not.toBe('');
    expect(isRealDate(joinDate(parts))).toBe(false);
  });

  it('a date is split and joined again', () => {
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
  ])('months later: %s + %d is %s: the day is held within the month', (date, months, later) => {
    expect(addMonths(date, months)).toBe(later);
  });
});

describe('boxes', () => {
  it.each([
    [{ day: '31', month: '', year: '' }, true],
    [{ day: '', month: '5', year: '' }, true],
    [{ day: '31', month: '5', year: '' }, true],
    [{ day: '', month: '5', year: '1990' }, true],
    [{ day: '31', month: '', year: '1990' }, true],
    [{ day: '31', month: '2', year: '1990' }, false],
    [{ day: '', month: '', year: '' }, false],
  ])('boxes: %j are a part of a date: %j', (parts, part) => {
    const date = joinDate(parts);
    expect(isPartOfDate(date)).toBe(part);
    expect(isRealDate(date)).toBe(false);
  });
});

describe('a pasted date', () => {
  const parts = { day: '15', month: '01', year: '2035' };

  it.each(['15.01.2035', '15/1/2035', '15 01 2035', '2035-01-15', ' 2035.1.15 ', '15-01-2035 г.', '2035 - 01 - 15'])(
    'a pasted date is read day first or year first: %j',
    (text) => {
      expect(readPastedDate(text)).toEqual(parts);
    },
  );

  it.each([
    ...['01.15.2035', '31.02.2035', '15.01.35', '15', 'tomorrow', ''],
    ...['115.01.2035', '15.01.20351', '15.01.2035 12:30', '12035-01-15', '2035-01-155', '2035x01-15', '2035-01x15'],
  ])('a pasted date is not guessed: %j', (text) => {
    expect(readPastedDate(text)).toBeNull();
  });
});

const wanted = { day: '15', month: '01', year: '2035' };

describe('a date pasted into one box', () => {
  test.each([
    '15.01.2035',
    '2035-01-15',
    '15 01 2035',
    '15/1/2035',
    '15-01-2035',
    ' 15.01.2035 г.',
    '2035-01-15T00:00:00Z',
    '15. 01. 2035',
  ])('a date pasted into one box: %s fills all three', (text) => expect(readPastedDate(text)).toEqual(wanted));

  test('a date pasted into one box one digit gets its leading zero', () =>
    expect(readPastedDate('1.2.2035')).toEqual({ day: '01', month: '02', year: '2035' }));

  test.each(['15', '01.2035', '31.02.2035', '01/15/2035', '15.01.35', '', '150120350'])(
    'a date pasted into one box: %j is left to the box it was pasted into',
    (text) => expect(readPastedDate(text)).toBeNull(),
  );
});
