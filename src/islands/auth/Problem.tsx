/** An error that is not about a field: what happened and what to do. It takes the focus. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { problemText } from '../../stores/api/problem-text.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Notice, ProblemReference } from '../ui/Notice.tsx';
import { useErrorTitle } from '../ui/page-title.ts';
import styles from './AuthForm.module.css';
import { waitTime } from './words.ts';

interface ProblemProps {
  locale: Locale;
  error: ApiError;
  /** A new value focuses it again. */
  focusKey: number;
  /** Seconds until the next try is accepted, where the host told them. */
  wait?: number;
  /** This page's title in place of the error's own. */
  title?: string | undefined;
  children?: ReactNode;
  action?: ReactNode;
}

/** Errors of the server, for which support needs the request id. */
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
          !children && <p>{problemText(locale, error)}</p>
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
