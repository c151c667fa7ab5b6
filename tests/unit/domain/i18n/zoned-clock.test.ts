import { describe, expect, it } from 'vitest';
import { OFFICE_TIME_ZONE } from '../../../../src/content/owner.ts';
import { createClock } from '../../../../src/domain/i18n/dates.ts';

const words = (key: string) => key;

describe('createClock', () => {
  it.each([
    [OFFICE_TIME_ZONE, '2026-11-20T19:00:00Z', '2026-11-21'],
    [OFFICE_TIME_ZONE, '2026-11-20T18:59:59Z', '2026-11-20'],
    ['America/New_York', '2026-11-21T04:59:59Z', '2026-11-20'],
  ])('the clock of %s has at %s the date %s', (zone, instant, date) => {
    expect(createClock(zone, words).dateOf(Date.parse(instant))).toBe(date);
  });

  it.each([
    [OFFICE_TIME_ZONE, '2026-11-21', 0, '2026-11-20T19:00:00Z'],
    [OFFICE_TIME_ZONE, '2026-11-30', 1, '2026-11-30T19:00:00Z'],
    [OFFICE_TIME_ZONE, '2027-01-01', -1, '2026-12-30T19:00:00Z'],
    ['UTC', '2026-11-21', 0, '2026-11-21T00:00:00Z'],
    // The clocks change on these days, after midnight.
    ['Europe/Berlin', '2026-03-29', 0, '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-03-29', 1, '2026-03-29T22:00:00Z'],
    ['America/New_York', '2026-11-01', 0, '2026-11-01T04:00:00Z'],
    ['America/New_York', '2026-11-01', 1, '2026-11-02T05:00:00Z'],
    // An offset with half an hour, and the largest one.
    ['Asia/Kolkata', '2026-11-21', 0, '2026-11-20T18:30:00Z'],
    ['Pacific/Kiritimati', '2026-11-21', 0, '2026-11-20T10:00:00Z'],
  ])('the clock of %s starts the day %s plus %i days at %s', (zone, date, later, instant) => {
    expect(new Date(createClock(zone, words).startOf(date, later)).toISOString()).toBe(new Date(instant).toISOString());
  });

  it('the clock of a zone names it with its offset at the time', () => {
    const { zoneAt } = createClock('Asia/Tashkent', words);
    expect(zoneAt(Date.parse('2026-11-21'))).toBe('Asia/Tashkent (GMT+5)');
    expect(zoneAt(0)).toBe('Asia/Tashkent (GMT+6)');
  });
});
