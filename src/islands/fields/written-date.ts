/**
 * Dates as the pages of the application write them. Without `Intl`: its first use takes a slow phone a tenth of a second,
 * in one piece, at the very moment at which a form is hydrated.
 */
import type { TFunction } from 'i18next';

/**
 * @param date `YYYY-MM-DD`
 * @param t words of the namespace `forms`
 * @returns "15 January 2035"
 */
export function writtenDate(date: string, t: TFunction): string {
  const [year, month, day] = date.split('-').map(Number);
  return t(`date.written.${(month ?? 1) - 1}`, { day, year });
}

/** The same for the reader's own day at an instant. @param iso ISO 8601 */
export function writtenDay(iso: string, t: TFunction): string {
  const at = new Date(iso);
  return t(`date.written.${at.getMonth()}`, { day: at.getDate(), year: at.getFullYear() });
}

/** "14:05" in the reader's time zone, in either language. @param iso ISO 8601 */
export function writtenTime(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
