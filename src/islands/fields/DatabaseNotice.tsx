/** Two versions of the portal and one database: this page is too old for it, or waits until tabs of the earlier version are closed. */
import { ports } from '../../stores/browser/ports.ts';
import { $storageProblem } from '../../stores/device/storage.ts';
import { Button } from '../ui/Button.tsx';
import { useClientStore, useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';

/** Whether this page is too old for the database: it saves nothing any more, so it shows {@link DatabaseNotice} in place of forms. */
export const useIsOutdated = (): boolean => useClientStore($storageProblem) === 'outdated';

export function DatabaseNotice() {
  const t = useText('forms');
  const problem = useClientStore($storageProblem);
  if (problem === 'held') return <Notice tone="warning" title={t('reloaded.heldTitle')} text={t('reloaded.held')} />;
  if (problem !== 'outdated') return null;
  return (
    <Notice
      tone="warning"
      title={t('reloaded.title')}
      action={<Button onClick={() => ports.reload()}>{t('problems.stale.action')}</Button>}
      text={t('reloaded.outdated')}
    />
  );
}
