/** Forms that one tab edits and the device stores: read once, saved within a second, and merged with edits made meanwhile. */
import { atom, type PreinitializedWritableAtom, type ReadableAtom } from 'nanostores';
import type { FormState } from '../../domain/application/form.ts';
import { type DeviceState, type DraftKind, type DraftPorts, isWritable, mergeTyped, stateOf } from './device-state.ts';
import { LockRequest } from './entry-lock.ts';
import { changeTo } from './form-values.ts';
import { PendingForms } from './pending-forms.ts';
import { type SaveEvent, Saving } from './saving.ts';
import { DeviceEntry, type LoadedEntry, type WithChangeTime } from './stored-entry.ts';
import { TaskQueue } from './task-queue.ts';

/** @typeParam Form names of the forms in State and Content */
export class DeviceDraft<
  Form extends string,
  State extends DeviceState & Record<Form, FormState>,
  Content extends WithChangeTime & Record<Form, FormState>,
> {
  /** Values as last saved; the page's form may be a second ahead, see {@link formIn}. */
  readonly $draft: ReadableAtom<State>;
  readonly #$state: PreinitializedWritableAtom<State>;
  readonly #ports: DraftPorts;
  readonly #kind: DraftKind<State, Content>;
  readonly #record: DeviceEntry<Content>;
  readonly #saving: Saving<Content>;
  readonly #lock: LockRequest;
  /** Edits that are not in the state yet. */
  readonly #pending = new PendingForms<Form>();
  /** Changes made while the draft is being read. */
  #early: ((draft: State) => State)[] = [];
  /** When it was last changed; `''` if it never was. */
  #changedAt = '';
  #stored: Content | null = null;
  #isOnDevice = false;
  /** False until the device was read: before that, nothing on it is deleted. */
  #isRead = false;
  #opening: Promise<void> | undefined;
  /** Everything that reads, replaces or deletes the whole draft. */
  readonly #tasks = new TaskQueue();
  /**
   * `afterSilence`: the database responds late, and nothing is written until its draft is merged. `afterReturn`: the page was
   * restored, and changes wait until the draft is read.
   */
  #reading: 'afterSilence' | 'afterReturn' | null = null;

  constructor(ports: DraftPorts, kind: DraftKind<State, Content>) {
    this.#ports = ports;
    this.#kind = kind;
    this.#$state = atom<State>(kind.blank) as PreinitializedWritableAtom<State>;
    this.$draft = this.#$state;
    this.#record = new DeviceEntry(ports.storage, kind, ports.newKey());
    this.#lock = new LockRequest(
      ports.lock,
      () => this.#onLockLost(),
      () => void this.#tasks.run(async () => this.draft.owner === 'elsewhere' && this.#readAsOwner()),
    );
    this.#saving = new Saving<Content>({
      record: () => this.#record,
      content: () => this.#content(),
      mayWrite: () =>
        this.#reading !== 'afterSilence' && isWritable(this.draft) && (this.#isRead || this.#content() !== null),
      onSaveEvent: (event) => this.#onSaveEvent(event),
      now: () => ports.now().getTime(),
    });
  }

  /** Reads the draft once; waits while it is read again. */
  async openDraft(): Promise<void> {
    this.#opening ??= this.#tasks.run(() => this.#open());
    await this.#tasks.settled;
  }

  takeOverDraft(): Promise<void> {
    return this.#tasks.run(() => this.#readAsOwner(true));
  }

  flushDraft(): Promise<void> {
    return this.#tasks.settled.then(() => this.#saving.flush());
  }

  /** @returns whether the device has stored the whole current draft */
  async storeDraft(): Promise<boolean> {
    await this.#tasks.settled.then(() => this.#saving.save());
    return isWritable(this.draft) && this.draft.saveState !== 'failed';
  }

  /** The whole draft with the latest edits, for another device; null when there is none. */
  async readDraftContent(): Promise<Content | null> {
    await this.flushDraft();
    return this.draft.phase === 'ready' ? this.#content() : null;
  }

  /**
   * Replaces the draft by that of another device; other tabs lose theirs.
   * @returns false if the device could not store all of it; the draft is then unchanged
   */
  replaceDraft(content: Content): Promise<boolean> {
    const replace = async (next: Content | null) => {
      await this.#saving.settle();
      this.#setContent(next, { saveState: 'saving' });
      await this.#saving.save();
      return this.draft.saveState === 'saved';
    };
    return this.#tasks.run(async () => {
      const isElsewhere = this.draft.owner === 'elsewhere';
      if (isElsewhere || !this.#isRead) await this.#readAsOwner(isElsewhere);
      if (!isWritable(this.draft) || !this.#isRead) return false;
      const before = this.#content();
      if (await replace({ ...content, changedAt: this.#ports.now().toISOString() })) return true;
      await replace(before);
      return false;
    });
  }

  /** Deletes values and files, in the tab that owns them. If the device refuses, everything stays and the state shows it. */
  deleteDraft(): Promise<void> {
    return this.#tasks.run(async () => (this.draft.owner === 'here' ? this.#empty(false) : undefined));
  }

  /** The answers have arrived at the host: empties the forms in every tab, even if the device refuses to delete its copy. */
  emptyAfterArrival(): Promise<void> {
    return this.#tasks.run(() => this.#empty(true));
  }

  protected get draft(): State {
    return this.#$state.get();
  }

  /** What this tab has last written to the device; null before its first write. */
  protected get stored(): Content | null {
    return this.#stored;
  }

  /** When the draft on the device expires; null without one. ISO 8601. */
  protected get expiresOnDevice(): string | null {
    const content = { ...this.draft, changedAt: this.#changedAt } as unknown as Content;
    return this.#isOnDevice ? this.#kind.expiryOf(content) : null;
  }

  /** A copy of a form's values with the latest edits. */
  protected formIn(form: Form): FormState {
    return this.#pending.over(form, this.draft[form]);
  }

  /** Takes values of a form after a change. @param path the changed field, the only one taken; without it, all values are */
  protected typeIn(form: Form, values: FormState, path?: string): void {
    const change = changeTo(values, path);
    if (this.#isMadeLater((draft) => ({ ...draft, [form]: change(draft[form]) })) || !isWritable(this.draft)) return;
    this.#pending.change(form, this.draft[form], change);
    this.saveSoon();
  }

  protected mergePending(): void {
    const merged = this.#pending.take(this.draft);
    if (merged) this.patch(merged as Partial<State>);
  }

  /**
   * Changes the draft and saves it; while the draft is being read, once that is done. No-op for a draft that another tab owns.
   */
  protected async edit(change: (draft: State) => State): Promise<void> {
    if (this.#isMadeLater(change)) return this.openDraft();
    if (!isWritable(this.draft)) return;
    this.mergePending();
    const changed = change(this.draft);
    if (changed === this.draft) return;
    this.markDirty();
    this.#$state.set(changed);
    await this.flushDraft();
  }

  /** Changes the state only; {@link saveSoon} stores it. */
  protected patch(change: Partial<State> | Partial<DeviceState>): void {
    this.#$state.set({ ...this.draft, ...change });
  }

  protected saveSoon(): void {
    this.markDirty();
    this.#saving.saveSoon();
    if (this.draft.saveState !== 'saving') this.patch({ saveState: 'saving' });
  }

  protected markDirty(): void {
    this.#changedAt = this.#ports.now().toISOString();
    this.#saving.markDirty();
  }

  /** Called when the draft on the device was read, saved or deleted. */
  protected onDeviceChange(): void {}

  /** What was typed before the database responded, over the stored draft. */
  protected mergeAfterSilence(stored: State, typed: State): State {
    return mergeTyped(this.#kind.forms as readonly Form[], stored, typed);
  }

  /** Keeps a change for the draft that is being read. @returns false to make the change now as well */
  #isMadeLater(change: (draft: State) => State): boolean {
    const isLater = this.draft.phase === 'loading' || this.#reading === 'afterReturn';
    if (isLater || this.#reading) this.#early.push(change);
    return isLater;
  }

  async #open(): Promise<void> {
    const { onHide, onReturn, storage } = this.#ports;
    // A draft that was never read is not overwritten: a write on leave does not check what is stored.
    onHide(() => (this.#isRead ? this.#saving.saveOnLeave() : void this.#saving.flush()));
    onReturn(() => this.draft.phase === 'ready' && void this.#resume());
    storage.whenResponding?.(() => void this.#mergeDraftAfterSilence());
    storage.beforeClosing?.(async () => {
      await this.flushDraft();
      return !isWritable(this.draft) || this.draft.saveState !== 'failed';
    });
    await this.#load(await this.#lock.acquire());
  }

  async #load(owned: boolean, revision = this.draft.revision): Promise<void> {
    try {
      const isOwner = () => owned && !this.#lock.isLost;
      const loaded = await this.#record.load(this.#ports.now().getTime(), isOwner);
      // A tab without a draft must not block another tab.
      const taken = isOwner() || (loaded.state === 'none' && (await this.#lock.steal()));
      this.#setLoaded(loaded, taken ? 'here' : 'elsewhere', loaded.state === 'none' ? revision : revision + 1);
    } catch {
      // If the device refuses storage, the draft is only in memory, and the state shows it.
      this.#setWithEarly({ ...this.draft, phase: 'ready', saveState: 'failed', owner: owned ? 'here' : 'elsewhere' });
    }
  }

  #setLoaded(loaded: LoadedEntry<Content>, owner: DeviceState['owner'], revision: number): void {
    if (!this.#isRead) this.mergePending();
    const before = this.draft;
    if (!this.#isRead && before.phase === 'ready')
      this.#early.unshift((stored) => this.mergeAfterSilence(stored, before));
    this.#isRead = true;
    // A draft that was never stored stays in memory only.
    const staysInMemory = loaded.state === 'none' && before.savedAt === null && before.phase !== 'unavailable';
    if (loaded.state === 'none') this.#startFrom(null);
    else if (loaded.state === 'read') this.#startFrom(loaded.content);
    const state = staysInMemory ? { ...before, phase: 'ready' as const } : stateOf(this.#kind, loaded);
    this.#setWithEarly({ ...state, owner, revision }, staysInMemory);
    const { whenIdle = (action) => action() } = this.#ports;
    if (this.draft.phase === 'ready') whenIdle(() => this.onDeviceChange());
  }

  /** Sets the state in one step with the changes made meanwhile, so that no form renders the draft without them. */
  #setWithEarly(state: State, isUnsaved = false): void {
    const early = this.#early.splice(0);
    this.#reading = null;
    const mayEdit = isWritable(state);
    this.#$state.set(mayEdit ? early.reduce((draft, change) => change(draft), state) : state);
    if (!mayEdit || (early.length === 0 && !(isUnsaved && this.#content()))) return;
    this.markDirty();
    void this.#saving.flush();
  }

  /** The database responded late: reads its draft and merges newer edits into it. */
  #mergeDraftAfterSilence(): Promise<void> {
    return this.#tasks.run(async () => {
      if (this.#isRead || !isWritable(this.draft)) return;
      this.#reading = 'afterSilence';
      await this.#readAsOwner(this.#lock.isLost);
    });
  }

  async #readAsOwner(steals = false): Promise<void> {
    if (steals) await this.#lock.steal();
    if (this.#isRead) this.#dropUnsaved();
    await this.#load(true, this.draft.revision + 1);
    // Writes this tab's name into the record, so that a late write of the other tab is refused.
    if (this.#changedAt) await this.#saving.save();
  }

  /**
   * A page from the back/forward cache may have lost its lock: acquires it if it is free, and reads the draft again, unless only
   * this tab has changes.
   */
  #resume(): Promise<void> {
    this.#reading = 'afterReturn';
    return this.#tasks.run(async () => {
      this.#reading = 'afterReturn';
      await this.#saving.flush();
      const isFree = await this.#lock.acquire();
      // Chromium lets a cached page keep its lock until another page requests it.
      const isOwned = isFree || (this.draft.owner === 'here' && !this.#lock.isLost);
      const isUnsaved = this.draft.saveState === 'failed' && (await this.#record.isCurrent());
      if (!isUnsaved) this.#saving.drop();
      if (isOwned && !isUnsaved) await this.#load(true, this.draft.revision + 1);
      else this.#setWithEarly(isOwned ? { ...this.draft, owner: 'here' } : this.draft, isUnsaved);
      await this.#saving.flush();
    });
  }

  /** Another tab has taken over: drops unsaved changes, unless the draft was never read. */
  #onLockLost(): void {
    if (!this.#isRead) return void this.#mergeDraftAfterSilence();
    this.#dropUnsaved();
    this.patch({ owner: 'elsewhere', saveState: this.draft.saveState === 'failed' ? 'failed' : 'idle' });
  }

  #onSaveEvent(event: SaveEvent<Content>): void {
    const { owner, saveState: before } = this.draft;
    // Another tab wrote the record although this tab had the lock.
    if (event.type === 'lost' && owner === 'here') this.#onLockLost();
    if (event.type === 'leaving') this.#setOnDevice(true);
    // Done before the write, since a page that is left meanwhile does not see its end.
    if (event.type === 'saving' && this.#isOnDevice) this.onDeviceChange();
    if ((event.type === 'saving' || event.type === 'failed') && before !== event.type)
      this.patch({ saveState: event.type });
    if (event.type === 'cleared') {
      this.#stored = null;
      this.#setOnDevice(false);
      if (!event.pending) this.patch({ saveState: 'idle', savedAt: null, expiresAt: null, unsaved: [] });
    }
    if (event.type === 'saved') {
      const { content, unsaved, pending } = event;
      this.#stored = content;
      if (owner === 'elsewhere') return;
      if (!this.#isOnDevice) this.#setOnDevice(true);
      const saveState = unsaved.length > 0 ? 'failed' : pending ? 'saving' : 'saved';
      const savedAt = this.#ports.now().toISOString();
      this.patch({ saveState, savedAt, expiresAt: this.#kind.expiryOf(content), unsaved });
    }
  }

  async #empty(evenIfRefused: boolean): Promise<void> {
    await this.#saving.settle();
    const isRefused = await this.#record.clear().catch(() => true);
    if (isRefused && !evenIfRefused) this.patch({ saveState: 'failed' });
    else this.#setContent(null);
  }

  #setOnDevice(isOnDevice: boolean): void {
    this.#isOnDevice = isOnDevice;
    this.onDeviceChange();
  }

  #content(): Content | null {
    this.mergePending();
    const content = this.#kind.contentOf(this.draft, this.#isOnDevice);
    return content && ({ ...content, changedAt: this.#changedAt } as unknown as Content);
  }

  #setContent(content: Content | null, change?: Partial<DeviceState>): void {
    this.#dropUnsaved();
    this.#isRead = true;
    this.#startFrom(content);
    const { owner, revision } = this.draft;
    const state = stateOf(this.#kind, content ? { state: 'read', content, lost: [], dropped: [] } : { state: 'none' });
    this.#$state.set({ ...state, ...change, owner, revision: revision + 1 });
    this.onDeviceChange();
  }

  #startFrom(content: Content | null): void {
    this.#changedAt = content?.changedAt ?? '';
    this.#isOnDevice = content !== null;
  }

  #dropUnsaved(): void {
    this.#saving.drop();
    this.#pending.drop();
  }
}
