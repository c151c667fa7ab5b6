/** The draft of an application: its state, and every change to it. How it is read and saved is said where that is done. */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { partStates } from '../../domain/application/part-states.ts';
import { answeredParts, type StepStatus } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { copyForm } from '../device/form-values.ts';
import type { RecordLock } from '../device/saving.ts';
import type { DeviceStorage } from '../device/storage.ts';
import { createRecord, type Versions } from '../device/stored-record.ts';
import { checkForms, rulesFor } from './check-forms.ts';
import { createOpening } from './draft-opening.ts';
import { blankDraft, type Draft, draftKind, withType } from './draft-record.ts';
import { createDraftSaving } from './draft-saving.ts';

export interface DraftPorts {
  storage: DeviceStorage;
  lock: RecordLock;
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
  const record = createRecord(ports.storage, draftKind(ports.versions), newKey());
  const saving = createDraftSaving({ $state, record, now, newKey, sign, onLost: () => opening.lose() });
  const opening = createOpening({ $state, record, lock, saving, now, onHide, onReturn });

  const patch = (change: Partial<Draft>) => $state.set({ ...$state.get(), ...change });
  const writable = () => $state.get().phase === 'ready' && $state.get().owner === 'here';
  const rules = () => rulesFor($state.get(), { now: now(), isPhone: ports.isPhone });

  /**
   * Tells what a form holds after a change. Costs next to nothing: the values are looked at when they are saved.
   * @param path the field that changed; while the draft is being read nothing else of the form counts
   */
  function typeInPart(part: Part, values: FormState, path?: string): void {
    if ($state.get().phase === 'loading') opening.typeEarly(part, values, path);
    if (!writable()) return;
    saving.type(part, values);
    saving.saveSoon();
  }

  /**
   * Chooses whose application it is. Another type than before needs its step 2 saved anew; what was typed for the first
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
   * Checks a part and, when all is well, counts it as saved. What was typed is kept on the device either way.
   * @returns what is wrong with the part's own fields, by form path; empty when it was saved
   */
  function savePart(part: Part, values: FormState): FieldErrors {
    if (!writable()) {
      const data = `step${PARTS[part].step}Data` as const;
      const typed = { ...$state.get(), [data]: { ...$state.get()[data], ...copyForm(values) } };
      return checkForms(typed, { ...rules(), part });
    }
    saving.type(part, values);
    saving.touch();
    saving.fold();
    const errors = checkForms($state.get(), { ...rules(), part });
    const { saved } = $state.get();
    if (Object.keys(errors).length === 0 && !saved.includes(part)) patch({ saved: [...saved, part] });
    patch({ stepStatus: statusNow() });
    void saving.save();
    return errors;
  }

  /** Follows from the parts: which of them are saved, and right. */
  function statusNow(): StepStatus {
    const { type, stepStatus, saved } = $state.get();
    const open = new Set(
      partStates(type, saved, checkAll()).flatMap(({ part, state }) => (state === 'done' ? [] : [part])),
    );
    if (answeredParts(null).some((part) => open.has(part))) return 0;
    if (type && open.size === 0) return 3;
    return stepStatus >= 2 || saved.some((part) => PARTS[part].step === 2) ? 2 : 1;
  }

  /** A part turned out not to be done, although its rules are met. What was typed stays. @param why by form path */
  function reopenPart(part: Part, why: FieldErrors): void {
    if (!writable()) return;
    const { saved, refused } = $state.get();
    saving.touch();
    patch({ saved: saved.filter((other) => other !== part), refused: { ...refused, ...why } });
    patch({ stepStatus: statusNow() });
    void saving.save();
  }

  /** Notes what the host refused, by form path, in place of an earlier refusal: it is told at its fields until they change. */
  function setRefused(refused: FieldErrors): void {
    if (!writable() || Object.keys({ ...$state.get().refused, ...refused }).length === 0) return;
    patch({ refused });
    saving.saveSoon();
  }

  /** Forgets what was refused in fields that have been put right; `belongs` says which those are. */
  function clearRefused(belongs: (path: string) => boolean): void {
    const { refused } = $state.get();
    const left = Object.entries(refused).filter(([path]) => !belongs(path));
    if (left.length < Object.keys(refused).length) setRefused(Object.fromEntries(left));
  }

  /** What is wrong with the whole application, by form path. */
  function checkAll(): FieldErrors {
    saving.fold();
    return checkForms($state.get(), rules());
  }

  /** A part is shown: with step 1 saved, the first one of step 2 counts as its beginning. */
  function openPart(part: Part): void {
    if ($state.get().phase === 'loading') {
      void opening.openDraft().then(() => openPart(part));
      return;
    }
    if (!writable() || PARTS[part].step === 1 || $state.get().stepStatus !== 1) return;
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
    typeInPart,
    savePart,
    reopenPart,
    setRefused,
    clearRefused,
    openPart,
    checkAll,
    deleteDraft,
    sending: { ...saving.sending, checkAll },
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
