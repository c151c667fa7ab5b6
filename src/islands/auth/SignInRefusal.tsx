/** An error that belongs to no field: what happened and what to do. It takes the focus. */
import type { ReactNode } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { hostSentence, shownCode } from '../../stores/api/refusal.ts';
import { needsReload, refusalText, refusalTitle } from '../../stores/api/refusal-text.ts';
import type { CallRefusal } from '../../stores/api/request.ts';
import { ports } from '../../stores/browser/ports.ts';
import { pageText } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import type { Elements } from '../ui/elements.ts';
import { useFocus } from '../ui/focus.ts';
import { HostErrorText } from '../ui/HostErrorText.tsx';
import { useLocale, useText } from '../ui/hooks.ts';
import { Notice, RequestReference } from '../ui/Notice.tsx';
import { useErrorTitle } from '../ui/page-title.ts';
import styles from './AuthForm.module.css';

interface SignInRefusalProps {
  error: CallRefusal;
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
const OURS = new Set<CallRefusal['code']>([
  'internal',
  'host_unreachable',
  'host_timeout',
  'unreadable',
  'malformed',
  'refused',
  'conflict',
  'validation_failed',
]);

export function SignInRefusal({ error, focusKey, wait = 0, title, children, action }: SignInRefusalProps) {
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
        title={title ?? (waits && !isBusy ? auth('wait.title') : refusalTitle(locale, error))}
        action={action ?? reload}
      >
        {waits ? (
          <p aria-live="off">{wait > 0 ? auth('wait.again', { time: waitTime(locale, wait) }) : auth('wait.over')}</p>
        ) : (
          !children && <p>{refusalText(locale, error)}</p>
        )}
        {children}
        <HostErrorText error={error} />
        {OURS.has(error.code) && (
          <RequestReference text={error.requestId && t('problems.reference', { id: error.requestId })} />
        )}
      </Notice>
    </div>
  );
}

/** What to do about a field. @param field its name in the namespace `forms` */
export function issueText(locale: Locale, field: string, code: string): string {
  const t = pageText(locale, 'forms');
  if (code === 'code_short') return pageText(locale, 'auth')('reset.code.short');
  const sentence = hostSentence(code);
  if (sentence) return t('errors.hostSays', { text: sentence });
  return t.find(code === 'required' ? `errors.required.${field}` : `errors.${shownCode(code)}`);
}

/** A wait as text that fits after "in": in seconds at the end, before that in minutes and hours. */
export function waitTime(locale: Locale, seconds: number): string {
  const t = pageText(locale, 'auth');
  if (seconds > 90 * 60) return t('wait.hours', { count: Math.ceil(seconds / 3600) });
  return seconds > 90 ? t('wait.minutes', { count: Math.ceil(seconds / 60) }) : t('wait.seconds', { count: seconds });
}

/** Texts that replace the usual ones of a refused call. */
export interface RefusalWords {
  title?: string | undefined;
  text?: string | false | undefined;
  action?: ReactNode;
}

/** Returns the texts for an expired reset code or link. */
export function codeRefusal(locale: Locale, error: CallRefusal): RefusalWords {
  const t = pageText(locale, 'auth');
  if (error.code === 'link_expired') return { title: t('confirm.expiredTitle'), text: t('reset.code.linkExpired') };
  if (error.code !== 'code_expired') return {};
  return { title: t('reset.code.expiredTitle'), text: t('reset.code.expiredText') };
}
