/**
 * A port to IndexedDB. Browsers may refuse it, close it without an event, or never respond: each call then fails within seconds.
 */
import { atom, type ReadableAtom } from 'nanostores';

export interface DeviceStorage {
  get(key: string): Promise<unknown>;
  /** Stores a value in one transaction with `allowed`. @returns false when `allowed` refused */
  set(key: string, value: unknown, allowed?: (stored: unknown) => boolean): Promise<boolean>;
  /** Stores values without a read, in one transaction, for a page that is being left. */
  setOnLeave(entries: [key: string, value: unknown][]): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
  /** Calls `action` when a database that was silent responds. */
  whenResponding?(action: () => void): void;
  /** Calls `save` before the database is closed for a newer version of the portal. @param save false: not everything is stored */
  beforeClosing?(save: () => Promise<boolean>): void;
}

const DRAFT_DATABASE = 'it-visa-draft';
const DRAFT_STORE = 'draft';
/** The version of the object stores. Once a newer portal raises it, this one can't open the database any more. */
const DATABASE_VERSION = 1;

/**
 * `blocked`: the browser allows this site no storage. `silent`: it does not respond. `held`: another tab has the database open for
 * an earlier version of the portal. `outdated`: a newer version of the portal uses it, and this page has saved everything.
 */
type StorageFault = 'blocked' | 'silent' | 'held' | 'outdated';

const $fault = atom<StorageFault | null>(null);

/** Why the last call failed, if known. */
export const $storageFault: ReadableAtom<StorageFault | null> = $fault;

const timeout = (message: string) => new DOMException(message, 'TimeoutError');
const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

const OPEN_MS = 4000;
/** Longest duration of a call: a large file on a slow disk takes long. */
const CALL_MS = 20_000;

/** Errors of a connection that was closed without an event; a new one may work. */
const LOST_CONNECTION = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);

/** The name of the browser's error for a database with a later version. */
const OUTDATED = 'VersionError';

let opening: Promise<IDBDatabase> | null = null;
/** True while opening the database has timed out: calls then fail at once. */
let isSilent = false;
const waiting = new Set<() => void>();
/** The database was closed for a newer version of the portal. */
let isClosed = false;
const savers = new Set<() => Promise<boolean>>();
const activities = new Set<Promise<unknown>>();

/** Delays closing the database for a newer version of the portal. @param activity changes what is stored when it ends */
export function delayClosing(activity: Promise<unknown>): void {
  activities.add(activity);
  const forgetActivity = () => activities.delete(activity);
  activity.then(forgetActivity, forgetActivity);
}

/** Saves, and closes the database for a newer version of the portal. It stays open while something can't be saved. */
async function closeForNewer(database: IDBDatabase): Promise<void> {
  while (activities.size > 0) await Promise.allSettled(activities);
  // Pages now hide their forms, so that nothing is typed that could not be saved.
  $fault.set('outdated');
  const saved = await Promise.all([...savers].map((save) => save().catch(() => false)));
  if (saved.includes(false)) return $fault.set(null);
  isClosed = true;
  database.close();
}

function setFault(fault: StorageFault | null): void {
  if ($fault.get() !== 'outdated') $fault.set(fault);
}

function open(): Promise<IDBDatabase> {
  if (opening) return opening;
  const asked = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DRAFT_DATABASE, DATABASE_VERSION);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(DRAFT_STORE)) request.result.createObjectStore(DRAFT_STORE);
    };
    request.onblocked = () => setFault('held');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = () => forget(asked);
      database.onversionchange = ({ newVersion }) => {
        if (newVersion !== null) return void closeForNewer(database);
        forget(asked);
        database.close();
      };
      setFault(null);
      resolve(database);
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
    const timer = setTimeout(() => reject(timeout('the database does not respond')), ms);
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
    setFault(null);
    return result;
  } catch (error) {
    setFault(faultOf(error));
    throw error;
  }
}

function faultOf(error: unknown): StorageFault | null {
  if (isTimeout(error)) return $fault.get() === 'held' ? 'held' : 'silent';
  if ((error as Error | null)?.name === OUTDATED) return 'outdated';
  return isBlocked(error) ? 'blocked' : null;
}

async function attempt<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
  if (isClosed) throw new DOMException('a newer version of the portal uses the database', OUTDATED);
  if (isSilent) throw timeout('the database has not answered yet');
  const database = await within(OPEN_MS, open()).catch((error) => {
    isSilent = isTimeout(error);
    throw error;
  });
  return within(CALL_MS, inTransaction(database, mode, work)).catch((error) => {
    // The next call opens a new connection.
    if (isTimeout(error)) opening = null;
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
      let thrown: unknown;
      const write = (objects: IDBObjectStore) => {
        const reading = objects.get(key);
        reading.onsuccess = () => {
          try {
            isRefused = !allowed(reading.result);
            if (!isRefused) objects.put(value, key);
          } catch (error) {
            thrown = error;
            objects.transaction.abort();
          }
        };
        return reading;
      };
      await run('readwrite', write).catch((error) => {
        throw thrown ?? error;
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
    beforeClosing: (save) => void savers.add(save),
  };
}
