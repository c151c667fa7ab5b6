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
