/** When changes are written: shortly after the last one, never later than a second after the first, one write at a time. */

/** Quiet time after which a change is written, and the longest that steady typing may put it off. */
export const QUIET_MS = 400;
export const LONGEST_MS = 800;

/**
 * @param write writes everything that there is to write; must not throw
 * @param now milliseconds
 */
export function createAutosave(write: () => Promise<void>, now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;
  let writing: Promise<void> | undefined;
  let again = false;

  /** Writes soon. */
  function soon(): void {
    if (timer === undefined) waitingSince = now();
    clearTimeout(timer);
    timer = setTimeout(() => void save(), Math.max(0, Math.min(QUIET_MS, waitingSince + LONGEST_MS - now())));
  }

  /** Writes now; resolves when all that was there to write has been tried. */
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

  /** Forgets what was to be written soon. */
  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Forgets what was to be written, and waits for a write that is under way. */
  async function settle(): Promise<void> {
    stop();
    again = false;
    await writing;
  }

  /** Resolves when no write is under way. */
  const idle = () => writing ?? Promise.resolve();

  return { soon, save, stop, settle, idle };
}

/** Which tab writes the draft: one at a time. The first one has it, a later one can take it over. */
export interface DraftLock {
  /**
   * Takes the draft for this tab when no other tab has it.
   * @param onLost called once when another tab takes it over
   */
  take(onLost: () => void): Promise<boolean>;
  /** Takes the draft for this tab, whoever has it. */
  steal(onLost: () => void): Promise<void>;
}

/** The lock that the tab holds which writes the draft. */
export const DRAFT_LOCK = 'it-visa-draft';

/** A page that is being reloaded lets go of its lock a moment after its successor asks for it. */
const RELOAD_MS = 400;

const untilTheTabCloses = () => new Promise<never>(() => undefined);

/**
 * The lock by Web Locks. A browser without them lets each tab write; the mark in the record (draft-vault.ts) then still
 * keeps one tab from overwriting another.
 */
export function webDraftLock(): DraftLock {
  const request = (options: LockOptions, onLost: () => void): Promise<boolean> =>
    new Promise((resolve) => {
      if (!navigator.locks) return resolve(true);
      let held = false;
      const hold = () => {
        held = true;
        resolve(true);
        return untilTheTabCloses();
      };
      navigator.locks.request(DRAFT_LOCK, options, hold).catch(() => (held ? onLost() : resolve(false)));
    });
  return {
    take: (onLost) => request({ signal: AbortSignal.timeout(RELOAD_MS) }, onLost),
    async steal(onLost) {
      await request({ steal: true }, onLost);
    },
  };
}

/**
 * Calls `action` whenever the page is being hidden or left, more than once on the way.
 * @returns calls it off
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
