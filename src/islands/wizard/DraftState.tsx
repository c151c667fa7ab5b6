/** Whether the draft is saved on this device, and the button that deletes it: beside a part's save button, and on the overview. */
import { useState } from 'react';
import { writtenDay, writtenTime } from '../../domain/i18n/dates.ts';
import { $storageProblem } from '../../stores/device/storage.ts';
import { SaveState } from '../fields/SaveState.tsx';
import { useClientStore, useText } from '../ui/hooks.ts';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { withNoticeWords } from './notice-words.ts';
import { useDraft } from './use-draft.ts';
import styles from './wizard.module.css';

const NOT_SAVED = {
  failed: 'draft.failed',
  blocked: 'draft.blocked',
  silent: 'draft.silent',
  // A notice says why.
  held: 'draft.failed',
  outdated: 'draft.failed',
} as const;

/** Whether and when the draft was saved; `failure` is the key of the text about a failure. */
function useSaveState() {
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const trouble = useClientStore($storageProblem);
  const failure = saveState === 'failed' || trouble !== null ? NOT_SAVED[trouble ?? 'failed'] : null;
  return { state: failure ? 'failed' : saveState, savedAt, failure };
}

export function DraftState() {
  const t = useText('application');
  const { state, savedAt, failure } = useSaveState();
  return <SaveState saveState={state} savedAt={savedAt} failure={failure && t(failure)} />;
}

/** When the draft was saved, when it expires, and the button that deletes it. */
export function SavedDraft() {
  const t = useText('application');
  const forms = useText('forms');
  const { state, savedAt, failure } = useSaveState();
  const expiresAt = useDraft((draft) => draft.expiresAt);
  const saved =
    savedAt && expiresAt && t('draft.saved', { time: writtenTime(savedAt), until: writtenDay(expiresAt, forms.find) });
  if (!failure && !saved) return null;
  return (
    <div className={styles.savedDraft} data-state={state}>
      <p>
        <span>{failure ? t(failure) : saved}</span>
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
