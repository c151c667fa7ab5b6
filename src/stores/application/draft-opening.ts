/** How a draft is read, and which tab owns it. What is typed meanwhile is laid over what was read, field by field. */
import type { PreinitializedWritableAtom } from 'nanostores';
import { PARTS, type Part, partOf } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { isBlankForm, valueAt, withValue } from '../device/form-values.ts';
import type { RecordLock } from '../device/saving.ts';
import type { DeviceRecord, LoadedRecord } from '../device/stored-record.ts';
import { type Draft, type DraftContent, draftOf, withType } from './draft-record.ts';
import type { DraftSaving } from './draft-saving.ts';

export interface OpeningOptions {
  $state: PreinitializedWritableAtom<Draft>;
  record: DeviceRecord<DraftContent>;
  lock: RecordLock;
  saving: DraftSaving;
  now: () => Date;
  onHide: (action: () => void) => void;
  onReturn: (action: () => void) => void;
  /** Calls `action` once a device that did not answer does so after all. */
  whenAnswering: (action: () => void) => void;
}

interface EarlyChange {
  part: Part;
  path: string;
  value: unknown;
}

export function createOpening(options: OpeningOptions) {
  const { $state, record, lock, saving, now, onHide, onReturn, whenAnswering } = options;
  let opening: Promise<void> | undefined;
  let early: EarlyChange[] = [];
  let asked: ApplicationType | null = null;

  /** Reads the draft once; safe to call often. */
  function openDraft(): Promise<void> {
    opening ??= open();
    return opening;
  }

  async function open(): Promise<void> {
    onHide(saving.saveLast);
    onReturn(() => void resume());
    whenAnswering(() => void catchUp());
    await read(await take());
  }

  async function read(owned: boolean, revision = $state.get().revision): Promise<void> {
    try {
      const loaded = await record.load(now().getTime(), owned);
      // A tab without a draft blocks no other.
      const taken = owned || (loaded.state === 'none' && (await steal()));
      accept(loaded, taken ? 'here' : 'elsewhere', loaded.state === 'none' ? revision : revision + 1);
    } catch {
      // The device refuses storage: the draft is in memory only, and the state says so.
      const draft: Draft = {
        ...$state.get(),
        phase: 'ready',
        saveState: 'failed',
        owner: owned ? 'here' : 'elsewhere',
      };
      $state.set(asked ? withAsked(draft, asked) : draft);
      applyEarlyEdits();
    }
  }

  /**
   * The device did not answer when the draft was opened, and does now: what it holds, with what was typed since in its place.
   * An application that is being sent is left alone.
   */
  async function catchUp(): Promise<void> {
    await opening;
    const { phase, owner, sentAt, type, step1Data, step2Data } = $state.get();
    if (isRead || phase !== 'ready' || owner !== 'here' || sentAt !== null) return;
    const typed = { ...step1Data, ...step2Data, ...saving.formOf(1), ...saving.formOf(2) };
    const given = Object.entries(typed).filter(([, value]) => !isBlankForm(value));
    asked ??= type;
    for (const [path, value] of given) {
      const part = partOf(type, path);
      if (part) early.push({ part, path, value });
    }
    await readAsOwner();
  }

  /** The latest hold on the lock; the loss of an older one is ignored. */
  let newest = Symbol('none');

  async function hold(ask: (onLost: () => void, onFree: () => void) => Promise<boolean>): Promise<boolean> {
    const mine = Symbol('hold');
    const onLost = () => {
      if (mine === newest) onLockLost();
    };
    const held = await ask(onLost, () => {
      newest = mine;
      void onLockAcquired();
    });
    if (held) newest = mine;
    return held;
  }

  /** A browser that refuses locks lets each tab write, see device/saving.ts. */
  const take = () => hold((onLost, onFree) => lock.take(onLost, onFree).catch(() => true));

  const steal = () =>
    hold((onLost) =>
      lock.steal(onLost).then(
        () => true,
        () => false,
      ),
    );

  /** The device was read at least once: what it holds is known. */
  let isRead = false;

  function accept(loaded: LoadedRecord<DraftContent>, owner: Draft['owner'], revision: number): void {
    isRead = true;
    // Of a draft that was not stored yet, the type alone is in memory.
    if (loaded.state === 'none' && $state.get().savedAt === null) asked ??= $state.get().type;
    if (loaded.state === 'none') saving.start(null);
    else if (loaded.state === 'read') saving.start(loaded.content);
    const draft = { ...draftOf(loaded), owner, revision };
    // Set at once: a form must not render a draft without its type in between.
    $state.set(asked && isWritable(draft) && draft.type !== asked ? withAsked(draft, asked) : draft);
    applyEarlyEdits();
  }

  function withAsked(draft: Draft, type: ApplicationType): Draft {
    saving.markDirty();
    return withType(draft, type);
  }

  /** Lays early changes over what was read, and saves them. */
  function applyEarlyEdits(): void {
    const changes = early;
    early = [];
    const chosen = asked !== null;
    asked = null;
    const draft = $state.get();
    if (!isWritable(draft)) return;
    const data = { 1: draft.step1Data, 2: draft.step2Data };
    for (const { part, path, value } of changes) {
      const { step } = PARTS[part];
      data[step] = withValue(data[step], path, value);
    }
    if (changes.length > 0) {
      $state.set({ ...draft, step1Data: data[1], step2Data: data[2] });
      saving.saveSoon();
    }
    if (chosen) void saving.flush();
  }

  const isWritable = ({ phase, owner }: Draft) => phase === 'ready' && owner === 'here';

  /** Records a change while loading: of one field, or without `path` of all in the form. */
  function typeEarly(part: Part, values: FormState, path?: string): void {
    const paths = path === undefined ? Object.keys(values) : [path];
    for (const changed of paths) early.push({ part, path: changed, value: valueAt(values, changed) });
  }

  function askForType(type: ApplicationType): void {
    asked = type;
  }

  /** Another tab has taken over; unsaved changes here are dropped. A draft that was never read is no other tab's. */
  function onLockLost(): void {
    if (!isRead) return void catchUp();
    saving.drop();
    $state.set({ ...$state.get(), owner: 'elsewhere', saveState: 'idle' });
  }

  /** The tab that had the draft was closed, or was the page before in this tab. */
  async function onLockAcquired(): Promise<void> {
    await opening;
    if ($state.get().owner === 'elsewhere') await readAsOwner();
  }

  /** Takes the draft over from another tab, as the device holds it now. */
  async function takeOverDraft(): Promise<void> {
    await steal();
    await readAsOwner();
  }

  async function readAsOwner(): Promise<void> {
    saving.drop();
    await read(true, $state.get().revision + 1);
    // Writes this tab's name into the record, so that a late write of the other tab is refused.
    if (saving.hasChanged()) await saving.save();
  }

  /** A page from the back/forward cache may have lost its lock: takes it where it is free, and reads anew. */
  async function resume(): Promise<void> {
    if ($state.get().phase !== 'ready') return;
    await saving.flush();
    if (await take()) await read(true, $state.get().revision + 1);
  }

  return { openDraft, typeEarly, askForType, lose: onLockLost, takeOverDraft };
}
