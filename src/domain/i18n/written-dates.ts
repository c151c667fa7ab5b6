/** Dates without `Intl`, whose first use takes a throttled phone 0.1 s; a test compares them with dates.ts. */

/** Looks up a text of one namespace in one language. */
export type Words = (key: string, options?: Record<string, unknown>) => string;

/** "15 January 2035". @param date `YYYY-MM-DD` @param t words of the namespace `forms` */
export function writtenDate(date: string, t: Words): string {
  const [year, month, day] = date.split('-').map(Number);
  return t(`date.written.${(month ?? 1) - 1}`, { day, year });
}

/** {@link writtenDate} of each month, with open `{{day}}` and `{{year}}`. */
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
