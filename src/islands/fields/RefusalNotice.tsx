/** A refused call: its title, what to do, further links, and the reference for support. */
import type { ReactNode } from 'react';
import type { CallRefusal } from '../../stores/api/client.ts';
import { needsReload, refusalText, refusalTitle } from '../../stores/api/refusal-text.ts';
import { ports } from '../../stores/browser/ports.ts';
import { Button } from '../ui/Button.tsx';
import { useFocus } from '../ui/focus.ts';
import { HostRefusalText } from '../ui/HostRefusalText.tsx';
import { useLocale, useText } from '../ui/hooks.ts';
import { Notice, RequestReference } from '../ui/Notice.tsx';
import { useErrorTitle } from '../ui/page-title.ts';

interface RefusalNoticeProps {
  refusal: CallRefusal;
  /** Replaces the advice for the code. */
  text?: string | undefined;
  action?: ReactNode;
  /** The notice takes the focus, as the result of a press. */
  focused?: boolean;
}

export function RefusalNotice({ refusal, text, action, focused = false }: RefusalNoticeProps) {
  const locale = useLocale();
  const t = useText('forms');
  const { code, retryAfter, requestId } = refusal;
  useErrorTitle();
  const waiting = code === 'slow_down' && retryAfter;
  const box = useFocus<HTMLDivElement>(refusal, focused);
  const reload = needsReload(refusal) && (
    <Button kind="quiet" onClick={() => ports.reload()}>
      {t('refusals.stale.action')}
    </Button>
  );
  return (
    <div ref={box} tabIndex={focused ? -1 : undefined}>
      <Notice
        tone="error"
        title={refusalTitle(locale, refusal)}
        action={action ?? reload}
        text={waiting ? t('refusals.slow_down.wait', { count: retryAfter }) : refusalText(locale, refusal)}
      >
        <HostRefusalText refusal={refusal} />
        {text && <p>{text}</p>}
        <RequestReference text={requestId && t('refusals.reference', { id: requestId })} />
      </Notice>
    </div>
  );
}
