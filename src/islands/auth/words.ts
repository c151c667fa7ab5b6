/** Texts of error codes and waits in the page's language. */
import type { ReactNode } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { hostSentence, shownCode } from '../../stores/api/refusal.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { textOf } from '../../stores/page-text.ts';

/** What to do about a field. @param field its name in the namespace `forms` */
export function issueText(locale: Locale, field: string, code: string): string {
  const t = textOf(locale, 'forms');
  if (code === 'code_short') return textOf(locale, 'auth')('reset.code.short');
  const sentence = hostSentence(code);
  if (sentence) return t('errors.hostSays', { text: sentence });
  return t.find(code === 'required' ? `errors.required.${field}` : `errors.${shownCode(code)}`);
}

/** A wait as text that fits after "in": in seconds at the end, before that in minutes and hours. */
export function waitTime(locale: Locale, seconds: number): string {
  const t = textOf(locale, 'auth');
  if (seconds > 90 * 60) return t('wait.hours', { count: Math.ceil(seconds / 3600) });
  return seconds > 90 ? t('wait.minutes', { count: Math.ceil(seconds / 60) }) : t('wait.seconds', { count: seconds });
}

/** Texts that replace the usual ones of a refused call. */
export interface ProblemWords {
  title?: string | undefined;
  text?: string | false | undefined;
  action?: ReactNode;
}

/** Returns the texts for an expired reset code or link. */
export function codeProblem(locale: Locale, error: ApiError): ProblemWords {
  const t = textOf(locale, 'auth');
  if (error.code === 'link_expired') return { title: t('confirm.expiredTitle'), text: t('reset.code.linkExpired') };
  if (error.code !== 'code_expired') return {};
  return { title: t('reset.code.expiredTitle'), text: t('reset.code.expiredText') };
}
