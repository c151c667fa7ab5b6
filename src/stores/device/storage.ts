/** A narrow port of IndexedDB: the only place where answers are stored on the device. */
import { createStore, del, get, keys, type UseStore, update } from 'idb-keyval';

export interface DeviceStorage {
  get(key: string): Promise<unknown>;
  /** Stores a value in one transaction with `allowed`. @returns false when `allowed` refused */
  set(key: string, value: unknown, allowed?: (stored: unknown) => boolean): Promise<boolean>;
  /** Stores values without a read, in one transaction, for a page that is being left. */
  setLast(entries: [key: string, value: unknown][]): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** Names of the database and its store. */
export const DRAFT_DATABASE = 'it-visa-draft';
export const DRAFT_STORE = 'draft';

class Refused extends Error {}

/** IndexedDB. Every call may fail: private windows refuse it, and a full disk refuses writes. */
export function indexedDbStorage(): DeviceStorage {
  let opened: UseStore | undefined;
  const store = () => {
    opened ??= createStore(DRAFT_DATABASE, DRAFT_STORE);
    return opened;
  };
  return {
    get: async (key) => get(key, store()),
    async set(key, value, allowed = () => true) {
      try {
        await update(
          key,
          (stored) => {
            // Aborts the transaction.
            if (!allowed(stored)) throw new Refused();
            return value;
          },
          store(),
        );
        return true;
      } catch (error) {
        if (error instanceof Refused) return false;
        throw error;
      }
    },
    async setLast(entries) {
      await store()('readwrite', (objects) => {
        for (const [key, value] of entries) objects.put(value, key);
        // Otherwise the browser aborts the transaction of a page that is gone.
        objects.transaction.commit();
      });
    },
    delete: async (key) => del(key, store()),
    keys: async () => (await keys(store())).map(String),
  };
}
