/** Dates and times in the office's zone; uses `Intl` for numbers only. */
import { zoneOffset } from './dates.ts';
import { type Words, writtenDate } from './written-dates.ts';

export type Clock = ReturnType<typeof createClock>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** @param timeZone IANA name @param forms words of the namespace `forms` */
export function createClock(timeZone: string, forms: Words) {
  const days = new Map<string, string>();
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit' },
    ...{ day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const parts = (at: number) => {
    const found = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return { date: `${found.year}-${found.month}-${found.day}`, time: `${found.hour}:${found.minute}` };
  };
  /** How far the zone is ahead of UTC at an instant; of whole minutes. */
  const aheadAt = (at: number) => {
    const { date, time } = parts(at);
    return Date.parse(`${date}T${time}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  };
  return {
    /** "3 November 2026" of a `YYYY-MM-DD`. */
    day(date: string): string {
      const known = days.get(date) ?? writtenDate(date, forms);
      days.set(date, known);
      return known;
    },
    /** "3 November 2026, 14:20" of an instant in milliseconds or ISO 8601. */
    instant(at: number | string): string {
      const { date, time } = parts(typeof at === 'number' ? at : Date.parse(at));
      return `${writtenDate(date, forms)}, ${time}`;
    },
    time: (at: number): string => parts(at).time,
    dateOf: (at: number): string => parts(at).date,
    /** The instant at which a day begins that is `later` days after a date (`YYYY-MM-DD`). */
    startOf(date: string, later = 0): number {
      const midnight = Date.parse(date) + later * DAY_MS;
      // The offset at UTC's midnight may be another one than at the zone's.
      return midnight - aheadAt(midnight - aheadAt(midnight));
    },
    /** The zone with its offset from UTC at an instant: "Asia/Tashkent (GMT+5)". */
    zoneAt: (at: number): string => `${timeZone} (${zoneOffset(at, 'en', timeZone)})`,
  };
}
