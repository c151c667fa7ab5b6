/** Texts in local storage, the same in every tab; in memory where the browser has no storage for the site. */
import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import { openArea } from './storage.ts';

// The library would fail on a storage that is null.
if (typeof document !== 'undefined' && !openArea(() => globalThis.localStorage)) {
  setPersistentEngine({}, windowPersistentEvents);
}

export const persistentText = (key: string) => persistentAtom<string | undefined>(key, undefined);
