/** The browser's side of a draft, for DeviceDraft. */
import { ports } from '../browser/ports.ts';
import { whenIdle } from '../browser/when-idle.ts';
import type { DraftPorts } from '../device/device-state.ts';
import { createWebLock } from '../device/entry-lock.ts';
import { onPageLeave } from '../device/saving.ts';
import { indexedDbStorage } from '../device/storage.ts';

/** @param lock name of the lock that the tab with the draft holds */
export const browserDraft = (lock: string): DraftPorts => ({
  storage: indexedDbStorage(),
  lock: createWebLock(lock),
  now: () => new Date(ports.now()),
  newKey: () => crypto.randomUUID(),
  onHide: onPageLeave,
  // Safari releases the lock of a page in the back/forward cache.
  onReturn: (action) => addEventListener('pageshow', ({ persisted }) => persisted && action()),
  whenIdle,
});
