/** What to do about an error that is of no field. Apart from the calls, since it reads the page's words. */
import { formatInstantInZone } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../page-text.ts';
import type { ApiError } from './request.ts';

/** The advice of an error's code; of maintenance, with the time of its end in the reader's time zone. */
export function problemText(locale: Locale, { code, reopensAt }: ApiError): string {
  const t = textOf(locale, 'forms');
  if (code !== 'maintenance' || !reopensAt) return t(`problems.${code}.text`);
  return t('problems.maintenance.until', { when: formatInstantInZone(reopensAt, locale) });
}
