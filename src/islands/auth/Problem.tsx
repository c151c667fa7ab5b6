/** What the host said that is not about a field: what happened, what to do, and a way on. It takes the focus. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../../stores/api/answer.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { ProblemReference } from '../ProblemReference.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useErrorTitle } from '../ui/page-title.ts';
import styles from './AuthForm.module.css';
import { waitTime } from './words.ts';

export interface ProblemProps {
  locale: Locale;
  error: ApiError;
  /** A new value brings the focus back. */
  focusKey: number;
  /** Seconds until the next try is taken, where the host named them. */
  wait?: number;
  /** Words of this page, where it knows better than the general ones. */
  title?: string | undefined;
  children?: ReactNode;
  action?: ReactNode;
}

/** Errors on our side, for which support needs the number of the call. */
const OURS = new Set<ApiError['code']>(['internal', 'host_unreachable', 'host_timeout', 'unreadable', 'malformed']);

export function Problem({ locale, error, focusKey, wait = 0, title, children, action }: ProblemProps) {
  const t = textOf(locale, 'forms');
  const auth = textOf(locale, 'auth');
  const waits = error.code === 'slow_down' && error.retryAfter !== undefined;
  const box = useRef<HTMLDivElement>(null);
  useErrorTitle(t('errorPrefix'));
  useEffect(() => {
    box.current?.focus();
  }, [focusKey]);

  return (
    <div ref={box} tabIndex={-1} className={styles.problem}>
      <Notice
        tone="error"
        title={title ?? (waits ? auth('wait.title') : t(`problems.${error.code}.title`))}
        action={action ?? (error.code === 'storage_blocked' && <Reload>{t('problems.storage_blocked.action')}</Reload>)}
      >
        {waits ? (
          <p aria-live="off">{wait > 0 ? auth('wait.again', { time: waitTime(locale, wait) }) : auth('wait.over')}</p>
        ) : (
          !children && <p>{t(`problems.${error.code}.text`)}</p>
        )}
        {children}
        {error.requestId && OURS.has(error.code) && (
          <ProblemReference locale={locale} text={t('problems.reference', { id: error.requestId })} />
        )}
      </Notice>
    </div>
  );
}

function Reload({ children }: { children: ReactNode }) {
  return (
    <Button kind="quiet" onClick={() => ports.reload()}>
      {children}
    </Button>
  );
}
