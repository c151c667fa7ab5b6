/** How a draft gets onto the device, within a second and by its owning tab only; and which attempt to send counts. */
import type { PreinitializedWritableAtom } from 'nanostores';
import { PARTS, type Part, type Step } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { copyForm, isBlankForm } from '../device/form-values.ts';
import { createSaving, type SaveEvent } from '../device/saving.ts';
import { type DeviceRecord, expiryOf } from '../device/stored-record.ts';
import { blankDraft, type Draft, type DraftContent, draftOf } from './draft-record.ts';

interface Attempt {
  idempotencyKey: string | null;
  fingerprint: string | null;
  /** The e-mail address. */
  sentTo: string | null;
}

/** `sentAt`: when it was sent without a clear answer so far. */
export interface SentAttempt extends Attempt {
  sentAt: string | null;
}

const NO_ATTEMPT: Attempt = { idempotencyKey: null, fingerprint: null, sentTo: null };

export interface DraftSavingOptions {
  $state: PreinitializedWritableAtom<Draft>;
  record: DeviceRecord<DraftContent>;
  now: () => Date;
  newKey: () => string;
  /** Tells whether the device holds a draft. */
  sign: (stored: boolean) => void;
  onLost: () => void;
}

/** What is to be stored of a draft, beside its state. */
interface Own extends DraftSavingOptions {
  saving: ReturnType<typeof createSaving<DraftContent>>;
  /** What was typed and is not in the state yet: the forms' own values, which are copied when they are saved. */
  typed: Partial<Record<Part, FormState>>;
  attempt: Attempt;
  changedAt: string;
  /** As the device has it by the last write of this tab. */
  stored: DraftContent | null;
}

export function createDraftSaving(options: DraftSavingOptions) {
  const { $state, record, now } = options;
  const saving = createSaving<DraftContent>({
    record: () => record,
    content: () => contentToStore(own),
    mayWrite: () => $state.get().phase === 'ready' && $state.get().owner === 'here',
    onSaveEvent: (event) => onSaveEvent(own, event),
    now: () => now().getTime(),
  });
  const own: Own = { ...options, saving, typed: {}, attempt: NO_ATTEMPT, changedAt: '', stored: null };
  const { flush, save, saveLast } = saving;
  return {
    flush,
    save,
    saveLast,
    /** Starts from what was read; null for nothing. */
    start: (content: DraftContent | null) => start(own, content),
    /** Drops unsaved changes. */
    drop: () => drop(own),
    markDirty: () => markDirty(own),
    type: (part: Part, values: FormState) => {
      own.typed[part] = values;
    },
    saveSoon: () => {
      markDirty(own);
      saving.soon();
      if ($state.get().saveState !== 'saving') patch(own, { saveState: 'saving' });
    },
    /** A step's values with unsaved changes. */
    formOf: (step: Step) => formOf(own, step),
    mergePendingEdits: () => mergePendingEdits(own),
    /** Deletes values and files. When the device refuses, all stays and the state says so. */
    forget: () => forget(own),
    /**
     * Puts another draft in the place of this one, which stays when the device refuses the other or one of its files.
     * @returns whether the other is stored whole
     */
    replace: (content: DraftContent) => replace(own, content),
    content: () => contentToStore(own),
    storedContent: () => own.stored,
    hasChanged: () => own.changedAt !== '',
    sending: sendingOf(own),
  };
}

const patch = ({ $state }: Own, change: Partial<Draft>) => $state.set({ ...$state.get(), ...change });

function start(own: Own, content: DraftContent | null): void {
  const { idempotencyKey = null, fingerprint = null, sentTo = null } = content ?? {};
  own.attempt = { idempotencyKey, fingerprint, sentTo };
  own.changedAt = content?.changedAt ?? '';
  own.sign(content !== null);
}

function drop(own: Own): void {
  own.saving.drop();
  own.typed = {};
}

function markDirty(own: Own): void {
  own.changedAt = own.now().toISOString();
  own.saving.markDirty();
}

function formOf({ $state, typed }: Own, step: Step): FormState {
  const newer = (Object.keys(typed) as Part[]).filter((part) => PARTS[part].step === step);
  return Object.assign({}, $state.get()[`step${step}Data`], ...newer.map((part) => copyForm(typed[part] ?? {})));
}

function mergePendingEdits(own: Own): void {
  if (Object.keys(own.typed).length === 0) return;
  const change = { step1Data: formOf(own, 1), step2Data: formOf(own, 2) };
  own.typed = {};
  patch(own, change);
}

/** What is to be stored; null when nothing has been filled in. */
function contentToStore(own: Own): DraftContent | null {
  mergePendingEdits(own);
  const { type, stepStatus, saved, step1Data, step2Data, refused, company, sentAt } = own.$state.get();
  const blank = type === null && stepStatus === 0 && isBlankForm(step1Data) && isBlankForm(step2Data);
  const { changedAt, attempt } = own;
  return blank
    ? null
    : { type, stepStatus, saved, step1Data, step2Data, refused, company, sentAt, changedAt, ...attempt };
}

function onSaveEvent(own: Own, event: SaveEvent<DraftContent>): void {
  const { owner, saveState: before } = own.$state.get();
  switch (event.kind) {
    case 'leaving':
      own.sign(true);
      break;
    case 'cleared':
      own.stored = null;
      own.sign(false);
      if (!event.pending) patch(own, { saveState: 'idle', savedAt: null, expiresAt: null, unkept: [] });
      break;
    case 'saving':
    case 'failed':
      if (before !== event.kind) patch(own, { saveState: event.kind });
      break;
    case 'lost':
      if (owner === 'here') own.onLost();
      break;
    case 'saved': {
      own.stored = event.content;
      if (owner === 'elsewhere') return;
      own.sign(true);
      const { content, unkept, pending } = event;
      const saveState = unkept.length > 0 ? 'failed' : pending ? 'saving' : 'saved';
      patch(own, { saveState, savedAt: own.now().toISOString(), expiresAt: expiryOf(content.changedAt), unkept });
    }
  }
}

async function forget(own: Own): Promise<void> {
  await own.saving.settle();
  try {
    await own.record.clear();
  } catch {
    patch(own, { saveState: 'failed' });
    return;
  }
  drop(own);
  start(own, null);
  const { owner, revision } = own.$state.get();
  own.$state.set({ ...blankDraft(), phase: 'ready', owner, revision: revision + 1 });
}

async function replace(own: Own, content: DraftContent): Promise<boolean> {
  const before = contentToStore(own);
  await own.saving.settle();
  put(own, { ...content, changedAt: own.now().toISOString() });
  await own.saving.save();
  if (own.$state.get().saveState === 'saved') return true;
  put(own, before);
  await own.saving.save();
  return false;
}

function put(own: Own, content: DraftContent | null): void {
  drop(own);
  start(own, content);
  const { owner, revision } = own.$state.get();
  const draft = draftOf(content ? { state: 'read', content, lost: [], dropped: [] } : { state: 'none' });
  own.$state.set({ ...draft, saveState: 'saving', owner, revision: revision + 1 });
}

async function saveSentAt(own: Own, sentAt: string | null): Promise<void> {
  patch(own, { sentAt });
  await own.saving.save();
}

/** The attempt to send, stored before it is used (submission.ts). */
const sendingOf = (own: Own) => ({
  /** The stored key: the same for the same content. `uncertain`: this content was sent before, perhaps in vain. */
  async begin(fingerprint: string, renew = false): Promise<{ key: string; uncertain: boolean }> {
    const { $state, newKey, now } = own;
    const { idempotencyKey, fingerprint: sent } = own.attempt;
    const same = !renew && idempotencyKey !== null && (sent === null || sent === fingerprint);
    const uncertain = same && $state.get().sentAt !== null;
    const key = same ? idempotencyKey : newKey();
    own.attempt = { idempotencyKey: key, fingerprint, sentTo: String($state.get().step1Data.email ?? '') };
    await saveSentAt(own, now().toISOString());
    return { key, uncertain };
  },
  attempt: (): SentAttempt => ({ ...own.attempt, sentAt: own.$state.get().sentAt }),
  /** Restores an earlier attempt: sent once more, it gets its answer. */
  async goBackTo({ sentAt, ...earlier }: SentAttempt): Promise<void> {
    own.attempt = earlier;
    await saveSentAt(own, sentAt ?? own.now().toISOString());
  },
  /** The host answered clearly: no attempt is pending. */
  end: () => saveSentAt(own, null),
  /** The draft is deleted, whichever tab owns it. */
  arrived: () => forget(own),
});

export type DraftSaving = ReturnType<typeof createDraftSaving>;
