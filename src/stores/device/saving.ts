/** Writes a record: debounced, one write at a time, from the tab with the lock, and once more when the page is left. */
import type { DeviceRecord, WithChangeTime } from './stored-record.ts';

/** Debounce, and the longest delay of a write by steady typing; together within a second. */
const DEBOUNCE_MS = 400;
const MAX_WAIT_MS = 800;

export type SaveEvent<Content> =
  | { type: 'saving' }
  | { type: 'failed' }
  /** The page is being left; the result of the write is unknown. */
  | { type: 'leaving' }
  /** `unsaved`: form paths of files that the device refused. `pending`: changed since. */
  | { type: 'saved'; content: Content; unsaved: string[]; pending: boolean }
  /** There was nothing to store; the record was deleted. */
  | { type: 'cleared'; pending: boolean }
  /** Another tab has written since. */
  | { type: 'lost' };

export interface SavingOptions<Content extends WithChangeTime> {
  record: () => DeviceRecord<Content> | null;
  content: () => Content | null;
  mayWrite: () => boolean;
  /** Whether this tab replaces another tab's record; otherwise it receives `lost`. */
  takesOver?: boolean;
  onSaveEvent: (event: SaveEvent<Content>) => void;
  now: () => number;
}

export function createSaving<Content extends WithChangeTime>(options: SavingOptions<Content>) {
  const { record, content, mayWrite, onSaveEvent, now } = options;
  let dirty = false;
  const timer = createDebounce(() => void save(), now);
  const writer = createSerialRun(write);

  function markDirty(): void {
    dirty = true;
  }

  function saveSoon(): void {
    dirty = true;
    timer.start();
  }

  /** Saves now; resolves when the device has accepted or refused everything. */
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
  function saveOnLeave(): void {
    const target = record();
    if (!dirty || !target || !mayWrite()) return;
    const last = content();
    if (last) {
      onSaveEvent({ type: 'leaving' });
      // The second write notices a refusal.
      target.storeOnLeave(last).catch(() => undefined);
    }
    void save();
  }

  function drop(): void {
    timer.stop();
    dirty = false;
  }

  async function settle(): Promise<void> {
    drop();
    writer.cancelRepeat();
    await writer.settled();
    drop();
  }

  return { markDirty, saveSoon, save, flush, saveOnLeave, drop, settle };
}

export type Saving<Content extends WithChangeTime> = ReturnType<typeof createSaving<Content>>;

/** Calls `action` DEBOUNCE_MS after the last start, or MAX_WAIT_MS after the first. */
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

/** Runs `work` one at a time; calls during a run cause one more run. */
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

/** @returns what the device stored: nothing if another tab has written since and must not be replaced */
async function storeIn<Content extends WithChangeTime>(
  target: DeviceRecord<Content>,
  latest: Content,
  { mayWrite, takesOver = false }: SavingOptions<Content>,
) {
  const outcome = await target.store(latest, mayWrite);
  if (outcome.stored || !takesOver || !mayWrite()) return outcome;
  await target.takeOver();
  return target.store(latest, mayWrite);
}

/** Calls `action` whenever the page is hidden or left, possibly several times. @returns stops listening */
export function onPageLeave(action: () => void): () => void {
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

/** The lock of the writing tab: the first tab gets it, a later one can steal it. */
export interface RecordLock {
  /**
   * Acquires the lock, or waits for it. @param onLost called once when another tab steals it @param onFree called once when
   * it is acquired later @returns whether it was acquired at once @throws the browser's error if it allows no locks
   */
  take(onLost: () => void, onFree: () => void): Promise<boolean>;
  steal(onLost: () => void): Promise<void>;
}

/** A reloaded page's lock is released with a delay: until then no other tab is reported. A longer delay is harmless. */
const RELOAD_MS = 1000;

const after = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));
const untilTabCloses = () => new Promise<never>(() => undefined);

async function isHeld(name: string): Promise<boolean> {
  const asked = navigator.locks.query().then(({ held }) => held?.some((lock) => lock.name === name) ?? false);
  return Promise.race([asked.catch(() => false), after(RELOAD_MS)]);
}

/** Uses Web Locks. Without them each tab may write, and only the record's `writer` prevents overwriting. */
export function createWebLock(name: string): RecordLock {
  const request = (options: LockOptions, onLost: () => void): Promise<boolean> =>
    new Promise((resolve, reject) => {
      if (!navigator.locks) return resolve(true);
      let held = false;
      const hold = () => {
        held = true;
        resolve(true);
        return untilTabCloses();
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
