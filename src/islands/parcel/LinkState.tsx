/**
 * What all sides of links show in the same way: opening, a transfer, a refusal, the end. Texts: `<side>.<phase>` in
 * locales/parcel.
 */
import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import { refusalText } from '../../stores/api/refusal-text.ts';
import type { CallRefusal } from '../../stores/api/request.ts';
import { followLink, type OpenedLink } from '../../stores/browser/link-key.ts';
import { Button } from '../ui/Button.tsx';
import type { Elements } from '../ui/elements.ts';
import { useLocale, useText } from '../ui/hooks.ts';
import { LoadingBlock, ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './parcel.module.css';

/** Calls `open` with the link of this page, and with each one pasted over it, which loads no page. */
export function useLink(open: (link: OpenedLink) => void): void {
  const follow = useEffectEvent(open);
  useEffect(() => followLink((link) => follow(link)), []);
}

const TRANSFERS: readonly string[] = ['sending', 'fetching', 'moving'];
/** Phases of steps that can be resumed. */
const STOPPED: readonly string[] = ['stopped', 'closeFailed'];
const FAILED: readonly string[] = [...STOPPED, 'failed', 'refused', 'saveFailed', 'unsent', 'empty'];
const ENDED: Record<string, ComponentProps<typeof Notice>['tone']> = {
  taken: 'success',
  arrived: 'success',
  sent: 'success',
  opened: 'success',
  cancelled: 'info',
  ended: 'info',
};

interface LinkStateProps {
  side: 'draft.send' | 'draft.receive' | 'company.ask' | 'company.answer' | 'photo.ask';
  view: { phase: string; percent?: number; refusal?: CallRefusal | null };
  onRetry?: () => void;
  /** Values for the title. */
  values?: Record<string, unknown>;
  /** Replaces the text of the phase, or of the refusal. */
  text?: string | false | null;
  /** A button beside the retry button. */
  action?: Elements;
  /** Shown below the text of a notice. */
  children?: Elements;
}

export function LinkState({
  side,
  view: { phase, percent = 0, refusal },
  onRetry,
  values,
  text,
  action,
  children,
}: LinkStateProps) {
  const locale = useLocale();
  const t = useText('parcel');
  const own = (name: string) => t.find(`${side}.${phase}${name}`, { percent, ...values });
  if (phase === 'opening') return <LoadingBlock label={t.find(`${side}.looking`)} />;
  if (TRANSFERS.includes(phase)) {
    return (
      <>
        <p>{own('')}</p>
        <ProgressBar percent={percent} label={t('common.progress')} />
        {action}
      </>
    );
  }
  const hasFailed = FAILED.includes(phase);
  return (
    <Notice
      tone={hasFailed ? 'error' : (ENDED[phase] ?? 'warning')}
      title={own('.title')}
      action={
        <span className={styles.actions}>
          {hasFailed && onRetry && (
            <Button onClick={onRetry}>{t(STOPPED.includes(phase) ? 'common.goOn' : 'common.again')}</Button>
          )}
          {action}
        </span>
      }
      text={text || own('.text') || (refusal && refusalText(locale, refusal))}
    >
      {children}
    </Notice>
  );
}
