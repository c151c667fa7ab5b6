/** Instants for what is printed or sent on, where the reader's time zone is not known. */
import { formatInstant } from './dates.ts';
import { INTL_TAGS, type Locale } from './locales.ts';

/** "3 ноября 2026 в 14:20 GMT+5". @param iso ISO 8601 instant */
export function formatInstantInZone(iso: string, locale: Locale): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  const zone = new Intl.DateTimeFormat(INTL_TAGS[locale], { timeZoneName: 'shortOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return [formatInstant(iso, locale), zone].filter(Boolean).join(' ');
}
