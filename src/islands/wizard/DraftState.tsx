/** Whether the draft is saved on this device, beside a part's save button. */
import { $storageFault } from '../../stores/device/storage.ts';
import { SaveState } from '../fields/SaveState.tsx';
import { useClientStore, useText } from '../ui/hooks.ts';
import { useDraft } from './use-draft.ts';

const NOT_SAVED = {
  failed: 'draft.failed',
  blocked: 'draft.blocked',
  silent: 'draft.silent',
  // The notice of LazyDatabaseNotice says why.
  held: 'draft.failed',
  outdated: 'draft.failed',
} as const;

/** Whether and when the draft was saved; `faultKey` is the key of the text about a fault. */
export function useSaveState() {
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const storageFault = useClientStore($storageFault);
  const faultKey = saveState === 'failed' || storageFault !== null ? NOT_SAVED[storageFault ?? 'failed'] : null;
  return { state: faultKey ? 'failed' : saveState, savedAt, faultKey };
}

export function DraftState() {
  const t = useText('application');
  const { state, savedAt, faultKey } = useSaveState();
  return <SaveState saveState={state} savedAt={savedAt} fault={faultKey && t(faultKey)} />;
}
