/** Advice for a refusal that belongs to no field. Separate from the calls, since it reads the page's texts. */
import { formatInstant } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { pageText } from '../page-text.ts';
import { isPageOutdated } from './refusal.ts';
import type { CallRefusal } from './request.ts';

/** The key of the refusal below `refusals`; `refused` if the page has no text for its code. */
function wordsOf(refusal: CallRefusal): string {
  if (refusal.code !== 'validation_failed') return refusal.code;
  return isPageOutdated(refusal) ? 'newer_form' : 'refused';
}

export function refusalTitle(locale: Locale, refusal: CallRefusal): string {
  const t = pageText(locale, 'forms');
  return t.find(`refusals.${wordsOf(refusal)}.title`) || t('refusals.refused.title');
}

/** The advice for the code of a refusal; for maintenance, with its end in the reader's time zone. */
export function refusalText(locale: Locale, refusal: CallRefusal): string {
  const t = pageText(locale, 'forms');
  if (!refusal.reopensAt) return t.find(`refusals.${wordsOf(refusal)}.text`) || t('refusals.refused.text');
  return t('refusals.maintenance.until', { when: formatInstant(new Date(refusal.reopensAt).toISOString(), locale) });
}

/** True if only another version of the page can help. */
export const needsReload = (refusal: CallRefusal): boolean => wordsOf(refusal) === 'newer_form';
