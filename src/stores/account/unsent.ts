/**
 * Whether an applicant left unsent changes on this device. Apart from the form and what it needs, so that who only reads does
 * not fetch them.
 */
import { indexedDbStorage } from '../device/storage.ts';

/** Key prefixes of the stored changes and of their files; change-store.ts writes them. */
export const CHANGES_PREFIX = 'changes:';
export const CHANGES_FILE_PREFIX = 'changes-file:';

const storage = indexedDbStorage();
let flush: () => Promise<unknown> = async () => undefined;

/** Registers how the form finishes its writes, before anybody looks at what is stored. */
export function flushBefore(finish: () => Promise<unknown>): void {
  flush = finish;
}

/** True when changes of this applicant are stored. A device that refuses to tell counts as empty. */
export async function hasUnsent(id: string): Promise<boolean> {
  await flush();
  const stored = await storage.get(CHANGES_PREFIX + id).catch(() => undefined);
  return stored !== undefined && stored !== null;
}

/** Applicants who signed out in this page: a form that is still open stores nothing more for them when the page is left. */
const signedOut = new Set<string>();
export const hasSignedOut = (id: string) => signedOut.has(id);
/** Changes of this applicant are stored again: the form was opened. */
export const keepAgain = (id: string) => void signedOut.delete(id);

/** Deletes the changes of this applicant: who signs out leaves nothing of the application on the device. */
export async function forgetUnsent(id: string): Promise<void> {
  signedOut.add(id);
  await flush();
  for (const key of await storage.keys()) {
    if (key === CHANGES_PREFIX + id || key.startsWith(`${CHANGES_FILE_PREFIX}${id}:`)) await storage.delete(key);
  }
}
