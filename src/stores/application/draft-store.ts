/**
 * The draft of an application: its state, and every change to it. Rule: a change is on the device within a second, and
 * only the tab that owns the draft writes it.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Step } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import type { StepStatus } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { createAutosave } from './autosave.ts';
import { checkStep, rulesFor } from './check-step.ts';
import { completeForm, copyForm, isBlankForm, type LostFile } from './draft-form.ts';
import type { DraftLock } from './draft-lock.ts';
import { expiryOf, type Versions } from './draft-record.ts';
import type { DraftStorage } from './draft-storage.ts';
import { createVault, type DraftContent, type LoadedDraft } from './draft-vault.ts';

export interface Draft {
  /** `unavailable`: a draft is there, but this page can't read it; see `reason`. */
  phase: 'loading' | 'ready' | 'unavailable';
  reason: 'newer_version' | 'unreadable' | null;
  type: ApplicationType | null;
  stepStatus: StepStatus;
  /** As last saved; the form itself may be up to a second ahead. */
  step1Data: FormState;
  step2Data: FormState;
  saveState: 'idle' | 'saving' | 'saved' | 'failed';
  /** ISO 8601. */
  savedAt: string | null;
  expiresAt: string | null;
  owner: 'here' | 'elsewhere';
  /** Grows when values came from the device or were cleared: a form that shows them starts anew. */
  revision: number;
  /** Form paths of files that the device could not keep; they live as long as the page. */
  unkept: string[];
  /** Files that the device had kept and has lost. */
  lost: LostFile[];
  /** When the application was sent without a clear answer so far. */
  sentAt: string | null;
}

export interface DraftPorts {
  storage: DraftStorage;
  lock: DraftLock;
  now: () => Date;
  isPhone: (value: string) => boolean;
  newKey: () => string;
  /** Calls `action` whenever the page is being hidden or left. */
  onHide: (action: () => void) => void;
  versions?: Versions;
}

function blankDraft(): Draft {
  return {
    phase: 'loading',
    reason: null,
    type: null,
    stepStatus: 0,
    step1Data: emptyForm('specialist', 1),
    step2Data: {},
    saveState: 'idle',
    savedAt: null,
    expiresAt: null,
    owner: 'here',
    revision: 0,
    unkept: [],
    lost: [],
    sentAt: null,
  };
}

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

/** One draft on given ports; the portal's own is in draft.ts. */
export function createDraftStore(ports: DraftPorts) {
  const $state = atom<Draft>(blankDraft());
  const vault = createVault(ports.storage, ports.newKey(), ports.versions);
  const patch = (change: Partial<Draft>) => $state.set({ ...$state.get(), ...change });

  let typed: { 1?: FormState; 2?: FormState } = {};
  let attempt = NO_ATTEMPT;
  let changedAt = '';
  let dirty = false;
  let opening: Promise<void> | undefined;
  const autosave = createAutosave(write, () => ports.now().getTime());

  // --- Opening

  /** Reads the draft from the device, once; safe to call often. */
  function openDraft(): Promise<void> {
    opening ??= open();
    return opening;
  }

  async function open(): Promise<void> {
    ports.onHide(saveLast);
    const owned = await ports.lock.take(lose).catch(() => true);
    await read(owned);
  }

  async function read(owned: boolean): Promise<void> {
    const owner = owned ? 'here' : 'elsewhere';
    if (!owned) typed = {};
    try {
      accept(await vault.load(ports.now(), owned), owner);
    } catch {
      // The device refuses storage: the draft lives as long as the page, and the state says so.
      patch({ phase: 'ready', saveState: 'failed', owner });
    }
    if (typed[1] || typed[2]) schedule();
  }

  function accept(loaded: LoadedDraft, owner: Draft['owner']): void {
    const revision = $state.get().revision + 1;
    if (loaded.state === 'newer' || loaded.state === 'unreadable') {
      const reason = loaded.state === 'newer' ? 'newer_version' : 'unreadable';
      $state.set({ ...blankDraft(), phase: 'unavailable', reason, owner, revision });
    } else if (loaded.state === 'none') {
      attempt = NO_ATTEMPT;
      changedAt = '';
      $state.set({ ...blankDraft(), phase: 'ready', owner, revision });
    } else {
      const { type, step1Data, step2Data, stepStatus, sentAt, ...rest } = loaded.content;
      attempt = { idempotencyKey: rest.idempotencyKey, fingerprint: rest.fingerprint, sentTo: rest.sentTo ?? null };
      changedAt = rest.changedAt;
      $state.set({
        ...blankDraft(),
        phase: 'ready',
        type,
        // A file that is gone has to be chosen again before the review shows.
        stepStatus: loaded.lost.length > 0 && stepStatus === 3 ? 2 : stepStatus,
        step1Data: completeForm(type ?? 'specialist', 1, step1Data),
        step2Data: type ? completeForm(type, 2, step2Data) : step2Data,
        saveState: 'saved',
        savedAt: changedAt,
        expiresAt: expiryOf(changedAt),
        owner,
        revision,
        sentAt,
        lost: loaded.lost,
      });
    }
  }

  /** Another tab writes from now on; what was typed here and is not saved yet is no longer of use. */
  function lose(): void {
    autosave.stop();
    dirty = false;
    typed = {};
    patch({ owner: 'elsewhere', saveState: 'idle' });
  }

  /** Makes this tab the one that writes, with what the device holds now. */
  async function takeOverDraft(): Promise<void> {
    await ports.lock.steal(lose).catch(() => undefined);
    typed = {};
    await read(true);
    // Puts this tab's mark on the record, so that a late write of the other tab is refused.
    if (changedAt) await autosave.save();
  }

  // --- Changing

  const writable = () => $state.get().phase === 'ready' && $state.get().owner === 'here';

  function touch(): void {
    changedAt = ports.now().toISOString();
    dirty = true;
  }

  function schedule(): void {
    touch();
    autosave.soon();
    if ($state.get().saveState !== 'saving') patch({ saveState: 'saving' });
  }

  /** Takes typed values over into the state. They are copied: the form goes on changing its own. */
  function fold(): void {
    const { step1Data, step2Data } = $state.get();
    const change: Partial<Draft> = {};
    if (typed[1]) change.step1Data = { ...step1Data, ...copyForm(typed[1]) };
    if (typed[2]) change.step2Data = { ...step2Data, ...copyForm(typed[2]) };
    typed = {};
    if (change.step1Data || change.step2Data) patch(change);
  }

  /** Tells what a form holds after a change. Costs next to nothing: the values are looked at when they are saved. */
  function typeInStep(step: Step, values: FormState): void {
    // What is typed while the draft is being read is kept, and saved over what was read.
    if (writable() || $state.get().phase === 'loading') typed[step] = values;
    if (writable()) schedule();
  }

  /**
   * Chooses whose application it is. Another type than before needs its step 2 filled in; what was typed for the first
   * one stays on the device.
   */
  function chooseType(type: ApplicationType): void {
    if ($state.get().phase === 'loading') {
      void openDraft().then(() => chooseType(type));
      return;
    }
    if (!writable() || $state.get().type === type) return;
    fold();
    const { stepStatus, step2Data } = $state.get();
    touch();
    patch({ type, stepStatus: stepStatus === 0 ? 0 : 1, step2Data: completeForm(type, 2, step2Data) });
    void autosave.save();
  }

  /**
   * Checks a step and, when all is well, saves it and moves on: step 1 gives status 1, step 2 gives 3. A step 1 that is
   * changed from the review gives 3 again as long as the whole is still right, else 2.
   * @returns what is wrong, by form path; empty when the step was saved
   */
  function saveStep(step: Step, values: FormState): FieldErrors {
    if (!writable()) return checkStep(step, withStep(step, values), rules());
    typed[step] = values;
    touch();
    fold();
    const errors = checkStep(step, $state.get(), rules());
    if (Object.keys(errors).length === 0) {
      const stepStatus = step === 2 ? 3 : afterStep1();
      if (stepStatus === 3) attempt = { ...attempt, idempotencyKey: attempt.idempotencyKey ?? ports.newKey() };
      patch({ stepStatus });
    }
    void autosave.save();
    return errors;
  }

  function withStep(step: Step, values: FormState): Draft {
    return { ...$state.get(), [`step${step}Data`]: copyForm(values) };
  }

  function afterStep1(): StepStatus {
    const { stepStatus } = $state.get();
    if (stepStatus < 3) return stepStatus === 2 ? 2 : 1;
    return Object.keys(checkAll()).length === 0 ? 3 : 2;
  }

  const rules = () => rulesFor($state.get(), { now: ports.now(), isPhone: ports.isPhone });

  /** What is wrong with the whole application, by form path. */
  function checkAll(): FieldErrors {
    fold();
    return checkStep(2, $state.get(), rules());
  }

  /** Step 2 is open from now on; from the review it opens again. Without a saved step 1 nothing happens. */
  function openVisit(): void {
    if ($state.get().phase === 'loading') {
      void openDraft().then(openVisit);
      return;
    }
    const { stepStatus } = $state.get();
    if (!writable() || stepStatus === 0 || stepStatus === 2) return;
    touch();
    patch({ stepStatus: 2 });
    void autosave.save();
  }

  // --- Saving

  /** Saves what is not saved yet; resolves when the device has it or refused it. */
  function flushDraft(): Promise<void> {
    return dirty ? autosave.save() : autosave.idle();
  }

  /** What is to be stored; null when nothing has been filled in. */
  function contentToStore(): DraftContent | null {
    fold();
    const { type, stepStatus, step1Data, step2Data, sentAt } = $state.get();
    const blank = type === null && stepStatus === 0 && isBlankForm(step1Data) && isBlankForm(step2Data);
    return blank ? null : { type, stepStatus, step1Data, step2Data, sentAt, changedAt, ...attempt };
  }

  async function write(): Promise<void> {
    if (!writable()) return;
    const content = contentToStore();
    dirty = false;
    try {
      if (!content) {
        await vault.clear();
        if (!dirty) patch({ saveState: 'idle', savedAt: null, expiresAt: null, unkept: [] });
        return;
      }
      if ($state.get().saveState !== 'saving') patch({ saveState: 'saving' });
      const { stored, unkept } = await vault.store(content);
      if ($state.get().owner === 'elsewhere') return;
      if (!stored) return lose();
      const saveState = unkept.length > 0 ? 'failed' : dirty ? 'saving' : 'saved';
      const expiresAt = expiryOf(content.changedAt);
      patch({ saveState, savedAt: ports.now().toISOString(), expiresAt, unkept });
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
    // A refusal is noticed, and told, by the second one.
    if (content) vault.storeLast(content).catch(() => undefined);
    void autosave.save();
  }

  /** Deletes values and files, here and on the device. When the device refuses, all stays and the state says so. */
  async function deleteDraft(): Promise<void> {
    if ($state.get().owner === 'elsewhere') return;
    await forget();
  }

  async function forget(): Promise<void> {
    dirty = false;
    await autosave.settle();
    try {
      await vault.clear();
    } catch {
      patch({ saveState: 'failed' });
      return;
    }
    attempt = NO_ATTEMPT;
    changedAt = '';
    typed = {};
    dirty = false;
    const { owner, revision } = $state.get();
    $state.set({ ...blankDraft(), phase: 'ready', owner, revision: revision + 1 });
  }

  // --- Sending

  /** What submission.ts needs of the draft. */
  const sending = {
    checkAll,
    /**
     * The idempotency key for a content, on the device before it is used: the same content keeps its key, another one
     * gets a new one. `uncertain`: this content was sent before, and it is not known whether it arrived.
     */
    async begin(fingerprint: string, renew = false): Promise<{ key: string; uncertain: boolean }> {
      const { idempotencyKey, fingerprint: sent } = attempt;
      const same = !renew && idempotencyKey !== null && (sent === null || sent === fingerprint);
      const uncertain = same && $state.get().sentAt !== null;
      const key = same ? idempotencyKey : ports.newKey();
      attempt = { idempotencyKey: key, fingerprint, sentTo: String($state.get().step1Data.email ?? '') };
      patch({ sentAt: ports.now().toISOString() });
      await autosave.save();
      return { key, uncertain };
    },
    /** The last attempt to send. */
    attempt: (): SentAttempt => ({ ...attempt, sentAt: $state.get().sentAt }),
    /** An earlier attempt counts again: what it sent, sent once more, brings its answer. */
    async goBackTo({ sentAt, ...earlier }: SentAttempt): Promise<void> {
      attempt = earlier;
      patch({ sentAt: sentAt ?? ports.now().toISOString() });
      await autosave.save();
    },
    /** The host answered clearly: nothing is under way any more. */
    async end(): Promise<void> {
      patch({ sentAt: null });
      await autosave.save();
    },
    /** It arrived: the draft is no longer needed, whichever tab owns it. */
    arrived: forget,
  };

  const $draft: ReadableAtom<Draft> = $state;
  return {
    $draft,
    openDraft,
    chooseType,
    typeInStep,
    saveStep,
    openVisit,
    flushDraft,
    deleteDraft,
    takeOverDraft,
    sending,
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
