/** Dates and times in the office's zone; uses `Intl` for numbers only. */
import { type Words, writtenDate } from './written-dates.ts';

export interface Clock {
  /** "3 November 2026" of a `YYYY-MM-DD`. */
  day(date: string): string;
  /** "3 November 2026, 14:20" of an instant in milliseconds or ISO 8601. */
  instant(at: number | string): string;
  time(at: number): string;
  dateOf(at: number): string;
}

export function clockOf(timeZone: string, forms: Words): Clock {
  const days = new Map<string, string>();
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit' },
    ...{ day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const parts = (at: number) => {
    const found = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return { date: `${found.year}-${found.month}-${found.day}`, time: `${found.hour}:${found.minute}` };
  };
  return {
    day(date) {
      const known = days.get(date) ?? writtenDate(date, forms);
      days.set(date, known);
      return known;
    },
    instant(at) {
      const { date, time } = parts(typeof at === 'number' ? at : Date.parse(at));
      return `${writtenDate(date, forms)}, ${time}`;
    },
    time: (at) => parts(at).time,
    dateOf: (at) => parts(at).date,
  };
}
