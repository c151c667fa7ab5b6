/** Session storage: what belongs to one tab and dies with it. */
import { jsonStorage } from './json-storage.ts';

export const { read: readTab, write: writeTab } = jsonStorage(() => globalThis.sessionStorage);
