/** A port of IndexedDB. Browsers refuse it, close it without an event, or never respond: each call then fails within seconds. */
import { atom, type ReadableAtom } from 'nanostores';

export interface DeviceStorage {
  get(key: string): Promise<unknown>;
  /** Stores a value in one transaction with `allowed`. @returns false when `allowed` refused */
  set(key: string, value: unknown, allowed?: (stored: unknown) => boolean): Promise<boolean>;
  /** Stores values without a read, in one transaction, for a page that is being left. */
  setOnLeave(entries: [key: string, value: unknown][]): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
  /** Calls `action` when a silent database responds. */
  whenResponding?(action: () => void): void;
}

const DRAFT_DATABASE = 'it-visa-draft';
const DRAFT_STORE = 'draft';

/** `blocked`: the browser allows this site no storage. `silent`: it does not respond. */
type StorageProblem = 'blocked' | 'silent';

const $problem = atom<StorageProblem | null>(null);

/** Why the last call failed, if known. */
export const $storageProblem: ReadableAtom<StorageProblem | null> = $problem;

class StorageTimeout extends Error {}

const OPEN_MS = 4000;
/** A large file on a slow disk takes long. */
const CALL_MS = 20_000;

/** Errors of a connection that was closed without an event; a new one may work. */
const LOST_CONNECTION = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);

let opening: Promise<IDBDatabase> | null = null;
/** Opening the database timed out: until it succeeds, calls fail at once. */
let isSilent = false;
const waiting = new Set<() => void>();

function open(): Promise<IDBDatabase> {
  if (opening) return opening;
  const asked = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DRAFT_DATABASE);
    request.onupgradeneeded = () => request.result.createObjectStore(DRAFT_STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.onclose = () => forget(asked);
      resolve(request.result);
    };
  });
  opening = asked;
  asked.then(onResponse, () => {
    forget(asked);
    onResponse();
  });
  return asked;
}

function forget(connection: Promise<IDBDatabase>): void {
  if (opening === connection) opening = null;
}

function onResponse(): void {
  if (!isSilent) return;
  isSilent = false;
  for (const action of waiting) action();
}

/** Settles with the work, or rejects after `ms`. */
function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StorageTimeout('the database does not respond')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

type Work<Result> = (objects: IDBObjectStore) => IDBRequest<Result> | undefined;

/** Runs work in a transaction; resolves with its result once the transaction is complete. */
function inTransaction<Result>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(DRAFT_STORE, mode);
    const request = work(transaction.objectStore(DRAFT_STORE));
    transaction.oncomplete = () => resolve(request?.result as Result);
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
  });
}

async function run<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
  try {
    const result = await attempt(mode, work).catch((error: Error) => {
      if (!LOST_CONNECTION.has(error?.name)) throw error;
      opening = null;
      return attempt(mode, work);
    });
    $problem.set(null);
    return result;
  } catch (error) {
    $problem.set(error instanceof StorageTimeout ? 'silent' : isBlocked(error) ? 'blocked' : null);
    throw error;
  }
}

async function attempt<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
  if (isSilent) throw new StorageTimeout('the database has not answered yet');
  const database = await within(OPEN_MS, open()).catch((error) => {
    isSilent = error instanceof StorageTimeout;
    throw error;
  });
  return within(CALL_MS, inTransaction(database, mode, work)).catch((error) => {
    // The next call opens a new connection.
    if (error instanceof StorageTimeout) opening = null;
    throw error;
  });
}

/** Browsers name the error differently; a browser that blocks IndexedDB for a site blocks web storage too. */
function isBlocked(error: unknown): boolean {
  if ((error as Error | null)?.name === 'SecurityError') return true;
  try {
    return typeof indexedDB === 'undefined' || indexedDB === null || !navigator.cookieEnabled || localStorage === null;
  } catch {
    return true;
  }
}

export function indexedDbStorage(): DeviceStorage {
  return {
    get: (key) => run('readonly', (objects) => objects.get(key)),
    async set(key, value, allowed = () => true) {
      let isRefused = false;
      let failure: unknown;
      const write = (objects: IDBObjectStore) => {
        const reading = objects.get(key);
        reading.onsuccess = () => {
          try {
            isRefused = !allowed(reading.result);
            if (!isRefused) objects.put(value, key);
          } catch (error) {
            failure = error;
            objects.transaction.abort();
          }
        };
        return reading;
      };
      await run('readwrite', write).catch((error) => {
        throw failure ?? error;
      });
      return !isRefused;
    },
    async setOnLeave(entries) {
      await run('readwrite', (objects) => {
        for (const [key, value] of entries) objects.put(value, key);
        // Otherwise the browser aborts the transaction when the page is gone.
        objects.transaction.commit();
        return undefined;
      });
    },
    delete: (key) => run('readwrite', (objects) => objects.delete(key)),
    keys: async () => (await run('readonly', (objects) => objects.getAllKeys())).map(String),
    whenResponding: (action) => void waiting.add(action),
  };
}
