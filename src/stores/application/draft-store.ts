/** The draft of an application: its state and every change to it, with injected ports; draft.ts has the portal's instance. */
import { atom, type ReadableAtom } from 'nanostores';
import { createSaving } from '../device/saving.ts';
import { createRecord } from '../device/stored-record.ts';
import { onRecordLost, openDraft, takeOverDraft } from './draft-opening.ts';
import { chooseType, clearRefused, openPart, reopenPart, savePart, setRefused, typeInPart } from './draft-parts.ts';
import { blankDraft, type CompanyRequest, type Draft, type DraftContent, draftKind } from './draft-record.ts';
import {
  checkAll,
  currentContent,
  deleteStored,
  emptyAfterArrival,
  markDirty,
  mayWrite,
  onSaveEvent,
  replaceContent,
} from './draft-saving.ts';
import { type DraftPorts, formOf, isWritable, type OpenDraft, patchDraft } from './draft-state.ts';
import { createAttempts } from './send-attempts.ts';

export function createDraftStore(ports: DraftPorts) {
  const own = createOpenDraft(ports);
  const { saving, attempts } = own;
  const $draft: ReadableAtom<Draft> = own.$state;
  const actions = bind(own, ACTIONS);
  return {
    ...actions,
    $draft,
    flushDraft: saving.flush,
    /** The attempt to send, stored before use (submission.ts). A sent draft is deleted, in whichever tab it is open. */
    sending: { ...attempts.sending, emptyAfterArrival: () => emptyAfterArrival(own), checkAll: actions.checkAll },
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;

function createOpenDraft(ports: DraftPorts): OpenDraft {
  const { storage, versions, now, newKey } = ports;
  const $state = atom<Draft>(blankDraft());
  const record = createRecord(storage, draftKind(versions), newKey());
  const saving = createSaving<DraftContent>({
    record: () => record,
    content: () => currentContent(own),
    mayWrite: () => mayWrite(own),
    onSaveEvent: (event) => (event.type === 'lost' ? onRecordLost(own) : onSaveEvent(own, event)),
    now: () => now().getTime(),
  });
  const own: OpenDraft = {
    ports,
    $state,
    record,
    saving,
    attempts: createAttempts({ $state, now, newKey, patch: (change) => patchDraft(own, change), save: saving.save }),
    pending: {},
    changedAt: '',
    stored: null,
    isOnDevice: false,
    mayDelete: false,
    opening: undefined,
    isRead: false,
    early: [],
    askedType: null,
    latestLock: undefined,
  };
  return own;
}

/** Stores the request to the company in the draft; null for none. @returns whether the device stored it */
async function storeCompany(own: OpenDraft, company: CompanyRequest | null): Promise<boolean> {
  const writable = () => isWritable(own.$state.get());
  if (!writable()) return false;
  if (own.$state.get().company !== company) {
    markDirty(own);
    patchDraft(own, { company });
    await own.saving.save();
  }
  return writable() && (own.stored?.company ?? null) === company;
}

/** @returns whether the device has the whole current draft */
async function storeDraft({ $state, saving }: OpenDraft): Promise<boolean> {
  if (isWritable($state.get())) await saving.save();
  return isWritable($state.get()) && $state.get().saveState !== 'failed';
}

/** The whole draft with the latest edits, for another device; null when there is none. */
async function readDraftContent(own: OpenDraft): Promise<DraftContent | null> {
  await own.saving.flush();
  return own.$state.get().phase === 'ready' ? currentContent(own) : null;
}

/** Replaces the draft by another device's; other tabs lose it. @returns false, draft unchanged, unless stored whole */
async function replaceDraft(own: OpenDraft, content: DraftContent): Promise<boolean> {
  if (own.$state.get().owner === 'elsewhere') await takeOverDraft(own);
  return isWritable(own.$state.get()) && (await replaceContent(own, content));
}

async function deleteDraft(own: OpenDraft): Promise<void> {
  if (own.$state.get().owner !== 'elsewhere') await deleteStored(own);
}

const ACTIONS = {
  openDraft,
  takeOverDraft,
  formOf,
  chooseType,
  typeInPart,
  savePart,
  reopenPart,
  setRefused,
  clearRefused,
  openPart,
  checkAll,
  deleteDraft,
  storeCompany,
  storeDraft,
  readDraftContent,
  replaceDraft,
};

type Action<Args extends unknown[], Result> = (own: OpenDraft, ...args: Args) => Result;
type Bound<Actions> = {
  [Name in keyof Actions]: Actions[Name] extends Action<infer Args, infer Result> ? (...args: Args) => Result : never;
};

function bind<Actions extends object>(own: OpenDraft, actions: Actions): Bound<Actions> {
  const bound = Object.entries(actions).map(([name, action]) => [name, action.bind(null, own)]);
  return Object.fromEntries(bound);
}
