/** Advice for an error that belongs to no field. Separate from the calls, since it reads the page's texts. */
import { formatInstant } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { pageText } from '../page-text.ts';
import { isPageOutdated } from './refusal.ts';
import type { CallRefusal } from './request.ts';

/** The error's key below `problems`; `refused` if the page has no text for its code, as with a host outside the contract. */
function wordsOf(error: CallRefusal): string {
  if (error.code !== 'validation_failed') return error.code;
  return isPageOutdated(error) ? 'newer_form' : 'refused';
}

export function refusalTitle(locale: Locale, error: CallRefusal): string {
  const t = pageText(locale, 'forms');
  return t.find(`problems.${wordsOf(error)}.title`) || t('problems.refused.title');
}

/** The advice for an error's code; for maintenance, with its end in the reader's time zone. */
export function refusalText(locale: Locale, error: CallRefusal): string {
  const t = pageText(locale, 'forms');
  if (!error.reopensAt) return t.find(`problems.${wordsOf(error)}.text`) || t('problems.refused.text');
  return t('problems.maintenance.until', { when: formatInstant(new Date(error.reopensAt).toISOString(), locale) });
}

/** True if only another version of the page can help. */
export const needsReload = (error: CallRefusal): boolean => wordsOf(error) === 'newer_form';
