/**
 * Notices about a database that another version of the portal uses: this page is too old for it, or waits until the older tabs
 * are closed.
 */
import { ports } from '../../stores/browser/ports.ts';
import { Button } from '../ui/Button.tsx';
import { useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';

export function DatabaseNotice({ isOutdated }: { isOutdated: boolean }) {
  const t = useText('application');
  if (!isOutdated) return <Notice tone="warning" title={t('draft.held.title')} text={t('draft.held.text')} />;
  return (
    <Notice
      tone="warning"
      title={t('draft.newer.title')}
      action={<Button onClick={ports.reload}>{t('draft.newer.action')}</Button>}
      text={t('draft.newer.saved')}
    />
  );
}
