/** Dates and times in words, by `Intl`. Text that is not a date stays as it is. */
import { INTL_TAGS, type Locale } from './locales.ts';

/** "г." after a year is for documents, not for screens. */
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

/** "GMT+5" of a zone at an instant; by default the reader's. @param tag BCP 47 @param timeZone IANA name */
export const zoneOffset = (at: Date | number, tag: string, timeZone?: string): string | undefined =>
  new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;

/** "3 ноября 2026". @param date `YYYY-MM-DD`, or an instant in the reader's time zone */
export function formatDate(date: string, locale: Locale): string {
  const day = new Date(date);
  if (Number.isNaN(day.getTime())) return date;
  const timeZone = date.length === 10 ? { timeZone: 'UTC' } : {};
  return withoutYearMark(new Intl.DateTimeFormat(INTL_TAGS[locale], { dateStyle: 'long', ...timeZone }).format(day));
}

/** "12:04" in the reader's time zone. @param at milliseconds since 1970 */
export function formatClock(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(INTL_TAGS[locale], { timeStyle: 'short' }).format(at);
}

/** The pattern of each month, `{{day}} января {{year}}`, for pages without `Intl`. */
export function datePatterns(locale: Locale): string[] {
  return Array.from({ length: 12 }, (_, month) =>
    formatDate(`2001-${String(month + 1).padStart(2, '0')}-03`, locale)
      .replace('2001', '{{year}}')
      .replace(/0?3/, '{{day}}'),
  );
}
