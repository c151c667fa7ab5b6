/** When the draft was saved, until when it is kept, and the button that deletes it. */
import { useState } from 'react';
import { writtenDay, writtenTime } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { deleteDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { chooseHref } from './go.ts';
import { useDraft } from './use-draft.ts';

export function DraftKept({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const expiresAt = useDraft((draft) => draft.expiresAt);
  const [asking, setAsking] = useState(false);
  const failed = saveState === 'failed';
  if (!failed && (!savedAt || !expiresAt)) return null;

  const remove = async () => {
    await deleteDraft();
    setAsking(false);
    location.assign(chooseHref(locale));
  };
  return (
    <div className="draft-kept" data-state={saveState}>
      <p>
        {savedAt && expiresAt && !failed
          ? t('draft.saved', {
              time: writtenTime(savedAt),
              until: writtenDay(expiresAt, textOf(locale, 'forms')),
            })
          : t('draft.failed')}{' '}
        <button type="button" className="text-button text-button--danger" onClick={() => setAsking(true)}>
          {t('draft.delete')}
        </button>
      </p>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('draft.confirm.title')}
        actions={
          <>
            <Button kind="danger" onClick={() => void remove()}>
              {t('draft.confirm.yes')}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {t('draft.confirm.no')}
            </Button>
          </>
        }
      >
        <p>{t('draft.confirm.text')}</p>
      </Dialog>
    </div>
  );
}
