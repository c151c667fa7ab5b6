/** Shown if the account's form can't show unsent changes: buttons to download or discard them. */
import { useState } from 'react';
import { changeStore } from '../../stores/account/changes.ts';
import { $applicationType, $record } from '../../stores/account/record.ts';
import { CHANGES_PREFIX, unsentChanges } from '../../stores/account/unsent.ts';
import { ports } from '../../stores/browser/ports.ts';
import { DownloadAnswers } from '../fields/DownloadAnswers.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useClientStore, useText } from '../ui/hooks.ts';

export function ChangesRescue() {
  const application = useText('application');
  const t = useText('auth');
  const id = useClientStore($record)?.id;
  const type = useClientStore($applicationType);
  const [asking, setAsking] = useState(false);
  if (!id) return null;
  const discard = async () => {
    await unsentChanges.remove(id).catch(() => undefined);
    ports.reload();
  };
  return (
    <>
      <p>{t('person.change.rescue')}</p>
      <span className="button-row">
        <DownloadAnswers
          type={type}
          record={{ key: CHANGES_PREFIX + id, forms: ['mine'] }}
          flush={() => changeStore.flushChanges()}
        />
        <button type="button" className="text-button text-button--danger" onClick={() => setAsking(true)}>
          {t('person.change.drop')}
        </button>
      </span>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('person.change.drop')}
        actions={
          <>
            <Button kind="danger" onClick={() => void discard()}>
              {t('person.change.drop')}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {application('draft.confirm.no')}
            </Button>
          </>
        }
      >
        <p>{t('person.change.dropText')}</p>
      </Dialog>
    </>
  );
}
