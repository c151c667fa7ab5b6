/** The draft of an application: its state, and every change to it. How it is read and saved is said where that is done. */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Step } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { StepStatus } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { checkStep, rulesFor } from './check-step.ts';
import { copyForm } from './draft-form.ts';
import type { DraftLock } from './draft-lock.ts';
import { createOpening } from './draft-opening.ts';
import type { Versions } from './draft-record.ts';
import { createSaving } from './draft-saving.ts';
import { createSending } from './draft-sending.ts';
import { blankDraft, type Draft, withType } from './draft-state.ts';
import type { DraftStorage } from './draft-storage.ts';
import { createVault } from './draft-vault.ts';

export interface DraftPorts {
  storage: DraftStorage;
  lock: DraftLock;
  now: () => Date;
  isPhone: (value: string) => boolean;
  newKey: () => string;
  /** Calls `action` whenever the page is being hidden or left. */
  onHide: (action: () => void) => void;
  /** Calls `action` whenever the browser shows the page again that it had put by, as after "back". */
  onReturn: (action: () => void) => void;
  /** Tells whether the device holds a draft now. */
  sign?: (kept: boolean) => void;
  versions?: Versions;
}

/** One draft on given ports; the portal's own is in draft.ts. */
export function createDraftStore(ports: DraftPorts) {
  const { now, newKey, lock, onHide, onReturn, sign = () => undefined } = ports;
  const $state = atom<Draft>(blankDraft());
  const vault = createVault(ports.storage, newKey(), ports.versions);
  const saving = createSaving({ $state, vault, now, sign, onLost: () => opening.lose() });
  const opening = createOpening({ $state, vault, lock, saving, now, onHide, onReturn });
  const sending = createSending({ $state, saving, now, newKey, checkAll });

  const patch = (change: Partial<Draft>) => $state.set({ ...$state.get(), ...change });
  const writable = () => $state.get().phase === 'ready' && $state.get().owner === 'here';
  const rules = () => rulesFor($state.get(), { now: now(), isPhone: ports.isPhone });

  /**
   * Tells what a form holds after a change. Costs next to nothing: the values are looked at when they are saved.
   * @param path the field that changed; while the draft is being read nothing else of the form counts
   */
  function typeInStep(step: Step, values: FormState, path?: string): void {
    if ($state.get().phase === 'loading') opening.typeEarly(step, values, path);
    if (!writable()) return;
    saving.type(step, values);
    saving.saveSoon();
  }

  /**
   * Chooses whose application it is. Another type than before needs its step 2 filled in; what was typed for the first
   * one stays on the device.
   */
  function chooseType(type: ApplicationType): void {
    if ($state.get().phase === 'loading') {
      opening.askForType(type);
      void opening.openDraft();
      return;
    }
    if (!writable() || $state.get().type === type) return;
    saving.fold();
    saving.touch();
    $state.set(withType($state.get(), type));
    void saving.save();
  }

  /**
   * Checks a step and, when all is well, saves it and moves on: step 1 gives status 1, step 2 gives 3. A step 1 that is
   * changed from the review gives 3 again as long as the whole is still right, else 2.
   * @returns what is wrong, by form path; empty when the step was saved
   */
  function saveStep(step: Step, values: FormState): FieldErrors {
    if (!writable()) {
      const typed = { ...$state.get(), [`step${step}Data`]: copyForm(values) };
      return checkStep(step, typed, rules());
    }
    saving.type(step, values);
    saving.touch();
    saving.fold();
    const errors = checkStep(step, $state.get(), rules());
    if (Object.keys(errors).length === 0) {
      const stepStatus = step === 2 ? 3 : afterStep1();
      const attempt = saving.attempt();
      if (stepStatus === 3) saving.setAttempt({ ...attempt, idempotencyKey: attempt.idempotencyKey ?? newKey() });
      patch({ stepStatus });
    }
    void saving.save();
    return errors;
  }

  function afterStep1(): StepStatus {
    const { stepStatus } = $state.get();
    if (stepStatus < 3) return stepStatus === 2 ? 2 : 1;
    return Object.keys(checkAll()).length === 0 ? 3 : 2;
  }

  /** Step 1 turned out not to be done, although its rules are met. What was typed stays. */
  function reopenStep1(): void {
    if (!writable()) return;
    saving.touch();
    patch({ stepStatus: 0 });
    void saving.save();
  }

  /** What is wrong with the whole application, by form path; with `step`, what is wrong in that step of it. */
  function checkAll(step?: Step): FieldErrors {
    saving.fold();
    return checkStep(2, $state.get(), { ...rules(), step });
  }

  /** Step 2 is open from now on; from the review it opens again. Without a saved step 1 nothing happens. */
  function openVisit(): void {
    if ($state.get().phase === 'loading') {
      void opening.openDraft().then(openVisit);
      return;
    }
    const { stepStatus } = $state.get();
    if (!writable() || stepStatus === 0 || stepStatus === 2) return;
    saving.touch();
    patch({ stepStatus: 2 });
    void saving.save();
  }

  /** Deletes values and files, here and on the device. When the device refuses, all stays and the state says so. */
  async function deleteDraft(): Promise<void> {
    if ($state.get().owner !== 'elsewhere') await saving.forget();
  }

  const $draft: ReadableAtom<Draft> = $state;
  return {
    $draft,
    openDraft: opening.openDraft,
    takeOverDraft: opening.takeOverDraft,
    flushDraft: saving.flush,
    formOf: saving.formOf,
    chooseType,
    typeInStep,
    saveStep,
    reopenStep1,
    openVisit,
    deleteDraft,
    sending,
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
