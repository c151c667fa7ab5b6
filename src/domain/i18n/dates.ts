/**
 * Dates and times in words. Pages use the functions without `Intl`, whose first use takes a throttled phone 0.1 s; a test
 * compares both results. Text that is not a date is returned unchanged.
 */
import { INTL_TAGS, type Locale } from './locales.ts';

/** Looks up a text of one namespace in one language. */
export type Words = (key: string, options?: Record<string, unknown>) => string;

/** "15 January 2035". @param date `YYYY-MM-DD` @param t words of the namespace `forms` */
export function writtenDate(date: string, t: Words): string {
  const [year, month, day] = date.split('-').map(Number);
  return t(`date.written.${(month ?? 1) - 1}`, { day, year });
}

/** {@link writtenDate} of each month, with the placeholders `{{day}}` and `{{year}}`. */
export const datePatternsOf = (t: Words): string[] =>
  Array.from({ length: 12 }, (_, month) => t(`date.written.${month}`, { day: '{{day}}', year: '{{year}}' }));

/** {@link writtenDate} of an instant in the reader's time zone. @param iso ISO 8601 */
export function writtenDay(iso: string, t: Words): string {
  const at = new Date(iso);
  return t(`date.written.${at.getMonth()}`, { day: at.getDate(), year: at.getFullYear() });
}

/** "14:05" in the reader's time zone, in either language. @param iso ISO 8601 */
export function writtenTime(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Removes "г." after a year: it belongs into documents, not on screens. */
const withoutYearMark = (text: string) => text.replace(/\s?г\./, '');

const OFFICE_TIME: Record<Locale, string> = { ru: 'время Ташкента', en: 'Tashkent time' };

/**
 * "3 November 2026, 14:20, Tashkent time": the office's time, for every reader; the date alone for a date. A time without a zone
 * is shown as the host gives it. @param iso ISO 8601
 */
export function formatInstant(iso: string, locale: Locale): string {
  if (iso.length === 10) return formatDate(iso, locale);
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso)) return `${formatDate(iso.slice(0, 10), locale)}, ${iso.slice(11, 16)}`;
  const inOffice = { timeZone: 'Asia/Tashkent', hourCycle: 'h23' } as const;
  const [day, time] = [{ dateStyle: 'long' } as const, { timeStyle: 'short' } as const].map((style) =>
    new Intl.DateTimeFormat(INTL_TAGS[locale], { ...style, ...inOffice }).format(instant),
  );
  return `${withoutYearMark(day ?? '')}, ${time}, ${OFFICE_TIME[locale]}`;
}

/** "3 ноября 2026". @param date `YYYY-MM-DD`, or an instant in the reader's time zone */
export function formatDate(date: string, locale: Locale): string {
  const day = new Date(date);
  if (Number.isNaN(day.getTime())) return date;
  const timeZone = date.length === 10 ? { timeZone: 'UTC' } : {};
  return withoutYearMark(new Intl.DateTimeFormat(INTL_TAGS[locale], { dateStyle: 'long', ...timeZone }).format(day));
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Dates and times in a zone; uses `Intl` for numbers only. @param timeZone IANA name @param forms words of the namespace `forms` */
export function createClock(timeZone: string, forms: Words) {
  const days = new Map<string, string>();
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = (at: number) => {
    const found = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return { date: `${found.year}-${found.month}-${found.day}`, time: `${found.hour}:${found.minute}` };
  };
  /** How far the zone is ahead of UTC at an instant, in whole minutes. */
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
      // The offset at UTC's midnight may differ from the offset at the zone's midnight.
      return midnight - aheadAt(midnight - aheadAt(midnight));
    },
    /** The zone with its offset from UTC at an instant: "Asia/Tashkent (GMT+5)". */
    zoneAt(at: number): string {
      const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
      return `${timeZone} (${zone.find(({ type }) => type === 'timeZoneName')?.value})`;
    },
  };
}
