/** Times and days in the office's time zone, whatever the machine's. */
import { OFFICE_TIME_ZONE } from '../../src/content/owner.ts';
import { LOCALES, type Locale } from '../../src/domain/i18n/locales.ts';
import { type Clock, createClock } from '../../src/domain/i18n/zoned-clock.ts';
import { isRealDate } from '../../src/domain/input/date.ts';
import { formWords } from '../admin/mail/words.ts';

const CLOCKS = new Map<Locale, Clock>(
  LOCALES.map((locale) => [locale, createClock(OFFICE_TIME_ZONE, formWords(locale))]),
);

export const officeClock = (locale: Locale): Clock => CLOCKS.get(locale) as Clock;

/** True for a real date from 1970 to 2999, `YYYY-MM-DD`: with others the clock cannot count. */
export function isOfficeDate(date: string): boolean {
  return isRealDate(date) && date >= '1970' && date < '3000';
}

/** The office's date at an instant. @param at milliseconds since 1970 @returns `YYYY-MM-DD` */
export const dayOf = (at: number): string => officeClock('en').dateOf(at);

/** Midnight in the office, `later` days after a date. @param date `YYYY-MM-DD` @returns milliseconds since 1970 */
export const startOfDay = (date: string, later = 0): number => officeClock('en').startOf(date, later);
