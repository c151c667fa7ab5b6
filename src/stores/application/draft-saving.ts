/**
 * How what is typed gets onto the device. Rule: a change is there within a second, and only the tab that owns the draft
 * writes it.
 */
import type { PreinitializedWritableAtom } from 'nanostores';
import { PARTS, type Part, type Step } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { copyForm, isBlankForm } from '../device/form-values.ts';
import { createAutosave } from '../device/writing.ts';
import { blankDraft, type Draft, expiryOf } from './draft-record.ts';
import type { DraftContent, DraftVault } from './draft-vault.ts';

interface Attempt {
  idempotencyKey: string | null;
  fingerprint: string | null;
  /** The address it was for. */
  sentTo: string | null;
}

/** An attempt to send, and when it was made if no clear answer has come. */
export interface SentAttempt extends Attempt {
  sentAt: string | null;
}

const NO_ATTEMPT: Attempt = { idempotencyKey: null, fingerprint: null, sentTo: null };

export interface SavingOptions {
  $state: PreinitializedWritableAtom<Draft>;
  vault: DraftVault;
  now: () => Date;
  /** Tells whether the device holds a draft now. */
  sign: (kept: boolean) => void;
  /** The device holds what another tab has written since. */
  onLost: () => void;
}

export function createSaving({ $state, vault, now, sign, onLost }: SavingOptions) {
  const patch = (change: Partial<Draft>) => $state.set({ ...$state.get(), ...change });
  const writable = () => $state.get().phase === 'ready' && $state.get().owner === 'here';

  let typed: Partial<Record<Part, FormState>> = {};
  let attempt = NO_ATTEMPT;
  let changedAt = '';
  let dirty = false;
  const autosave = createAutosave(write, () => now().getTime());

  /** Begins with what was read; null when there was nothing. */
  function start(content: DraftContent | null): void {
    const { idempotencyKey = null, fingerprint = null, sentTo = null } = content ?? {};
    attempt = { idempotencyKey, fingerprint, sentTo };
    changedAt = content?.changedAt ?? '';
    sign(content !== null);
  }

  /** Forgets what was typed and not saved: another tab writes from now on. */
  function drop(): void {
    autosave.stop();
    dirty = false;
    typed = {};
  }

  /** Something has changed that is not saved yet. */
  function touch(): void {
    changedAt = now().toISOString();
    dirty = true;
  }

  /** Takes the values of a part's form over as they are when they are saved; the form goes on changing them. */
  function type(part: Part, values: FormState): void {
    typed[part] = values;
  }

  function saveSoon(): void {
    touch();
    autosave.soon();
    if ($state.get().saveState !== 'saving') patch({ saveState: 'saving' });
  }

  /** What a step holds, with what was typed and is not saved yet. */
  function formOf(step: Step): FormState {
    const newer = (Object.keys(typed) as Part[]).filter((part) => PARTS[part].step === step);
    return Object.assign({}, $state.get()[`step${step}Data`], ...newer.map((part) => copyForm(typed[part] ?? {})));
  }

  /** Takes typed values over into the state, as copies. */
  function fold(): void {
    if (Object.keys(typed).length === 0) return;
    const change = { step1Data: formOf(1), step2Data: formOf(2) };
    typed = {};
    patch(change);
  }

  /** Saves what is not saved yet; resolves when the device has it or refused it. */
  function flush(): Promise<void> {
    return dirty ? autosave.save() : autosave.idle();
  }

  /** What is to be stored; null when nothing has been filled in. */
  function contentToStore(): DraftContent | null {
    fold();
    const { type, stepStatus, saved, step1Data, step2Data, sentAt } = $state.get();
    const blank = type === null && stepStatus === 0 && isBlankForm(step1Data) && isBlankForm(step2Data);
    return blank ? null : { type, stepStatus, saved, step1Data, step2Data, sentAt, changedAt, ...attempt };
  }

  async function write(): Promise<void> {
    if (!writable()) return;
    const content = contentToStore();
    dirty = false;
    try {
      if (!content) {
        await vault.clear();
        sign(false);
        if (!dirty) patch({ saveState: 'idle', savedAt: null, expiresAt: null, unkept: [] });
        return;
      }
      if ($state.get().saveState !== 'saving') patch({ saveState: 'saving' });
      const { stored, unkept } = await vault.store(content);
      if ($state.get().owner === 'elsewhere') return;
      if (!stored) return onLost();
      sign(true);
      const saveState = unkept.length > 0 ? 'failed' : dirty ? 'saving' : 'saved';
      patch({ saveState, savedAt: now().toISOString(), expiresAt: expiryOf(content.changedAt), unkept });
    } catch {
      // The values stay in memory; the next change tries again, and the state says that they are not safe yet.
      dirty = true;
      patch({ saveState: 'failed' });
    }
  }

  /** Saves when the page is hidden: it may never be shown again, and then only the first of the two has time to. */
  function saveLast(): void {
    if (!dirty || !writable()) return;
    const content = contentToStore();
    if (content) {
      sign(true);
      // A refusal is noticed, and told, by the second one.
      vault.storeLast(content).catch(() => undefined);
    }
    void autosave.save();
  }

  /** Deletes values and files, here and on the device. When the device refuses, all stays and the state says so. */
  async function forget(): Promise<void> {
    dirty = false;
    await autosave.settle();
    try {
      await vault.clear();
    } catch {
      patch({ saveState: 'failed' });
      return;
    }
    typed = {};
    dirty = false;
    start(null);
    const { owner, revision } = $state.get();
    $state.set({ ...blankDraft(), phase: 'ready', owner, revision: revision + 1 });
  }

  return {
    start,
    drop,
    touch,
    type,
    saveSoon,
    formOf,
    fold,
    flush,
    save: autosave.save,
    saveLast,
    forget,
    hasChanged: () => changedAt !== '',
    attempt: (): Attempt => attempt,
    setAttempt: (next: Attempt) => {
      attempt = next;
    },
  };
}

export type DraftSaving = ReturnType<typeof createSaving>;
