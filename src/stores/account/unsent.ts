/**
 * Whether an applicant left changes on this device that were not sent. Rule: it can be asked without the form and what the
 * form needs, so that who only reads does not fetch them.
 */
import { indexedDbStorage } from '../device/storage.ts';

/** Key prefixes of what is kept and of its files; changes-vault.ts writes them. */
export const CHANGES_PREFIX = 'changes:';
export const CHANGES_FILE_PREFIX = 'changes-file:';

const storage = indexedDbStorage();
let keeping: Promise<unknown> = Promise.resolve();

/** Tells that a page which is being left is still writing. */
export function awaitKeeping(done: Promise<unknown>): void {
  keeping = done;
}

/** True when something is kept for this applicant. A device that refuses to tell counts as empty. */
export async function hasUnsent(id: string): Promise<boolean> {
  await keeping.catch(() => undefined);
  const kept = await storage.get(CHANGES_PREFIX + id).catch(() => undefined);
  return kept !== undefined && kept !== null;
}

/** Applicants who signed out in this page: a form that is still open keeps nothing more for them when the page is left. */
const signedOut = new Set<string>();
export const hasSignedOut = (id: string) => signedOut.has(id);
/** Changes of this applicant are kept again: the form was opened. */
export const keepAgain = (id: string) => void signedOut.delete(id);

/** Removes what is kept for this applicant: who signs out leaves nothing of the application on the device. */
export async function forgetUnsent(id: string): Promise<void> {
  signedOut.add(id);
  await keeping.catch(() => undefined);
  for (const key of await storage.keys()) {
    if (key === CHANGES_PREFIX + id || key.startsWith(`${CHANGES_FILE_PREFIX}${id}:`)) await storage.delete(key);
  }
}
