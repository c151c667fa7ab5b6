/** Calendar dates without a time zone: `YYYY-MM-DD` everywhere but in a form, where a date is three boxes. */

export interface DateParts {
  day: string;
  month: string;
  year: string;
}

export const EMPTY_DATE: DateParts = { day: '', month: '', year: '' };

/** `YYYY-MM-DD` or not a date; `''` when all boxes are empty, {@link isPartOfDate} when some are. */
export function joinDate(parts: DateParts): string {
  const day = parts.day.trim();
  const month = parts.month.trim();
  const year = parts.year.trim();
  if (!day && !month && !year) return '';
  const two = (box: string) => (box === '' ? '' : box.padStart(2, '0'));
  return `${year}-${two(month)}-${two(day)}`;
}

/** True for what {@link joinDate} makes of boxes of which one or two are empty. */
export function isPartOfDate(date: string): boolean {
  return /^-|--|-$/.test(date);
}

/** Splits `YYYY-MM-DD` into boxes; anything else gives empty ones. */
export function splitDate(date: string): DateParts {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  return { day, month, year };
}

/** True for a date of the calendar: 31 February and month 13 are none. */
export function isRealDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && utcDate(new Date(time)) === date;
}

/** `months` after a date; the day is held within the month (31 January + 1 = 28 or 29 February). */
export function addMonths(date: string, months: number): string {
  const target = new Date(`${date.slice(0, 8)}01T00:00:00Z`);
  // Day 0 is the last one of the month before.
  target.setUTCMonth(target.getUTCMonth() + months + 1, 0);
  target.setUTCDate(Math.min(Number(date.slice(8)), target.getUTCDate()));
  return utcDate(target);
}

export function utcDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** A pasted date, day or year first, never month first (`15.01.2035`, `2035-01-15`, `15/1/2035`); null for none. */
export function readPastedDate(text: string): DateParts | null {
  const match =
    /^\s*(?<day>\d{1,2})[.\s/-]+(?<month>\d{1,2})[.\s/-]+(?<year>\d{4})\D*$/.exec(text) ??
    /^\s*(?<year>\d{4})[.\s/-]+(?<month>\d{1,2})[.\s/-]+(?<day>\d{1,2})(?:\D.*)?$/.exec(text);
  const { day = '', month = '', year = '' } = match?.groups ?? {};
  const parts = { day: day.padStart(2, '0'), month: month.padStart(2, '0'), year };
  return match && isRealDate(joinDate(parts)) ? parts : null;
}

/** True for an instant as records of this portal hold it: ISO 8601 in UTC, in a year of four digits. */
export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{1,20}Z$/.test(value) && !Number.isNaN(Date.parse(value));
}
