/** Recognises the calendar of a year that no application can have in the Gregorian one. */

type OtherCalendar = 'persian' | 'islamic' | 'persianOrIslamic' | 'buddhist' | 'hebrew' | 'minguo' | 'juche' | 'heisei';

/**
 * Countries whose documents count lunar years. The other countries with such years use the Persian calendar, as Iran and
 * Afghanistan do.
 */
const LUNAR = ['SA', 'YE', 'OM', 'AE', 'KW', 'BH', 'QA'];

/**
 * The calendar in which the year is between 1900 and 2100; null where no calendar fits.
 * @param year as typed
 * @param isBirth then many years are possible
 * @param citizenship ISO 3166-1 alpha-2, or empty
 */
export function calendarOf(year: string, isBirth: boolean, citizenship = ''): OtherCalendar | null {
  const number = Number(year);
  const isWithin = (first: number, last: number) => number >= first && number <= last;
  if (!/^\d{1,4}$/.test(year)) return null;
  if (isWithin(2443, 2643)) return 'buddhist';
  if (isWithin(5660, 5860)) return 'hebrew';
  if (isWithin(1279, 1525)) {
    // After 1425 a Persian year is later than 2046, which no passport has yet.
    if (number > 1425 || (LUNAR.includes(citizenship) && number >= 1318)) return 'islamic';
    return isBirth && number >= 1318 && citizenship === '' ? 'persianOrIslamic' : 'persian';
  }
  if (citizenship === 'JP' && isWithin(1, 64)) return 'heisei';
  if (year.length === 3 && isWithin(100, 189)) return citizenship === 'KP' ? 'juche' : 'minguo';
  if (isWithin(1, 189) && citizenship === 'TW') return 'minguo';
  return isWithin(1, 189) && citizenship === 'KP' ? 'juche' : null;
}
