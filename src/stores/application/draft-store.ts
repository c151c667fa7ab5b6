/** The draft of an application: its state and every change to it, on given ports; the portal's own is in draft.ts. */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Part, Step } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { createSaving } from '../device/saving.ts';
import { createRecord } from '../device/stored-record.ts';
import { onRecordLost, openDraft, takeOverDraft } from './draft-opening.ts';
import * as parts from './draft-parts.ts';
import { type AskedCompany, blankDraft, type Draft, type DraftContent, draftKind } from './draft-record.ts';
import { arrived, contentToStore, forget, markDirty, mayWrite, onSaveEvent, replace } from './draft-saving.ts';
import { type DraftPorts, formOf, isWritable, type OpenDraft, patch } from './draft-state.ts';
import { createAttempts } from './send-attempts.ts';

export function createDraftStore(ports: DraftPorts) {
  const own = createOpenDraft(ports);
  const { saving, attempts } = own;
  const $draft: ReadableAtom<Draft> = own.$state;
  const checkAll = () => parts.checkAll(own);
  return {
    $draft,
    openDraft: () => openDraft(own),
    takeOverDraft: () => takeOverDraft(own),
    flushDraft: saving.flush,
    formOf: (step: Step) => formOf(own, step),
    chooseType: (type: ApplicationType) => parts.chooseType(own, type),
    typeInPart: (part: Part, values: FormState, path?: string) => parts.typeInPart(own, part, values, path),
    savePart: (part: Part, values: FormState) => parts.savePart(own, part, values),
    reopenPart: (part: Part, why: FieldErrors) => parts.reopenPart(own, part, why),
    setRefused: (refused: FieldErrors) => parts.setRefused(own, refused),
    clearRefused: (belongs: (path: string) => boolean) => parts.clearRefused(own, belongs),
    openPart: (part: Part) => parts.openPart(own, part),
    checkAll,
    deleteDraft: async () => {
      if (own.$state.get().owner !== 'elsewhere') await forget(own);
    },
    keepCompany: (company: AskedCompany | null) => keepCompany(own, company),
    storeDraft: () => storeDraft(own),
    draftContent: () => draftContent(own),
    replaceDraft: (content: DraftContent) => replaceDraft(own, content),
    /** The attempt to send, stored before it is used (submission.ts). The draft is deleted when it has arrived, whichever tab owns it. */
    sending: { ...attempts.sending, arrived: () => arrived(own), checkAll },
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;

function createOpenDraft(ports: DraftPorts): OpenDraft {
  const { storage, versions, now, newKey } = ports;
  const $state = atom<Draft>(blankDraft());
  const record = createRecord(storage, draftKind(versions), newKey());
  const saving = createSaving<DraftContent>({
    record: () => record,
    content: () => contentToStore(own),
    mayWrite: () => mayWrite(own),
    onSaveEvent: (event) => (event.type === 'lost' ? onRecordLost(own) : onSaveEvent(own, event)),
    now: () => now().getTime(),
  });
  const own: OpenDraft = {
    ports,
    $state,
    record,
    saving,
    attempts: createAttempts({ $state, now, newKey, patch: (change) => patch(own, change), save: saving.save }),
    pending: {},
    changedAt: '',
    stored: null,
    isOnDevice: false,
    mayDelete: false,
    opening: undefined,
    isRead: false,
    early: [],
    asked: null,
    newestHold: undefined,
  };
  return own;
}

/** Keeps what the company is asked for, which goes with the draft; null for nothing. @returns whether the device has it so */
async function keepCompany(own: OpenDraft, company: AskedCompany | null): Promise<boolean> {
  const writable = () => isWritable(own.$state.get());
  if (!writable()) return false;
  if (own.$state.get().company !== company) {
    markDirty(own);
    patch(own, { company });
    await own.saving.save();
  }
  return writable() && (own.stored?.company ?? null) === company;
}

/** @returns whether the device has the whole draft as it is now */
async function storeDraft({ $state, saving }: OpenDraft): Promise<boolean> {
  if (isWritable($state.get())) await saving.save();
  return isWritable($state.get()) && $state.get().saveState !== 'failed';
}

/** The whole draft with what was typed last, to take it to another device; null when there is none. */
async function draftContent(own: OpenDraft): Promise<DraftContent | null> {
  await own.saving.flush();
  return own.$state.get().phase === 'ready' ? contentToStore(own) : null;
}

/**
 * Replaces the draft by one of another device; another tab of this device loses it.
 * @returns false when this device did not take it whole: then its own draft is as it was
 */
async function replaceDraft(own: OpenDraft, content: DraftContent): Promise<boolean> {
  if (own.$state.get().owner === 'elsewhere') await takeOverDraft(own);
  return isWritable(own.$state.get()) && (await replace(own, content));
}
