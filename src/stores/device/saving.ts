/** When and by which tab a record is written: debounced, one write at a time, and once more when the page is left. */
import type { Dated, DeviceRecord } from './stored-record.ts';

/** Debounce, and the longest that steady typing delays a write; together within a second. */
const DEBOUNCE_MS = 400;
const MAX_WAIT_MS = 800;

export type SaveEvent<Content> =
  | { type: 'saving' }
  | { type: 'failed' }
  /** The page is being left; the write's outcome is not seen. */
  | { type: 'leaving' }
  /** `unsaved`: form paths of files that the device refused. `pending`: changed since. */
  | { type: 'saved'; content: Content; unsaved: string[]; pending: boolean }
  /** There was nothing to store; the record is deleted. */
  | { type: 'cleared'; pending: boolean }
  /** Another tab has written since. */
  | { type: 'lost' };

export interface SavingOptions<Content extends Dated> {
  record: () => DeviceRecord<Content> | null;
  /** What there is to store; null for nothing. */
  content: () => Content | null;
  mayWrite: () => boolean;
  /** Whether this tab replaces another tab's record; otherwise it is told `lost`. */
  takesOver?: boolean;
  onSaveEvent: (event: SaveEvent<Content>) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export function createSaving<Content extends Dated>(options: SavingOptions<Content>) {
  const { record, content, mayWrite, onSaveEvent, now } = options;
  let dirty = false;
  const timer = createDebounce(() => void save(), now);
  const writer = createSerialRun(write);

  function markDirty(): void {
    dirty = true;
  }

  /** Marks unsaved changes and saves them soon. */
  function soon(): void {
    dirty = true;
    timer.start();
  }

  /** Saves at once; resolves when the device has accepted or refused everything. */
  function save(): Promise<void> {
    timer.stop();
    return writer.run();
  }

  const flush = () => (dirty ? save() : writer.settled());

  async function write(): Promise<void> {
    const target = record();
    if (!target || !mayWrite()) return;
    try {
      const latest = content();
      dirty = false;
      if (!latest) {
        await target.clear();
        return onSaveEvent({ type: 'cleared', pending: dirty });
      }
      onSaveEvent({ type: 'saving' });
      const { stored, unsaved } = await storeIn(target, latest, options);
      onSaveEvent(stored ? { type: 'saved', content: latest, unsaved, pending: dirty } : { type: 'lost' });
    } catch {
      // The values stay in memory; the next change retries.
      dirty = true;
      onSaveEvent({ type: 'failed' });
    }
  }

  /** Saves a hidden page, which may never be shown again: only the first of the two writes has time to finish. */
  function saveLast(): void {
    const target = record();
    if (!dirty || !target || !mayWrite()) return;
    const last = content();
    if (last) {
      onSaveEvent({ type: 'leaving' });
      // The second write notices a refusal.
      target.storeLast(last).catch(() => undefined);
    }
    void save();
  }

  /** Drops unsaved changes. */
  function drop(): void {
    timer.stop();
    dirty = false;
  }

  /** Drops unsaved changes and waits for a write in flight. */
  async function settle(): Promise<void> {
    drop();
    writer.cancelRepeat();
    await writer.settled();
    drop();
  }

  return { markDirty, soon, save, flush, saveLast, drop, settle };
}

export type Saving<Content extends Dated> = ReturnType<typeof createSaving<Content>>;

/** Calls `action` once no start has followed for DEBOUNCE_MS, or MAX_WAIT_MS after the first one. */
function createDebounce(action: () => void, now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const start = () => {
    if (timer === undefined) waitingSince = now();
    clearTimeout(timer);
    timer = setTimeout(action, Math.max(0, Math.min(DEBOUNCE_MS, waitingSince + MAX_WAIT_MS - now())));
  };
  return { start, stop };
}

/** Runs `work` one at a time: however often it is asked for during a run, it runs once more after it. */
function createSerialRun(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let again = false;
  const repeat = async () => {
    do {
      again = false;
      await work();
    } while (again);
  };
  return {
    /** Resolves after the last of the runs. */
    run(): Promise<void> {
      if (running) again = true;
      else
        running = repeat().finally(() => {
          running = undefined;
        });
      return running;
    },
    cancelRepeat(): void {
      again = false;
    },
    settled: () => running ?? Promise.resolve(),
  };
}

/** @returns what the device has stored, which is nothing when another tab has written since and must not be replaced */
async function storeIn<Content extends Dated>(
  target: DeviceRecord<Content>,
  latest: Content,
  { mayWrite, takesOver = false }: SavingOptions<Content>,
) {
  const outcome = await target.store(latest, mayWrite);
  if (outcome.stored || !takesOver || !mayWrite()) return outcome;
  await target.takeOver();
  return target.store(latest, mayWrite);
}

/** Calls `action` whenever the page is hidden or left, more than once on the way. @returns stops listening */
export function whenLeft(action: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const look = () => {
    if (document.visibilityState === 'hidden') action();
  };
  document.addEventListener('visibilitychange', look, { signal });
  // Safari gives IndexedDB no time after `pagehide`.
  addEventListener('beforeunload', action, { signal });
  addEventListener('pagehide', action, { signal });
  return () => listening.abort();
}

/** The lock of the tab that writes: the first one has it, a later one can steal it. */
export interface RecordLock {
  /**
   * Takes the lock when no other tab has it, and waits for it where one does.
   * @param onLost called once when another tab steals it
   * @param onFree called once when it comes later: the other tab was closed
   * @returns whether it came at once
   * @throws what a browser that allows no locks refuses with
   */
  take(onLost: () => void, onFree: () => void): Promise<boolean>;
  steal(onLost: () => void): Promise<void>;
}

/**
 * The page before in the same tab releases its lock a moment after this one asks: until then nobody is told of another tab.
 * On a busy device it takes longer, which is no harm, since the lock then comes later.
 */
const RELOAD_MS = 1000;

const after = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));
const untilTheTabCloses = () => new Promise<never>(() => undefined);

/** True where a tab has the lock. A browser that does not tell knows of none. */
async function isHeld(name: string): Promise<boolean> {
  const asked = navigator.locks.query().then(({ held }) => held?.some((lock) => lock.name === name) ?? false);
  return Promise.race([asked.catch(() => false), after(RELOAD_MS)]);
}

/** By Web Locks. Without them each tab may write, and only the record's `writer` keeps one from overwriting another. */
export function webLock(name: string): RecordLock {
  const request = (options: LockOptions, onLost: () => void): Promise<boolean> =>
    new Promise((resolve, reject) => {
      if (!navigator.locks) return resolve(true);
      let held = false;
      const hold = () => {
        held = true;
        resolve(true);
        return untilTheTabCloses();
      };
      navigator.locks.request(name, options, hold).catch((error) => (held ? onLost() : reject(error)));
    });
  return {
    async take(onLost, onFree) {
      const held = request({}, onLost);
      if (await Promise.race([held, after(RELOAD_MS)])) return true;
      if (!(await isHeld(name))) return true;
      held.then(onFree, onFree);
      return false;
    },
    async steal(onLost) {
      await request({ steal: true }, onLost);
    },
  };
}
