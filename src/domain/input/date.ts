/** Calendar dates without a time zone: `YYYY-MM-DD`, or the three boxes of a form. */

export interface DateBoxes {
  day: string;
  month: string;
  year: string;
}

export const EMPTY_DATE: DateBoxes = { day: '', month: '', year: '' };

/** `YYYY-MM-DD`, or an invalid date; `''` where all boxes are empty, and text of {@link isIncompleteDate} where some are. */
export function joinDate(parts: DateBoxes): string {
  const day = parts.day.trim();
  const month = parts.month.trim();
  const year = parts.year.trim();
  if (!day && !month && !year) return '';
  const two = (box: string) => (box === '' ? '' : box.padStart(2, '0'));
  return `${year}-${two(month)}-${two(day)}`;
}

/** True for the result of {@link joinDate} when one or two boxes are empty. */
export function isIncompleteDate(date: string): boolean {
  return /^-.|--|.-$/.test(date);
}

/** True for boxes of digits only, at most two for day and month, and four for the year. */
export function isPlainDate({ day, month, year }: DateBoxes): boolean {
  return /^\d{0,2}$/.test(day.trim()) && /^\d{0,2}$/.test(month.trim()) && /^\d{0,4}$/.test(year.trim());
}

/** True for 1900 to 2100, the years of an application. @param text begins with a year */
export const isApplicationYear = (text: string): boolean => /^(?:19|20)\d\d|^2100/.test(text);

/** Splits `YYYY-MM-DD`, also without day or month; any other text gives empty boxes. */
export function splitDate(date: string): DateBoxes {
  const [, year = '', month = '', day = ''] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  return { day, month, year };
}

const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** False for 31 February, which is read as a day of March, and month 13. */
export const isRealDate = (date: string): boolean =>
  PLAIN_DATE.test(date) && new Date(date).getUTCDate() === Number(date.slice(8));

/** The date `months` later; a day that the month lacks becomes its last one (31 January + 1 = 28 or 29 February). */
export function addMonths(date: string, months: number): string {
  const target = new Date(`${date.slice(0, 8)}01T00:00:00Z`);
  // Day 0 is the last day of the previous month.
  target.setUTCMonth(target.getUTCMonth() + months + 1, 0);
  target.setUTCDate(Math.min(Number(date.slice(8)), target.getUTCDate()));
  return utcDate(target);
}

/** The first and last day of a date without day, or without day and month; null for an invalid one. */
export function spanOf(date: string): [first: string, last: string] | null {
  const { day, month, year } = splitDate(date);
  const first = `${year}-${month || '01'}-${day || '01'}`;
  if (!isRealDate(first)) return null;
  if (day) return [first, first];
  const next = addMonths(first, month ? 1 : 12);
  return [first, utcDate(new Date(Date.parse(next) - DAY_MS))];
}

export const DAY_MS = 24 * 60 * 60 * 1000;

export function utcDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** True for an instant in records: ISO 8601 in UTC, four-digit year. */
export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{1,20}Z$/.test(value) && !Number.isNaN(Date.parse(value));
}
