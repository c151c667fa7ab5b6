/** What the host said that is not about a field: what happened, what to do, and a way on. It takes the focus. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../../stores/api/answer.ts';
import { textOf } from '../../stores/page-text.ts';
import { Notice } from '../ui/Notice.tsx';

export interface ProblemProps {
  locale: Locale;
  error: ApiError;
  /** A new value brings the focus back. */
  focusKey: number;
  /** Words of this page, where it knows better than the general ones. */
  title?: string | undefined;
  children?: ReactNode;
  action?: ReactNode;
}

/** Errors on our side, for which support needs the number of the call. */
const OURS = new Set<ApiError['code']>(['internal', 'host_unreachable', 'host_timeout', 'unreadable', 'malformed']);

export function Problem({ locale, error, focusKey, title, children, action }: ProblemProps) {
  const t = textOf(locale, 'forms');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [focusKey]);

  return (
    <div ref={box} tabIndex={-1} className="problem">
      <Notice tone="error" title={title ?? t(`problems.${error.code}.title`)} action={action}>
        {children ?? <p>{t(`problems.${error.code}.text`)}</p>}
        {error.requestId && OURS.has(error.code) && (
          <p className="problem__reference">{t('problems.reference', { id: error.requestId })}</p>
        )}
      </Notice>
    </div>
  );
}
