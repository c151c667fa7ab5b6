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
