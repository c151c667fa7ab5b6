/** The draft of an application: its state and every change to it, on given ports; the portal's own is in draft.ts. */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { answeredParts, partStates, type StepStatus } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { copyForm } from '../device/form-values.ts';
import type { RecordLock } from '../device/saving.ts';
import type { DeviceStorage } from '../device/storage.ts';
import { createRecord, type Versions } from '../device/stored-record.ts';
import { checkForms, rulesFor } from './check-forms.ts';
import { createOpening } from './draft-opening.ts';
import { type AskedCompany, blankDraft, type Draft, type DraftContent, draftKind, withType } from './draft-record.ts';
import { createDraftSaving } from './draft-saving.ts';

export interface DraftPorts {
  storage: DeviceStorage;
  lock: RecordLock;
  now: () => Date;
  isPhone: (value: string) => boolean;
  newKey: () => string;
  onHide: (action: () => void) => void;
  /** Calls `action` whenever the page is restored from the back/forward cache. */
  onReturn: (action: () => void) => void;
  sign?: (kept: boolean) => void;
  versions?: Versions;
}

export function createDraftStore(ports: DraftPorts) {
  const { now, newKey, lock, onHide, onReturn, sign = () => undefined } = ports;
  const $state = atom<Draft>(blankDraft());
  const record = createRecord(ports.storage, draftKind(ports.versions), newKey());
  const saving = createDraftSaving({ $state, record, now, newKey, sign, onLost: () => opening.lose() });
  const whenAnswering = (action: () => void) => ports.storage.whenAnswering?.(action);
  const opening = createOpening({ $state, record, lock, saving, now, onHide, onReturn, whenAnswering });

  const { patch, writable } = saving;
  const rules = () => rulesFor($state.get(), { now: now(), isPhone: ports.isPhone });

  /** Takes a form's values after a change. @param path the changed field, the only one that counts while loading */
  function typeInPart(part: Part, values: FormState, path?: string): void {
    if ($state.get().phase === 'loading') opening.typeEarly(part, values, path);
    if (!writable()) return;
    saving.type(part, values);
    saving.saveSoon();
  }

  /** Chooses the type of the application. Another type needs its step 2 saved anew; answers of the first one stay. */
  function chooseType(type: ApplicationType): void {
    if ($state.get().phase === 'loading') {
      opening.askForType(type);
      void opening.openDraft();
      return;
    }
    if (!writable() || $state.get().type === type) return;
    saving.merge();
    saving.markDirty();
    $state.set(withType($state.get(), type));
    void saving.save();
  }

  /** Validates a part and counts it as saved when valid. @returns the errors of its fields by form path */
  function savePart(part: Part, values: FormState): FieldErrors {
    if (!writable()) {
      const data = `step${PARTS[part].step}Data` as const;
      const typed = { ...$state.get(), [data]: { ...$state.get()[data], ...copyForm(values) } };
      return checkForms(typed, { ...rules(), part });
    }
    saving.type(part, values);
    saving.markDirty();
    saving.merge();
    const errors = checkForms($state.get(), { ...rules(), part });
    const { saved } = $state.get();
    if (Object.keys(errors).length === 0 && !saved.includes(part)) patch({ saved: [...saved, part] });
    patch({ stepStatus: statusNow() });
    void saving.save();
    return errors;
  }

  /** Follows from which parts are saved and valid. */
  function statusNow(): StepStatus {
    const { type, stepStatus, saved } = $state.get();
    const open = new Set(
      partStates(type, saved, checkAll()).flatMap(({ part, state }) => (state === 'done' ? [] : [part])),
    );
    if (answeredParts(null).some((part) => open.has(part))) return 0;
    if (type && open.size === 0) return 3;
    return stepStatus >= 2 || saved.some((part) => PARTS[part].step === 2) ? 2 : 1;
  }

  /** Reopens a saved part although it is valid. @param why error codes by form path */
  function reopenPart(part: Part, why: FieldErrors): void {
    if (!writable()) return;
    const { saved, refused } = $state.get();
    saving.markDirty();
    patch({ saved: saved.filter((other) => other !== part), refused: { ...refused, ...why } });
    patch({ stepStatus: statusNow() });
    void saving.save();
  }

  /** Replaces what the host refused, by form path. */
  function setRefused(refused: FieldErrors): void {
    if (!writable() || Object.keys({ ...$state.get().refused, ...refused }).length === 0) return;
    patch({ refused });
    saving.saveSoon();
  }

  /** Forgets refusals of fields that were corrected. */
  function clearRefused(belongs: (path: string) => boolean): void {
    const { refused } = $state.get();
    const left = Object.entries(refused).filter(([path]) => !belongs(path));
    if (left.length < Object.keys(refused).length) setRefused(Object.fromEntries(left));
  }

  function checkAll(): FieldErrors {
    saving.merge();
    return checkForms($state.get(), rules());
  }

  /** A part is shown: after step 1, the first part of step 2 begins that step. */
  function openPart(part: Part): void {
    if ($state.get().phase === 'loading') {
      void opening.openDraft().then(() => openPart(part));
      return;
    }
    if (!writable() || PARTS[part].step === 1 || $state.get().stepStatus !== 1) return;
    saving.markDirty();
    patch({ stepStatus: 2 });
    void saving.save();
  }

  /** Keeps what the company is asked for, which goes with the draft; null for nothing. @returns whether the device has it so */
  async function keepCompany(company: AskedCompany | null): Promise<boolean> {
    if (!writable()) return false;
    if ($state.get().company !== company) {
      saving.markDirty();
      patch({ company });
      await saving.save();
    }
    return writable() && (saving.storedContent()?.company ?? null) === company;
  }

  /** @returns whether the device has the whole draft as it is now */
  async function storeDraft(): Promise<boolean> {
    if (writable()) await saving.save();
    return writable() && $state.get().saveState !== 'failed';
  }

  async function deleteDraft(): Promise<void> {
    if ($state.get().owner !== 'elsewhere') await saving.forget();
  }

  /** The whole draft with what was typed last, to take it to another device; null when there is none. */
  async function draftContent(): Promise<DraftContent | null> {
    await saving.flush();
    return $state.get().phase === 'ready' ? saving.content() : null;
  }

  /**
   * Replaces the draft by one of another device; another tab of this device loses it.
   * @returns false when this device did not take it whole: then its own draft is as it was
   */
  async function replaceDraft(content: DraftContent): Promise<boolean> {
    if ($state.get().owner === 'elsewhere') await opening.takeOverDraft();
    return writable() && (await saving.replace(content));
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
    keepCompany,
    storeDraft,
    draftContent,
    replaceDraft,
    sending: { ...saving.sending, checkAll },
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
