/** Reads a whole date that was pasted into one box of a date field. The order is day first, or year first; never month first. */
import { type DateParts, isRealDate, joinDate } from './date.ts';

/**
 * @param text what was pasted: `15.01.2035`, `2035-01-15`, `15 01 2035`, `15/1/2035`
 * @returns the three boxes with leading zeros, or `null` when the text is no whole, real date
 */
export function readPastedDate(text: string): DateParts | null {
  const match =
    /^\s*(?<day>\d{1,2})[.\s/-]+(?<month>\d{1,2})[.\s/-]+(?<year>\d{4})\D*$/.exec(text) ??
    /^\s*(?<year>\d{4})[.\s/-]+(?<month>\d{1,2})[.\s/-]+(?<day>\d{1,2})(?:\D.*)?$/.exec(text);
  const { day = '', month = '', year = '' } = match?.groups ?? {};
  const parts = { day: day.padStart(2, '0'), month: month.padStart(2, '0'), year };
  return match && isRealDate(joinDate(parts)) ? parts : null;
}
