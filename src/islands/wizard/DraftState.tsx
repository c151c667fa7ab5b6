/** Whether the draft is saved on this device: beside the button that saves a part, and on the overview. */

import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import { deleteDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { chooseHref } from './navigation.ts';
import { useDraft } from './use-draft.ts';

export function DraftState({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const failed = saveState === 'failed';
  return (
    <p className="draft-state" data-state={saveState}>
      <span>
        {!failed &&
          (savedAt && saveState !== 'idle' ? t('draft.notSent', { time: writtenTime(savedAt) }) : t('draft.idle'))}
      </span>
      {/* Only a failure is announced. */}
      <output>{failed && t('draft.failed')}</output>
    </p>
  );
}

/** When the draft was saved, when it expires, and the button that deletes it. */
export function SavedDraft({ locale }: { locale: Locale }) {
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
