/** Texts in local storage, synchronized across tabs; in memory if the browser blocks storage for the site. */
import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import { openArea } from './storage.ts';

// The library throws where there is no storage.
if (typeof document !== 'undefined' && !openArea(() => globalThis.localStorage)) {
  setPersistentEngine({}, windowPersistentEvents);
}

export const persistentText = (key: string) => persistentAtom<string | undefined>(key, undefined);
