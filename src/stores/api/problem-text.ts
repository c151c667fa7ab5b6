/** What to do about an error that is of no field. Apart from the calls, since it reads the page's words. */
import { formatInstant } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../page-text.ts';
import { isOfNewerForm } from './refusal.ts';
import type { ApiError } from './request.ts';

/** The key of the words below `problems`. A page without those of a code, which only a host of its own kind can have, has `refused`. */
function wordsOf(error: ApiError): string {
  if (error.code !== 'validation_failed') return error.code;
  // No field of the page is marked.
  return isOfNewerForm(error) ? 'newer_form' : 'refused';
}

export function problemTitle(locale: Locale, error: ApiError): string {
  const t = textOf(locale, 'forms');
  return t.find(`problems.${wordsOf(error)}.title`) || t('problems.refused.title');
}

/** The advice of an error's code; of maintenance, with its end in the reader's time zone. */
export function problemText(locale: Locale, error: ApiError): string {
  const t = textOf(locale, 'forms');
  if (!error.reopensAt) return t.find(`problems.${wordsOf(error)}.text`) || t('problems.refused.text');
  return t('problems.maintenance.until', { when: formatInstant(new Date(error.reopensAt).toISOString(), locale) });
}

/** True where only another version of the page can help. */
export const needsReload = (error: ApiError): boolean => wordsOf(error) === 'newer_form';
