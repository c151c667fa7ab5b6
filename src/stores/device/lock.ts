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
