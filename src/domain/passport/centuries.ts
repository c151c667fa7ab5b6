/** Dates of the zone: `YYMMDD`, without a century (ICAO Doc 9303 part 3 §4.8). */
import { isRealDate } from '../input/date.ts';

/** `YYYY-MM-DD` in each century that makes it a valid date, earliest first. */
function datesOf(text: string): string[] {
  const [, yy = '', mm = '', dd = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return ['19', '20', '21'].map((century) => `${century}${yy}-${mm}-${dd}`).filter(isRealDate);
}

/** @param text `YYMMDD` @param today `YYYY-MM-DD` @returns the latest such day up to today; null for no date */
export function dateOfBirth(text: string, today: string): string | null {
  return datesOf(text).findLast((date) => date <= today) ?? null;
}

/** @returns such a day of the century nearest to today, at most 50 years away; null for no date */
export function dateOfExpiry(text: string, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const distance = (date: string) => Math.abs(Number(date.slice(0, 4)) - year);
  return datesOf(text).sort((a, b) => distance(a) - distance(b))[0] ?? null;
}
