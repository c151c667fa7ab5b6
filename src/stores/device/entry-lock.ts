/** The lock of the tab that writes a record: the first tab gets it, a later one can steal it. */
export interface EntryLock {
  /**
   * Acquires the lock, or waits for it. @param onLost called once when another tab steals it @param onFree called once when
   * it is acquired later @returns whether it was acquired at once @throws the browser's error if it allows no locks
   */
  take(onLost: () => void, onFree: () => void): Promise<boolean>;
  steal(onLost: () => void): Promise<void>;
}

/** How long a reloaded page waits for its own lock, which browsers release late, before it reports another tab. */
const RELOAD_MS = 1000;

const after = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));
const untilTabCloses = () => new Promise<never>(() => undefined);

async function isHeld(name: string): Promise<boolean> {
  const asked = navigator.locks.query().then(({ held }) => held?.some((lock) => lock.name === name) ?? false);
  return Promise.race([asked.catch(() => false), after(RELOAD_MS)]);
}

/** Uses Web Locks. Without them each tab may write, and only the record's `writer` prevents overwriting. */
export function createWebLock(name: string): EntryLock {
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

/** This page's request for a lock. Once it was requested again, the loss of an earlier one is ignored. */
export class LockRequest {
  readonly #lock: EntryLock;
  readonly #onLost: () => void;
  readonly #onAcquired: () => void;
  #latest: symbol | undefined;
  #lost: symbol | undefined = Symbol('none');

  /** @param onAcquired called when it is acquired after {@link acquire} has returned false */
  constructor(lock: EntryLock, onLost: () => void, onAcquired: () => void) {
    this.#lock = lock;
    this.#onLost = onLost;
    this.#onAcquired = onAcquired;
  }

  /** Requests the lock if it is free. A browser that refuses locks lets each tab write. */
  acquire(): Promise<boolean> {
    return this.#track((onLost, onFree) => this.#lock.take(onLost, onFree).catch(() => true));
  }

  steal(): Promise<boolean> {
    return this.#track((onLost) =>
      this.#lock.steal(onLost).then(
        () => true,
        () => false,
      ),
    );
  }

  /** True if another tab has stolen the lock since it was acquired. */
  get isLost(): boolean {
    return this.#lost === this.#latest;
  }

  async #track(request: (onLost: () => void, onFree: () => void) => Promise<boolean>): Promise<boolean> {
    const ownRequest = Symbol('request');
    const onLost = () => {
      this.#lost = ownRequest;
      if (this.isLost) this.#onLost();
    };
    const isHeld = await request(onLost, () => {
      this.#latest = ownRequest;
      this.#onAcquired();
    });
    if (isHeld) this.#latest = ownRequest;
    return isHeld;
  }
}
