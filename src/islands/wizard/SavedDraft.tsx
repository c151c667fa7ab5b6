/** On the overview: when the draft was saved, and the button that deletes it. */
import { useState } from 'react';
import { writtenDay, writtenTime } from '../../domain/i18n/dates.ts';
import { useText } from '../ui/hooks.ts';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { useSaveState } from './DraftState.tsx';
import { withNoticeWords } from './notice-words.ts';
import styles from './SavedDraft.module.css';
import { useDraft } from './use-draft.ts';

/** When the draft was saved, when it expires, and the button that deletes it. */
export function SavedDraft() {
  const t = useText('application');
  const forms = useText('forms');
  const { state, savedAt, faultKey } = useSaveState();
  const expiresAt = useDraft((draft) => draft.expiresAt);
  const saved =
    savedAt && expiresAt && t('draft.saved', { time: writtenTime(savedAt), until: writtenDay(expiresAt, forms.find) });
  if (!faultKey && !saved) return null;
  return (
    <div className={styles.savedDraft} data-state={state}>
      <p>
        <span>{faultKey ? t(faultKey) : saved}</span>
        <span> </span>
        <DeleteDraft />
      </p>
    </div>
  );
}

/** The button that deletes this device's draft; its question is loaded at the press. */
export function DeleteDraft() {
  const t = useText('application');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="text-button text-button--danger" onClick={() => setAsking(true)}>
        {t('draft.delete')}
      </button>
      {asking && (
        <Lazy module={lazyDialog}>{({ DeleteDialog }) => <DeleteDialog onClose={() => setAsking(false)} />}</Lazy>
      )}
    </>
  );
}

const lazyDialog = lazyModule(() => withNoticeWords(import('./DeleteDialog.tsx')));
