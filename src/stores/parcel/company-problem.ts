/** What to do about an error of a company's link, for the applicant. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { problemText } from '../api/problem-text.ts';
import type { ApiError } from '../api/request.ts';
import { textOf } from '../page-text.ts';

/** What can't be read is not mended by waiting, which is the general advice: a file of this device, or what the company sent. */
export function companyProblem(locale: Locale, phase: 'failed' | 'stopped' | 'closeFailed', error: ApiError): string {
  if (error.code !== 'unreadable') return problemText(locale, error);
  return textOf(locale, 'parcel')(phase === 'stopped' ? 'company.ask.unreadableFile' : 'company.ask.unreadable');
}
