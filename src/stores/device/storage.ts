/**
 * Where drafts are kept on the device: a narrow port and its IndexedDB form. Nothing of a draft is ever in local or
 * session storage.
 */
import { createStore, del, get, keys, type UseStore, update } from 'idb-keyval';

export interface DeviceStorage {
  get(key: string): Promise<unknown>;
  /**
   * Stores a value. With `allowed` the look at what is there and the write are one transaction.
   * @returns false when `allowed` refused
   */
  set(key: string, value: unknown, allowed?: (stored: unknown) => boolean): Promise<boolean>;
  /** Stores values all at once and without a look at what is there, for a page that is being left: it has no time for one. */
  setLast(entries: [key: string, value: unknown][]): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** Names of the database and of its one store. */
export const DRAFT_DATABASE = 'it-visa-draft';
export const DRAFT_STORE = 'draft';

class Refused extends Error {}

/** The device's IndexedDB. Every call may fail: private windows refuse it, and a full disk refuses writes. */
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
            // Thrown inside the transaction, so that nothing is written.
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
        // Without this the browser drops what a page that is gone has not committed.
        objects.transaction.commit();
      });
    },
    delete: async (key) => del(key, store()),
    keys: async () => (await keys(store())).map(String),
  };
}
