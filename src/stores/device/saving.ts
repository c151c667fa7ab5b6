/** When a record is written: soon after each change, one write at a time, and once more when the page is left. */
import type { DeviceRecord } from './stored-record.ts';

/** Pause after which a change is written, and the longest that steady typing may delay it; together within a second. */
const DEBOUNCE_MS = 400;
const MAX_WAIT_MS = 800;

interface Dated {
  changedAt: string;
}

export type SaveEvent<Content> =
  | { kind: 'saving' }
  | { kind: 'failed' }
  /** The page is being left, and what happens to the write is not seen any more. */
  | { kind: 'leaving' }
  /** `unkept`: form paths of files that the device refused. `pending`: something has changed since. */
  | { kind: 'saved'; content: Content; unkept: string[]; pending: boolean }
  /** There was nothing to keep, and the device holds nothing any more. */
  | { kind: 'cleared'; pending: boolean }
  /** The device holds what another tab has written since. */
  | { kind: 'lost' };

export interface SavingOptions<Content extends Dated> {
  /** Null as long as there is no record to write to. */
  record: () => DeviceRecord<Content> | null;
  /** What there is to keep; null for nothing. */
  content: () => Content | null;
  mayWrite: () => boolean;
  /** Another tab's record is replaced by this tab's; otherwise the first tab keeps it, and this one is told `lost`. */
  takesOver?: boolean;
  tell: (event: SaveEvent<Content>) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export function createSaving<Content extends Dated>(options: SavingOptions<Content>) {
  const { record, content, mayWrite, takesOver = false, tell, now } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;
  let writing: Promise<void> | undefined;
  let again = false;
  let dirty = false;

  /** Something has changed that is not saved yet. */
  function touch(): void {
    dirty = true;
  }

  /** Something has changed, and is saved soon. */
  function soon(): void {
    dirty = true;
    if (timer === undefined) waitingSince = now();
    clearTimeout(timer);
    timer = setTimeout(() => void save(), Math.max(0, Math.min(DEBOUNCE_MS, waitingSince + MAX_WAIT_MS - now())));
  }

  /** Saves at once; resolves when the device has everything, or has refused it. */
  function save(): Promise<void> {
    stop();
    if (writing) {
      again = true;
      return writing;
    }
    writing = (async () => {
      do {
        again = false;
        await write();
      } while (again);
    })().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  /** Saves what is not saved yet. */
  const flush = () => (dirty ? save() : (writing ?? Promise.resolve()));

  async function write(): Promise<void> {
    const target = record();
    if (!target || !mayWrite()) return;
    try {
      const latest = content();
      dirty = false;
      if (!latest) {
        await target.clear();
        return tell({ kind: 'cleared', pending: dirty });
      }
      tell({ kind: 'saving' });
      const { stored, unkept } = await storeIn(target, latest);
      tell(stored ? { kind: 'saved', content: latest, unkept, pending: dirty } : { kind: 'lost' });
    } catch {
      // What was typed is still in memory; the next change tries again.
      dirty = true;
      tell({ kind: 'failed' });
    }
  }

  async function storeIn(target: DeviceRecord<Content>, latest: Content) {
    const outcome = await target.store(latest, mayWrite);
    if (outcome.stored || !takesOver || !mayWrite()) return outcome;
    await target.takeOver();
    return target.store(latest, mayWrite);
  }

  /** Saves when the page is hidden: it may never be shown again, and then only the first write has time to finish. */
  function saveLast(): void {
    const target = record();
    if (!dirty || !target || !mayWrite()) return;
    const last = content();
    if (last) {
      tell({ kind: 'leaving' });
      // A refusal is noticed, and told, by the second write.
      target.storeLast(last).catch(() => undefined);
    }
    void save();
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Forgets what is not saved yet. */
  function drop(): void {
    stop();
    dirty = false;
  }

  /** Forgets what is not saved yet, and waits for a write in flight. */
  async function settle(): Promise<void> {
    drop();
    again = false;
    await writing;
    drop();
  }

  return { touch, soon, save, flush, saveLast, drop, settle };
}

/**
 * Calls `action` whenever the page is being hidden or left, more than once on the way.
 * @returns ends the listening
 */
export function whenLeft(action: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const look = () => {
    if (document.visibilityState === 'hidden') action();
  };
  document.addEventListener('visibilitychange', look, { signal });
  // Safari gives the database no time any more once a page is being hidden for good.
  addEventListener('beforeunload', action, { signal });
  addEventListener('pagehide', action, { signal });
  return () => listening.abort();
}

/** Which tab writes a record: one at a time. The first one has the lock, a later one can take it over. */
export interface RecordLock {
  /**
   * Takes the lock when no other tab has it.
   * @param onLost called once when another tab takes it over
   */
  take(onLost: () => void): Promise<boolean>;
  /** Takes the lock, whoever has it. */
  steal(onLost: () => void): Promise<void>;
}

/** A page that is being reloaded releases its lock a moment after its successor asks for it. */
const RELOAD_MS = 400;

const untilTheTabCloses = () => new Promise<never>(() => undefined);

/**
 * The lock by Web Locks. A browser without them lets each tab write; the writer's name in the record (stored-record.ts) then
 * still keeps one tab from overwriting another.
 */
export function webLock(name: string): RecordLock {
  const request = (options: LockOptions, onLost: () => void): Promise<boolean> =>
    new Promise((resolve) => {
      if (!navigator.locks) return resolve(true);
      let held = false;
      const hold = () => {
        held = true;
        resolve(true);
        return untilTheTabCloses();
      };
      navigator.locks.request(name, options, hold).catch(() => (held ? onLost() : resolve(false)));
    });
  return {
    take: (onLost) => request({ signal: AbortSignal.timeout(RELOAD_MS) }, onLost),
    async steal(onLost) {
      await request({ steal: true }, onLost);
    },
  };
}
