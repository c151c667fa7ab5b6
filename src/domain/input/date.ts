/** Calendar dates without a time zone: `YYYY-MM-DD`, or three boxes of a form. */

import { normalizeNumber } from './text.ts';

export interface DateParts {
  day: string;
  month: string;
  year: string;
}

export const EMPTY_DATE: DateParts = { day: '', month: '', year: '' };

/** `YYYY-MM-DD` or an invalid date; `''` for empty boxes, {@link isPartOfDate} when some are empty. */
export function joinDate(parts: DateParts): string {
  const day = parts.day.trim();
  const month = parts.month.trim();
  const year = parts.year.trim();
  if (!day && !month && !year) return '';
  const two = (box: string) => (box === '' ? '' : box.padStart(2, '0'));
  return `${year}-${two(month)}-${two(day)}`;
}

/** True for {@link joinDate} of one or two empty boxes. */
export function isPartOfDate(date: string): boolean {
  return /^-|--|-$/.test(date);
}

/** Splits `YYYY-MM-DD`, also without day or month; anything else gives empty boxes. */
export function splitDate(date: string): DateParts {
  const [, year = '', month = '', day = ''] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  return { day, month, year };
}

/** False for 31 February and month 13. */
export function isRealDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && utcDate(new Date(time)) === date;
}

/** `months` after a date, within the month (31 January + 1 = 28 or 29 February). */
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

const DAY_MS = 24 * 60 * 60 * 1000;

export function utcDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Beginnings of English and Russian month names; the third letter tells "ма" apart. */
const MONTH_NAMES =
  'jan feb mar apr may jun jul aug sep oct nov dec янв фев мар апр мая июн июл авг сен окт ноя дек'.split(' ');

/** The month of an English or Russian name, or of its first three letters; null for anything else. */
export function monthByName(text: string): string | null {
  const name = text.trim().toLowerCase().replace(/\.$/, '').replace(/^май$/, 'мая');
  const found = name.length < 3 ? -1 : MONTH_NAMES.indexOf(name.slice(0, 3));
  return found < 0 || !/^\p{L}+$/u.test(name) ? null : String((found % 12) + 1).padStart(2, '0');
}

const GAP = String.raw`[\s.,/-]+`;
const DAY_FIRST = new RegExp(
  `^(?<day>\\d{1,2})(?:st|nd|rd|th)?${GAP}(?<month>\\d{1,2}|\\p{L}{3,10}\\.?)${GAP}(?<year>\\d{4})\\D*$`,
  'u',
);
const YEAR_FIRST = new RegExp(
  `^(?<year>\\d{4})${GAP}(?<month>\\d{1,2}|\\p{L}{3,10}\\.?)${GAP}(?<day>\\d{1,2})(?:\\D.*)?$`,
  'u',
);
const MONTH_FIRST = new RegExp(
  `^(?<month>\\p{L}{3,10}\\.?)\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?${GAP}(?<year>\\d{4})\\D*$`,
  'u',
);

/** Reads `15.01.2035`, `2035-01-15`, `15 января 2035 г.`, `January 15, 2035`, day before month. Null for anything else. */
export function readPastedDate(text: string): DateParts | null {
  const line = normalizeNumber(text).trim();
  const match = DAY_FIRST.exec(line) ?? YEAR_FIRST.exec(line) ?? MONTH_FIRST.exec(line);
  const { day = '', month = '', year = '' } = match?.groups ?? {};
  const number = /^\d/.test(month) ? month.padStart(2, '0') : monthByName(month);
  const parts = { day: day.padStart(2, '0'), month: number ?? '', year };
  return match && isRealDate(joinDate(parts)) ? parts : null;
}

/** True for a numeric date that differs when read month first. */
export function isAmbiguousDate(text: string): boolean {
  const [, first = '', second = ''] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}(?!\d)/.exec(normalizeNumber(text).trim()) ?? [];
  return first !== '' && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

/** True for an instant in records: ISO 8601 in UTC, four-digit year. */
export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{1,20}Z$/.test(value) && !Number.isNaN(Date.parse(value));
}
