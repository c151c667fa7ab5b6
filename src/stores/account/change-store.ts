/** Changes to a submitted application; they stay on the device until the host has stored them or they are discarded. */
import { atom, type ReadableAtom } from 'nanostores';
import type { Part } from '../../domain/application/fields.ts';
import { type FormState, formToValues } from '../../domain/application/form.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import { readApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { copyForm } from '../device/form-values.ts';
import { type SaveEvent, Saving } from '../device/saving.ts';
import { type ChangesContent, isSame } from './changed-fields.ts';
import {
  type ChangePorts,
  type Changes,
  changedIn,
  mineOf,
  NO_CHANGES,
  type OpenChanges,
  patchChanges,
  startFrom,
  storedIn,
} from './changes-state.ts';
import { checkChanges, rebase, sendChanges } from './send-changes.ts';

const CLOSED = { record: null, type: null, device: null, base: {}, form: {} };

/** `$editable` (record.ts) decides whether the application may be changed. */
export function createChanges(ports: ChangePorts) {
  const saving = new Saving<ChangesContent>({
    record: () => own.device,
    content: () => currentContent(own),
    mayWrite: () => own.record !== null && ports.mayStore(own.record.id),
    takesOver: true,
    onSaveEvent: (event) => onSaveEvent(own, event),
    now: ports.now,
  });
  const own: OpenChanges = {
    ...CLOSED,
    ports,
    $state: atom(NO_CHANGES),
    saving,
    version: undefined,
    isUncertain: false,
  };
  const $changes: ReadableAtom<Changes> = own.$state;
  return {
    $changes,
    /** Opens a record with the changes stored for it; one of an unknown type stays closed. */
    openChanges: (record: ApplicantRecord) => openChanges(own, record),
    currentForm: (): FormState => copyForm(own.form),
    /** Takes the values of all fields, or of some, and saves them soon. */
    typeChanges: (values: FormState) => typeChanges(own, values),
    flushChanges: () => saving.flush(),
    saveOnLeave: () => saving.saveOnLeave(),
    /** Errors by form path. @param part returns only errors of its fields, validated with all others */
    checkChanges: (part?: Part) => checkChanges(own, part),
    /** Validates and sends. @param password required for another e-mail address @returns field errors by form path */
    sendChanges: (locale: Locale, password = '') => sendChanges(own, locale, password),
    /** Rebases the applicant's changes on the host's version; the next save sends them. */
    rebaseChanges: () => rebase(own, mineOf(own), {}),
    discardChanges: () => rebase(own, {}, { saveState: 'idle', savedAt: null, isSent: false }),
    /** The host's and the applicant's value of each changed field. */
    changeDifferences: () => differencesOf(own),
    closeChanges: () => closeChanges(own),
  };
}

function currentContent(own: OpenChanges): ChangesContent | null {
  const mine = copyForm(mineOf(own));
  const changedAt = new Date(own.ports.now()).toISOString();
  return Object.keys(mine).length > 0 ? { base: own.version ?? 0, mine, changedAt } : null;
}

function onSaveEvent(own: OpenChanges, event: SaveEvent<ChangesContent>): void {
  const isChanged = Object.keys(mineOf(own)).length > 0;
  if (event.type === 'saving') patchChanges(own, { saveState: 'saving' });
  else if (event.type === 'cleared') patchChanges(own, { saveState: 'idle', savedAt: null });
  else if (event.type === 'saved' && event.unsaved.length === 0) {
    patchChanges(own, { saveState: 'saved', savedAt: event.content.changedAt });
  }
  // If the device refuses to delete them, they are shown next time and can be discarded then.
  else if (event.type !== 'leaving') patchChanges(own, { saveState: isChanged ? 'failed' : 'idle' });
}

async function openChanges(own: OpenChanges, next: ApplicantRecord): Promise<void> {
  const { $state, ports } = own;
  if (own.record?.id === next.id && $state.get().phase === 'ready') return reopen(own, next);
  own.type = readApplicationType(next.application_type);
  if (!own.type) return closeChanges(own);
  $state.set({ ...NO_CHANGES, formVersion: $state.get().formVersion });
  const device = ports.device(next.id);
  own.device = device;
  // The first write reports a device that refuses storage.
  const loaded = await device.load(ports.now(), false).catch(() => null);
  // Closed or reopened meanwhile.
  if (own.device !== device) return;
  // A newer portal's record is left unchanged, and edits are shown as not stored.
  if (loaded?.state === 'newer') own.device = null;
  if (loaded?.state === 'unreadable') await device.clear().catch(() => undefined);
  const loadedChanges = loaded?.state === 'read' ? loaded : null;
  const mine = { ...loadedChanges?.content.mine };
  // A lost file is not a request to remove the submitted one.
  for (const { path } of loadedChanges?.lost ?? []) if (path in mine) delete mine[path];
  startFrom(own, next, mine);
  if (!loadedChanges) return;
  const { base: from, changedAt } = loadedChanges.content;
  const conflict = next.version !== undefined && from !== next.version;
  patchChanges(own, { saveState: 'saved', savedAt: changedAt, conflict });
  if (conflict) own.version = from;
}

function reopen(own: OpenChanges, next: ApplicantRecord): void {
  const { version, base, type } = own;
  // A host without versions has a new one whenever the record differs.
  const unchanged = next.version === version && (version !== undefined || isSame(base, storedIn(type, next)));
  if (unchanged) return;
  if (changedIn(own).length > 0) {
    own.record = next;
    patchChanges(own, { conflict: true });
  } else startFrom(own, next, {});
}

function typeChanges(own: OpenChanges, values: FormState): void {
  if (!own.record) return;
  own.form = { ...own.form, ...copyForm(values) };
  const changed = changedIn(own);
  const before = own.$state.get();
  if (changed.join() !== before.changed.join() || before.isSent) patchChanges(own, { changed, isSent: false });
  if (own.device) own.saving.saveSoon();
  else patchChanges(own, { saveState: 'failed' });
}

function differencesOf(own: OpenChanges): { name: string; stored: unknown; mine: unknown }[] {
  const { record, type, form } = own;
  if (!record || !type) return [];
  const stored = fromRecord(type, record);
  const typed = formToValues(type, form);
  return changedIn(own).map((name) => ({
    name,
    stored: stored[name as keyof ApplicationValues],
    mine: typed[name as keyof ApplicationValues],
  }));
}

function closeChanges(own: OpenChanges): void {
  own.saving.drop();
  Object.assign(own, CLOSED);
  own.$state.set(NO_CHANGES);
}
