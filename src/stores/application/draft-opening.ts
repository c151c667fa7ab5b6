/** How a draft is read, with the edits made meanwhile, and which tab owns it. */
import { PARTS, type Part, partOf } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { isBlankForm, valueAt, withValue } from '../device/form-values.ts';
import type { LoadedRecord } from '../device/stored-record.ts';
import { type Draft, type DraftContent, draftOf, withType } from './draft-record.ts';
import { dropUnsaved, loadContent, markDirty, saveSoon, updateMarker } from './draft-saving.ts';
import { formOf, isWritable, type OpenDraft, patchDraft } from './draft-state.ts';

/** Reads the draft once. Idempotent. */
export function openDraft(own: OpenDraft): Promise<void> {
  own.opening ??= startOpening(own);
  return own.opening;
}

async function startOpening(own: OpenDraft): Promise<void> {
  const { onHide, onReturn, storage } = own.ports;
  onHide(own.saving.saveOnLeave);
  onReturn(() => void resume(own));
  storage.whenResponding?.(() => void mergeLateDraft(own));
  await loadDraft(own, await acquireLock(own));
}

async function loadDraft(own: OpenDraft, owned: boolean, revision = own.$state.get().revision): Promise<void> {
  try {
    const loaded = await own.record.load(own.ports.now().getTime(), owned);
    // A tab without a draft does not block another.
    const taken = owned || (loaded.state === 'none' && (await stealLock(own)));
    applyLoaded(own, loaded, taken ? 'here' : 'elsewhere', loaded.state === 'none' ? revision : revision + 1);
  } catch {
    // If the device refuses storage, the draft is in memory only, and the state shows it.
    const owner = owned ? 'here' : 'elsewhere';
    own.$state.set(withAskedType(own, { ...own.$state.get(), phase: 'ready', saveState: 'failed', owner }));
    applyEarlyEdits(own);
  }
}

function applyLoaded(
  own: OpenDraft,
  loaded: LoadedRecord<DraftContent>,
  owner: Draft['owner'],
  revision: number,
): void {
  own.isRead = true;
  const { savedAt, type } = own.$state.get();
  // For a draft that is not stored yet, only the type is in memory.
  if (loaded.state === 'none' && savedAt === null) own.askedType ??= type;
  if (loaded.state === 'none') loadContent(own, null);
  else if (loaded.state === 'read') loadContent(own, loaded.content);
  const draft = { ...draftOf(loaded), owner, revision };
  // Set at once: a form must not render a draft without its type in between.
  own.$state.set(isWritable(draft) ? withAskedType(own, draft) : draft);
  applyEarlyEdits(own);
  if (draft.phase !== 'ready') return;
  const { whenIdle = (action) => action() } = own.ports;
  whenIdle(() => updateMarker(own));
}

/** The database responds late: reads its draft and merges newer edits into it, unless the application is being sent. */
async function mergeLateDraft(own: OpenDraft): Promise<void> {
  await own.opening;
  const { phase, owner, sentAt, type, step1Data, step2Data } = own.$state.get();
  if (own.isRead || phase !== 'ready' || owner !== 'here' || sentAt !== null) return;
  const typed = { ...step1Data, ...step2Data, ...formOf(own, 1), ...formOf(own, 2) };
  own.askedType ??= type;
  for (const [path, value] of Object.entries(typed)) {
    const part = partOf(type, path);
    if (part && !isBlankForm(value)) own.early.push({ part, path, value });
  }
  await readAsOwner(own);
}

/** Requests the lock, and reacts to its loss unless it was requested again since. @param ask requests it */
async function trackLock(
  own: OpenDraft,
  ask: (onLost: () => void, onFree: () => void) => Promise<boolean>,
): Promise<boolean> {
  const mine = Symbol('hold');
  const onLost = () => {
    if (mine === own.latestLock) onLockLost(own);
  };
  const held = await ask(onLost, () => {
    own.latestLock = mine;
    void onLockAcquired(own);
  });
  if (held) own.latestLock = mine;
  return held;
}

/** A browser that refuses locks lets each tab write; see device/saving.ts. */
function acquireLock(own: OpenDraft): Promise<boolean> {
  return trackLock(own, (onLost, onFree) => own.ports.lock.take(onLost, onFree).catch(() => true));
}

function stealLock(own: OpenDraft): Promise<boolean> {
  return trackLock(own, (onLost) =>
    own.ports.lock.steal(onLost).then(
      () => true,
      () => false,
    ),
  );
}

/** Another tab has taken over: drops unsaved changes here, unless the draft was never read. */
function onLockLost(own: OpenDraft): void {
  if (!own.isRead) return void mergeLateDraft(own);
  dropUnsaved(own);
  patchDraft(own, { owner: 'elsewhere', saveState: 'idle' });
}

/** Another tab has written the record although this tab had the lock. */
export function onRecordLost(own: OpenDraft): void {
  if (own.$state.get().owner === 'here') onLockLost(own);
}

/** The tab with the draft was closed, or was the previous page of this tab. */
async function onLockAcquired(own: OpenDraft): Promise<void> {
  await own.opening;
  if (own.$state.get().owner === 'elsewhere') await readAsOwner(own);
}

export async function takeOverDraft(own: OpenDraft): Promise<void> {
  await stealLock(own);
  await readAsOwner(own);
}

async function readAsOwner(own: OpenDraft): Promise<void> {
  dropUnsaved(own);
  await loadDraft(own, true, own.$state.get().revision + 1);
  // Writes this tab's name into the record, so that a late write of the other tab is refused.
  if (own.changedAt) await own.saving.save();
}

/** A page from the back/forward cache may have lost its lock: acquires it if free, and reads again. */
async function resume(own: OpenDraft): Promise<void> {
  if (own.$state.get().phase !== 'ready') return;
  await own.saving.flush();
  if (await acquireLock(own)) await loadDraft(own, true, own.$state.get().revision + 1);
}

/** Records an edit: of one field, or of all in the form without `path`. */
export function recordEarlyEdit(own: OpenDraft, part: Part, values: FormState, path?: string): void {
  const paths = path === undefined ? Object.keys(values) : [path];
  for (const changed of paths) own.early.push({ part, path: changed, value: valueAt(values, changed) });
}

function withAskedType(own: OpenDraft, draft: Draft): Draft {
  if (!own.askedType || draft.type === own.askedType) return draft;
  markDirty(own);
  return withType(draft, own.askedType);
}

function applyEarlyEdits(own: OpenDraft): void {
  const { early, askedType, $state } = own;
  own.early = [];
  own.askedType = null;
  const { step1Data, step2Data } = $state.get();
  if (!isWritable($state.get())) return;
  const data = { 1: step1Data, 2: step2Data };
  for (const { part, path, value } of early) {
    const { step } = PARTS[part];
    data[step] = withValue(data[step], path, value);
  }
  if (early.length > 0) {
    patchDraft(own, { step1Data: data[1], step2Data: data[2] });
    saveSoon(own);
  }
  if (askedType) void own.saving.flush();
}
