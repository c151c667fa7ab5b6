import { describe, expect, test } from 'vitest';
import { readPastedDate } from '../../../../src/domain/input/date.ts';

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
  ])('%s fills all three', (text) => expect(readPastedDate(text)).toEqual(wanted));

  test('one digit gets its leading zero', () =>
    expect(readPastedDate('1.2.2035')).toEqual({ day: '01', month: '02', year: '2035' }));

  test.each(['15', '01.2035', '31.02.2035', '01/15/2035', '15.01.35', '15 января 2035', '', '150120350'])(
    '%j is left to the box it was pasted into',
    (text) => expect(readPastedDate(text)).toBeNull(),
  );
});
