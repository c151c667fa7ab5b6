/** A refusal that belongs to no field: what happened and what to do. It takes the focus. */
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
import { HostRefusalText } from '../ui/HostRefusalText.tsx';
import { useLocale, useText } from '../ui/hooks.ts';
import { Notice, RequestReference } from '../ui/Notice.tsx';
import { useErrorTitle } from '../ui/page-title.ts';
import styles from './AuthForm.module.css';

interface SignInRefusalProps {
  refusal: CallRefusal;
  /** A new value focuses it again. */
  focusKey: number;
  /** Seconds until the next attempt is accepted; 0 if the host does not say. */
  wait?: number;
  /** Replaces the title of the refusal. */
  title?: string | undefined;
  children?: Elements;
  action?: ReactNode;
}

/** Refusals that the visitor cannot mend alone: a link to the support with the request id is shown. */
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

export function SignInRefusal({ refusal, focusKey, wait = 0, title, children, action }: SignInRefusalProps) {
  const locale = useLocale();
  const t = useText('forms');
  const auth = useText('auth');
  const isBusy = refusal.code === 'busy';
  const waits = (isBusy || refusal.code === 'slow_down') && refusal.retryAfter !== undefined;
  const reload = (refusal.code === 'storage_blocked' || needsReload(refusal)) && (
    <Button kind="quiet" onClick={() => ports.reload()}>
      {t('refusals.storage_blocked.action')}
    </Button>
  );
  const box = useFocus<HTMLDivElement>(focusKey);
  useErrorTitle();

  return (
    <div ref={box} tabIndex={-1} className={styles.refusal}>
      <Notice
        tone="error"
        title={title ?? (waits && !isBusy ? auth('wait.title') : refusalTitle(locale, refusal))}
        action={action ?? reload}
      >
        {waits ? (
          <p aria-live="off">{wait > 0 ? auth('wait.again', { time: waitTime(locale, wait) }) : auth('wait.over')}</p>
        ) : (
          !children && <p>{refusalText(locale, refusal)}</p>
        )}
        {children}
        <HostRefusalText refusal={refusal} />
        {OURS.has(refusal.code) && (
          <RequestReference text={refusal.requestId && t('refusals.reference', { id: refusal.requestId })} />
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

/** A wait as text that fits after "in": minutes and hours, and seconds towards the end. */
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
export function codeRefusal(locale: Locale, refusal: CallRefusal): RefusalWords {
  const t = pageText(locale, 'auth');
  if (refusal.code === 'link_expired') return { title: t('confirm.expiredTitle'), text: t('reset.code.linkExpired') };
  if (refusal.code !== 'code_expired') return {};
  return { title: t('reset.code.expiredTitle'), text: t('reset.code.expiredText') };
}
