/** Whether the draft is safe on this device, until when, and the button that deletes it. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { deleteDraft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { chooseHref } from './go.ts';
import { useDraft } from './use-draft.ts';
import { writtenDay, writtenTime } from './written-date.ts';

export function DraftBar({ locale }: { locale: Locale }) {
  const t = textOf(locale, 'application');
  const forms = textOf(locale, 'forms');
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const expiresAt = useDraft((draft) => draft.expiresAt);
  const owner = useDraft((draft) => draft.owner);
  const [asking, setAsking] = useState(false);
  if (owner === 'elsewhere') return null;

  const remove = async () => {
    await deleteDraft();
    setAsking(false);
    location.assign(chooseHref(locale));
  };
  const failed = saveState === 'failed';
  const state = savedAt && saveState !== 'idle' ? 'saved' : 'idle';

  return (
    <div className="draft-bar" data-state={failed ? 'failed' : saveState}>
      <p className="draft-bar__state">
        <span>
          {!failed &&
            (state === 'saved'
              ? t('draft.saved', { time: writtenTime(savedAt ?? ''), until: writtenDay(expiresAt ?? '', forms) })
              : t('draft.idle'))}
        </span>
        {/* Only what went wrong is spoken: each saving would be too much to hear. */}
        <output>{failed && t('draft.failed')}</output>
      </p>
      {(savedAt || failed) && (
        <button type="button" className="text-button text-button--danger" onClick={() => setAsking(true)}>
          {t('draft.delete')}
        </button>
      )}
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
