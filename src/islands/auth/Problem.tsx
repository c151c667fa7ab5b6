/** An error that belongs to no field: what happened and what to do. It takes the focus. */
import type { ReactNode } from 'react';
import { needsReload, problemText, problemTitle } from '../../stores/api/problem-text.ts';
import type { ApiError } from '../../stores/api/request.ts';
import { ports } from '../../stores/browser/ports.ts';
import { Button } from '../ui/Button.tsx';
import type { Elements } from '../ui/elements.ts';
import { HostErrorText } from '../ui/HostErrorText.tsx';
import { Notice, ProblemReference } from '../ui/Notice.tsx';
import { useErrorTitle } from '../ui/page-title.ts';
import { useFocus } from '../ui/use-focus.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import styles from './AuthForm.module.css';
import { waitTime } from './words.ts';

interface ProblemProps {
  error: ApiError;
  /** A new value focuses it again. */
  focusKey: number;
  /** Seconds until the next attempt is accepted; 0 if the host gives none. */
  wait?: number;
  /** Replaces the error's own title. */
  title?: string | undefined;
  children?: Elements;
  action?: ReactNode;
}

/** Errors for which support is offered, with the request id. */
const OURS = new Set<ApiError['code']>([
  ...(['internal', 'host_unreachable', 'host_timeout', 'unreadable', 'malformed'] as const),
  ...(['refused', 'conflict', 'validation_failed'] as const),
]);

export function Problem({ error, focusKey, wait = 0, title, children, action }: ProblemProps) {
  const locale = useLocale();
  const t = useText('forms');
  const auth = useText('auth');
  const isBusy = error.code === 'busy';
  const waits = (isBusy || error.code === 'slow_down') && error.retryAfter !== undefined;
  const reload = (error.code === 'storage_blocked' || needsReload(error)) && (
    <Button kind="quiet" onClick={() => ports.reload()}>
      {t('problems.storage_blocked.action')}
    </Button>
  );
  const box = useFocus<HTMLDivElement>(focusKey);
  useErrorTitle();

  return (
    <div ref={box} tabIndex={-1} className={styles.problem}>
      <Notice
        tone="error"
        title={title ?? (waits && !isBusy ? auth('wait.title') : problemTitle(locale, error))}
        action={action ?? reload}
      >
        {waits ? (
          <p aria-live="off">{wait > 0 ? auth('wait.again', { time: waitTime(locale, wait) }) : auth('wait.over')}</p>
        ) : (
          !children && <p>{problemText(locale, error)}</p>
        )}
        {children}
        <HostErrorText error={error} />
        {OURS.has(error.code) && (
          <ProblemReference text={error.requestId && t('problems.reference', { id: error.requestId })} />
        )}
      </Notice>
    </div>
  );
}
