/** What went wrong with a call: its title, what to do, the way on, and the reference for support. */
import type { ReactNode } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import type { ApiError } from '../../stores/api/client.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from './Notice.tsx';
import { useErrorTitle } from './page-title.tsx';

export interface ProblemNoticeProps {
  locale: Locale;
  problem: ApiError;
  /** In place of the code's own advice. */
  text?: string | undefined;
  action?: ReactNode;
}

export function ProblemNotice({ locale, problem, text, action }: ProblemNoticeProps) {
  const t = textOf(locale, 'forms');
  const { code, retryAfter, requestId } = problem;
  useErrorTitle(t('errorPrefix'));
  const waiting = code === 'slow_down' && retryAfter;
  return (
    <Notice tone="error" title={t(`problems.${code}.title`)} action={action}>
      <p>{waiting ? t('problems.slow_down.wait', { count: retryAfter }) : problemText(locale, problem)}</p>
      {text && <p>{text}</p>}
      {requestId && <ProblemReference locale={locale} text={t('problems.reference', { id: requestId })} />}
    </Notice>
  );
}

/** The number of a call that failed, and the way to those who can look it up. The number is not in the link. */
export function ProblemReference({ locale, text }: { locale: Locale; text: string }) {
  return (
    <p className="problem-reference">
      {text}{' '}
      <a href={localePath(locale, '/help#report')} target="_blank" rel="noopener">
        {textOf(locale, 'forms')('problems.report')}
      </a>
    </p>
  );
}
