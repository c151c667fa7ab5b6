/** Advice for an error of a company's link, shown to the applicant. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { problemText } from '../api/problem-text.ts';
import type { ApiError } from '../api/request.ts';
import { textOf } from '../page-text.ts';

/** The general advice to wait would not help with an unreadable file of this device or reply of the company. */
export function companyProblem(locale: Locale, phase: 'failed' | 'stopped' | 'closeFailed', error: ApiError): string {
  if (error.code !== 'unreadable') return problemText(locale, error);
  return textOf(locale, 'parcel')(phase === 'stopped' ? 'company.ask.unreadableFile' : 'company.ask.unreadable');
}
