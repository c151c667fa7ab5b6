/** Stores a draft on the device: within a second, and only from the tab that holds the lock; and validates it for its marker. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { draftMarker, partStates } from '../../domain/application/steps.ts';
import { isBlankForm } from '../device/form-values.ts';
import type { SaveEvent } from '../device/saving.ts';
import { DRAFT_LIFE_MS, expiryOf } from '../device/stored-record.ts';
import { checkForms, rulesFor } from './check-forms.ts';
import { blankDraft, type Draft, type DraftContent, draftOf } from './draft-record.ts';
import { isWritable, mergePendingEdits, type OpenDraft, patchDraft } from './draft-state.ts';
import { NO_ATTEMPT } from './send-attempts.ts';

export function mayWrite(own: OpenDraft): boolean {
  return isWritable(own.$state.get()) && (own.mayDelete || currentContent(own) !== null);
}

/** Starts from the stored content; null for none. The caller sets the state, and then the marker. */
export function loadContent(own: OpenDraft, content: DraftContent | null): void {
  own.attempts.start(content ?? NO_ATTEMPT);
  own.changedAt = content?.changedAt ?? '';
  own.mayDelete = true;
  own.isOnDevice = content !== null;
}

function setOnDevice(own: OpenDraft, isOnDevice: boolean): void {
  own.isOnDevice = isOnDevice;
  updateMarker(own);
}

export function dropUnsaved(own: OpenDraft): void {
  own.saving.drop();
  own.pending = {};
}

export function markDirty(own: OpenDraft): void {
  own.changedAt = own.ports.now().toISOString();
  own.saving.markDirty();
}

export function saveSoon(own: OpenDraft): void {
  markDirty(own);
  own.saving.saveSoon();
  if (own.$state.get().saveState !== 'saving') patchDraft(own, { saveState: 'saving' });
}

/** The content to store; null when nothing has been filled in. The type alone is stored only over an existing draft. */
export function currentContent(own: OpenDraft): DraftContent | null {
  mergePendingEdits(own);
  const { type, stepStatus, saved, step1Data, step2Data, refused, company, sentAt } = own.$state.get();
  const { changedAt, attempts, isOnDevice } = own;
  const isUntouched = stepStatus === 0 && saved.length === 0 && !company && isBlankForm([step1Data, step2Data]);
  if (isUntouched && (type === null || !isOnDevice)) return null;
  return { type, stepStatus, saved, step1Data, step2Data, refused, company, sentAt, changedAt, ...attempts.current() };
}

/** @param event other than `lost`, see draft-opening.ts */
export function onSaveEvent(own: OpenDraft, event: SaveEvent<DraftContent>): void {
  const { owner, saveState: before } = own.$state.get();
  if (event.type === 'leaving') setOnDevice(own, true);
  // Before the write: a page that is left during it does not see its end.
  if (event.type === 'saving' && own.isOnDevice) updateMarker(own);
  if ((event.type === 'saving' || event.type === 'failed') && before !== event.type)
    patchDraft(own, { saveState: event.type });
  if (event.type === 'cleared') {
    own.stored = null;
    setOnDevice(own, false);
    if (!event.pending) patchDraft(own, { saveState: 'idle', savedAt: null, expiresAt: null, unsaved: [] });
  }
  if (event.type === 'saved') {
    const { content, unsaved, pending } = event;
    own.stored = content;
    if (owner === 'elsewhere') return;
    if (!own.isOnDevice) setOnDevice(own, true);
    const saveState = unsaved.length > 0 ? 'failed' : pending ? 'saving' : 'saved';
    const savedAt = own.ports.now().toISOString();
    patchDraft(own, { saveState, savedAt, expiresAt: expiryOf(content.changedAt), unsaved });
  }
}

/** Deletes values and files. If the device refuses, all stays and the state shows it. */
export async function deleteStored(own: OpenDraft): Promise<void> {
  await own.saving.settle();
  try {
    await own.record.clear();
  } catch {
    patchDraft(own, { saveState: 'failed' });
    return;
  }
  setEmpty(own);
}

/** The application was sent: empties the form even if the device refuses to delete its copy. */
export async function emptyAfterArrival(own: OpenDraft): Promise<void> {
  await own.saving.settle();
  await own.record.clear().catch(() => undefined);
  setEmpty(own);
}

function setEmpty(own: OpenDraft): void {
  setContent(own, null, { ...blankDraft(), phase: 'ready' });
}

/** Replaces this draft; it stays if the device refuses the other or one of its files. @returns whether all was stored */
export async function replaceContent(own: OpenDraft, content: DraftContent): Promise<boolean> {
  const before = currentContent(own);
  await own.saving.settle();
  setStoredContent(own, { ...content, changedAt: own.ports.now().toISOString() });
  await own.saving.save();
  if (own.$state.get().saveState === 'saved') return true;
  setStoredContent(own, before);
  await own.saving.save();
  return false;
}

function setStoredContent(own: OpenDraft, content: DraftContent | null): void {
  const draft = draftOf(content ? { state: 'read', content, lost: [], dropped: [] } : { state: 'none' });
  setContent(own, content, { ...draft, saveState: 'saving' });
}

function setContent(own: OpenDraft, content: DraftContent | null, draft: Draft): void {
  dropUnsaved(own);
  loadContent(own, content);
  const { owner, revision } = own.$state.get();
  own.$state.set({ ...draft, owner, revision: revision + 1 });
  updateMarker(own);
}

export const rulesOf = ({ $state, ports }: OpenDraft) =>
  rulesFor($state.get(), { now: ports.now(), isPhone: ports.isPhone });

export function checkAll(own: OpenDraft): FieldErrors {
  mergePendingEdits(own);
  return checkForms(own.$state.get(), rulesOf(own));
}

/** Records for other pages when the draft on the device expires, and the progress that the overview shows. */
export function updateMarker(own: OpenDraft): void {
  const { ports, isOnDevice, changedAt } = own;
  ports.setDraftMarker?.(isOnDevice ? markerOf(own, Date.parse(changedAt) + DRAFT_LIFE_MS) : null);
}

function markerOf(own: OpenDraft, endsAt: number): string {
  const errors = checkAll(own);
  const { type, saved, refused } = own.$state.get();
  return draftMarker(endsAt, type, partStates(type, saved, { ...errors, ...refused }));
}
