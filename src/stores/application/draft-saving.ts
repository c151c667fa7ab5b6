/** How a draft gets onto the device, within a second and by its owning tab only. */
import type { PreinitializedWritableAtom } from 'nanostores';
import { PARTS, type Part, type Step } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { copyForm, isBlankForm } from '../device/form-values.ts';
import { createSaving, type SaveEvent } from '../device/saving.ts';
import { type DeviceRecord, expiryOf } from '../device/stored-record.ts';
import { blankDraft, type Draft, type DraftContent, draftOf } from './draft-record.ts';
import { createAttempts, NO_ATTEMPT } from './send-attempts.ts';

export interface DraftSavingOptions {
  $state: PreinitializedWritableAtom<Draft>;
  record: DeviceRecord<DraftContent>;
  now: () => Date;
  newKey: () => string;
  /** Tells whether the device holds a draft. */
  sign: (stored: boolean) => void;
  onLost: () => void;
}

export function createDraftSaving({ $state, record, now, newKey, sign, onLost }: DraftSavingOptions) {
  const patch = (change: Partial<Draft>) => $state.set({ ...$state.get(), ...change });
  const writable = () => $state.get().phase === 'ready' && $state.get().owner === 'here';

  /** What was typed and is not in the state yet: the forms' own values, which are copied when they are merged. */
  let typed: Partial<Record<Part, FormState>> = {};
  let changedAt = '';
  /** As the device has it by the last write of this tab. */
  let stored: DraftContent | null = null;
  let isOnDevice = false;
  /** Before the device was read, nothing on it is deleted. */
  let isRead = false;
  const saving = createSaving<DraftContent>({
    record: () => record,
    content: contentToStore,
    mayWrite: () => writable() && (isRead || contentToStore() !== null),
    onSaveEvent,
    now: () => now().getTime(),
  });
  const { flush, save, saveLast, settle } = saving;
  const attempts = createAttempts({ $state, now, newKey, patch, save });

  /** Starts from what was read; null for nothing. */
  function start(content: DraftContent | null): void {
    attempts.start(content ?? NO_ATTEMPT);
    changedAt = content?.changedAt ?? '';
    isRead = true;
    setOnDevice(content !== null);
  }

  function setOnDevice(is: boolean): void {
    isOnDevice = is;
    sign(is);
  }

  /** Drops unsaved changes. */
  function drop(): void {
    saving.drop();
    typed = {};
  }

  function markDirty(): void {
    changedAt = now().toISOString();
    saving.markDirty();
  }

  function saveSoon(): void {
    markDirty();
    saving.soon();
    if ($state.get().saveState !== 'saving') patch({ saveState: 'saving' });
  }

  function type(part: Part, values: FormState): void {
    typed[part] = values;
  }

  /** A step's values with unsaved changes. */
  function formOf(step: Step): FormState {
    const newer = (Object.keys(typed) as Part[]).filter((part) => PARTS[part].step === step);
    return Object.assign({}, $state.get()[`step${step}Data`], ...newer.map((part) => copyForm(typed[part] ?? {})));
  }

  function mergePendingEdits(): void {
    if (Object.keys(typed).length === 0) return;
    const change = { step1Data: formOf(1), step2Data: formOf(2) };
    typed = {};
    patch(change);
  }

  /** What is to be stored; null when nothing has been filled in. The type alone is stored where a draft is already. */
  function contentToStore(): DraftContent | null {
    mergePendingEdits();
    const { type, stepStatus, saved, step1Data, step2Data, refused, company, sentAt } = $state.get();
    const isUntouched = stepStatus === 0 && saved.length === 0 && !company && isBlankForm([step1Data, step2Data]);
    const blank = isUntouched && (type === null || !isOnDevice);
    return blank
      ? null
      : { type, stepStatus, saved, step1Data, step2Data, refused, company, sentAt, changedAt, ...attempts.current() };
  }

  function onSaveEvent(event: SaveEvent<DraftContent>): void {
    const { owner, saveState: before } = $state.get();
    switch (event.type) {
      case 'leaving':
        setOnDevice(true);
        break;
      case 'cleared':
        stored = null;
        setOnDevice(false);
        if (!event.pending) patch({ saveState: 'idle', savedAt: null, expiresAt: null, unsaved: [] });
        break;
      case 'saving':
      case 'failed':
        if (before !== event.type) patch({ saveState: event.type });
        break;
      case 'lost':
        if (owner === 'here') onLost();
        break;
      case 'saved': {
        stored = event.content;
        if (owner === 'elsewhere') return;
        setOnDevice(true);
        const { content, unsaved, pending } = event;
        const saveState = unsaved.length > 0 ? 'failed' : pending ? 'saving' : 'saved';
        patch({ saveState, savedAt: now().toISOString(), expiresAt: expiryOf(content.changedAt), unsaved });
      }
    }
  }

  /** Deletes values and files. When the device refuses, all stays and the state says so. */
  async function forget(): Promise<void> {
    await settle();
    try {
      await record.clear();
    } catch {
      patch({ saveState: 'failed' });
      return;
    }
    empty();
  }

  /** The application was sent: the form is empty even where the device refuses to delete what it holds. */
  async function arrived(): Promise<void> {
    await settle();
    await record.clear().catch(() => undefined);
    empty();
  }

  function empty(): void {
    put(null, { ...blankDraft(), phase: 'ready' });
  }

  /**
   * Puts another draft in the place of this one, which stays when the device refuses the other or one of its files.
   * @returns whether the other is stored whole
   */
  async function replace(content: DraftContent): Promise<boolean> {
    const before = contentToStore();
    await settle();
    putStored({ ...content, changedAt: now().toISOString() });
    await save();
    if ($state.get().saveState === 'saved') return true;
    putStored(before);
    await save();
    return false;
  }

  function putStored(content: DraftContent | null): void {
    const draft = draftOf(content ? { state: 'read', content, lost: [], dropped: [] } : { state: 'none' });
    put(content, { ...draft, saveState: 'saving' });
  }

  function put(content: DraftContent | null, draft: Draft): void {
    drop();
    start(content);
    const { owner, revision } = $state.get();
    $state.set({ ...draft, owner, revision: revision + 1 });
  }

  return {
    patch,
    writable,
    start,
    drop,
    markDirty,
    type,
    saveSoon,
    formOf,
    merge: mergePendingEdits,
    flush,
    save,
    saveLast,
    forget,
    replace,
    content: contentToStore,
    storedContent: () => stored,
    hasChanged: () => changedAt !== '',
    /** The attempt to send, stored before it is used (submission.ts). The draft is deleted when it has arrived, whichever tab owns it. */
    sending: { ...attempts.sending, arrived },
  };
}

export type DraftSaving = ReturnType<typeof createDraftSaving>;
