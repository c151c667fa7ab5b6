/** Writes a record: debounced, one write at a time, from the tab that holds the lock, and once more when the page is left. */
import type { DeviceEntry, WithChangeTime } from './stored-entry.ts';

/** The delay of a write after a change, and its longest delay while typing goes on; together within a second. */
const DEBOUNCE_MS = 400;
const MAX_WAIT_MS = 800;

export type SaveEvent<Content> =
  | { type: 'saving' }
  | { type: 'failed' }
  /** The page is being left, so the result of the write is unknown. */
  | { type: 'leaving' }
  /** `unsaved`: form paths of files that the device refused. `pending`: something was changed since. */
  | { type: 'saved'; content: Content; unsaved: string[]; pending: boolean }
  /** There was nothing to store; the record was deleted. */
  | { type: 'cleared'; pending: boolean }
  /** Another tab has written since. */
  | { type: 'lost' };

interface SavingOptions<Content extends WithChangeTime> {
  record: () => DeviceEntry<Content> | null;
  content: () => Content | null;
  mayWrite: () => boolean;
  /** Whether this tab replaces another tab's record; otherwise it receives `lost`. */
  takesOver?: boolean;
  onSaveEvent: (event: SaveEvent<Content>) => void;
  now: () => number;
}

export class Saving<Content extends WithChangeTime> {
  readonly #options: SavingOptions<Content>;
  #dirty = false;
  /** A write has the latest content, and would be aborted with the page. */
  #isWriting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitingSince = 0;
  #running: Promise<void> | undefined;
  /** A save was requested during the running one. */
  #mustRepeat = false;
  /**
   * How often the page was left with something to store. A write that began earlier neither replaces that one nor is reported.
   */
  #leaveCount = 0;

  constructor(options: SavingOptions<Content>) {
    this.#options = options;
  }

  markDirty(): void {
    this.#dirty = true;
  }

  /** Saves DEBOUNCE_MS after the last call, or MAX_WAIT_MS after the first. */
  saveSoon(): void {
    const { now } = this.#options;
    this.#dirty = true;
    if (this.#timer === undefined) this.#waitingSince = now();
    clearTimeout(this.#timer);
    const wait = Math.max(0, Math.min(DEBOUNCE_MS, this.#waitingSince + MAX_WAIT_MS - now()));
    this.#timer = setTimeout(() => void this.save(), wait);
  }

  /** Saves now; resolves when the device has accepted or refused everything. */
  save(): Promise<void> {
    this.#stopTimer();
    if (this.#running) this.#mustRepeat = true;
    else
      this.#running = this.#writeUntilCurrent().finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  flush(): Promise<void> {
    return this.#dirty ? this.save() : (this.#running ?? Promise.resolve());
  }

  /** Saves when the page is hidden, since it may never be shown again: only the first of the two writes has time to finish. */
  saveOnLeave(): void {
    const { record, mayWrite, content, onSaveEvent } = this.#options;
    const target = record();
    if (!(this.#dirty || this.#isWriting) || !target || !mayWrite()) return;
    const last = content();
    if (last) {
      this.#leaveCount += 1;
      onSaveEvent({ type: 'leaving' });
      // The second write reports a refusal.
      target.storeOnLeave(last).catch(() => undefined);
    }
    void this.save();
    this.#isWriting = false;
  }

  /** Drops unsaved changes. */
  drop(): void {
    this.#stopTimer();
    this.#dirty = false;
    this.#isWriting = false;
  }

  /** Drops unsaved changes, and waits for the write in progress. */
  async settle(): Promise<void> {
    this.drop();
    this.#mustRepeat = false;
    await this.#running;
    this.drop();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #writeUntilCurrent(): Promise<void> {
    do {
      this.#mustRepeat = false;
      await this.#write();
    } while (this.#mustRepeat);
  }

  async #write(): Promise<void> {
    const { record, mayWrite, content, onSaveEvent } = this.#options;
    const target = record();
    if (!target || !mayWrite()) return;
    const leaveCount = this.#leaveCount;
    const mayStore = () => leaveCount === this.#leaveCount && mayWrite();
    let event: SaveEvent<Content>;
    try {
      const latest = content();
      this.#dirty = false;
      this.#isWriting = true;
      if (latest) {
        onSaveEvent({ type: 'saving' });
        const { stored, unsaved } = await this.#storeIn(target, latest, mayStore);
        event = stored ? { type: 'saved', content: latest, unsaved, pending: this.#dirty } : { type: 'lost' };
      } else {
        await target.clear(mayStore);
        event = { type: 'cleared', pending: this.#dirty };
      }
    } catch {
      // The values stay in memory; the next change retries.
      this.#dirty = true;
      event = { type: 'failed' };
    }
    this.#isWriting = false;
    if (leaveCount === this.#leaveCount) onSaveEvent(event);
  }

  /** @returns what the device stored; nothing if another tab has written since and must not be replaced */
  async #storeIn(target: DeviceEntry<Content>, latest: Content, mayStore: () => boolean) {
    const outcome = await target.store(latest, mayStore);
    if (outcome.stored || !this.#options.takesOver || !mayStore()) return outcome;
    await target.takeOver();
    return target.store(latest, mayStore);
  }
}

/** Calls `action` whenever the page is hidden or left, possibly several times. @returns stops listening */
export function onPageLeave(action: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const look = () => {
    if (document.visibilityState === 'hidden') action();
  };
  document.addEventListener('visibilitychange', look, { signal });
  // Safari leaves IndexedDB no time after `pagehide`.
  addEventListener('beforeunload', action, { signal });
  addEventListener('pagehide', action, { signal });
  return () => listening.abort();
}
