/** Whether the draft is saved on this device, beside a part's save button. */
import { $storageFault } from '../../stores/device/storage.ts';
import { SaveState } from '../fields/SaveState.tsx';
import { useClientStore, useText } from '../ui/hooks.ts';
import { useDraft } from './use-draft.ts';

const NOT_SAVED = {
  failed: 'draft.failed',
  blocked: 'draft.blocked',
  silent: 'draft.silent',
  // A notice says why.
  held: 'draft.failed',
  outdated: 'draft.failed',
} as const;

/** Whether and when the draft was saved; `failure` is the key of the text about a failure. */
export function useSaveState() {
  const saveState = useDraft((draft) => draft.saveState);
  const savedAt = useDraft((draft) => draft.savedAt);
  const trouble = useClientStore($storageFault);
  const failure = saveState === 'failed' || trouble !== null ? NOT_SAVED[trouble ?? 'failed'] : null;
  return { state: failure ? 'failed' : saveState, savedAt, failure };
}

export function DraftState() {
  const t = useText('application');
  const { state, savedAt, failure } = useSaveState();
  return <SaveState saveState={state} savedAt={savedAt} failure={failure && t(failure)} />;
}
