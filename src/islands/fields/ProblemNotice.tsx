/** A failed call: its title, what to do, further links, and the reference for support. */
import type { ReactNode } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from '../../stores/api/client.ts';
import { needsReload, problemText, problemTitle } from '../../stores/api/problem-text.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { HostErrorText } from '../ui/HostErrorText.tsx';
import { Notice, ProblemReference } from '../ui/Notice.tsx';
import { useErrorTitle } from '../ui/page-title.ts';
import { useFocus } from '../ui/use-focus.ts';

export interface ProblemNoticeProps {
  locale: Locale;
  problem: ApiError;
  /** Replaces the code's own advice. */
  text?: string | undefined;
  action?: ReactNode;
  /** Takes the focus, as the result of a press. */
  focused?: boolean;
}

export function ProblemNotice({ locale, problem, text, action, focused = false }: ProblemNoticeProps) {
  const t = textOf(locale, 'forms');
  const { code, retryAfter, requestId } = problem;
  useErrorTitle(t('errorPrefix'));
  const waiting = code === 'slow_down' && retryAfter;
  const box = useFocus<HTMLDivElement>(problem, focused);
  const reload = needsReload(problem) && (
    <Button kind="quiet" onClick={() => ports.reload()}>
      {t('problems.stale.action')}
    </Button>
  );
  return (
    <div ref={box} tabIndex={focused ? -1 : undefined}>
      <Notice tone="error" title={problemTitle(locale, problem)} action={action ?? reload}>
        <p>{waiting ? t('problems.slow_down.wait', { count: retryAfter }) : problemText(locale, problem)}</p>
        <HostErrorText locale={locale} error={problem} />
        {text && <p>{text}</p>}
        <ProblemReference locale={locale} text={requestId && t('problems.reference', { id: requestId })} />
      </Notice>
    </div>
  );
}
