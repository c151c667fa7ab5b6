/**
 * Whether an applicant left changes on this device that were not sent. Rule: it can be asked without the form and what the
 * form needs, so that who only reads does not fetch them.
 */
import { indexedDbStorage } from '../application/draft-storage.ts';

/** Key prefix of what is kept; changes-vault.ts writes it. */
export const CHANGES_PREFIX = 'changes:';

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
