/** Whether unsent changes are on this device. Separate from the form, so that reading does not load it. */
import { indexedDbStorage } from '../device/storage.ts';

/** Key prefixes of the stored changes and of their files, see changed-fields.ts. */
export const CHANGES_PREFIX = 'changes:';
export const CHANGES_FILE_PREFIX = 'changes-file:';

const storage = indexedDbStorage();
let flush: () => Promise<unknown> = async () => undefined;

/** Applicants who signed out on this page: an open form stores nothing more for them. */
const signedOut = new Set<string>();
export const unsentChanges = {
  setFlush(finish: () => Promise<unknown>): void {
    flush = finish;
  },
  /** True when changes of this applicant are stored; false also where the device refuses access. */
  async exist(id: string): Promise<boolean> {
    await flush();
    const stored = await storage.get(CHANGES_PREFIX + id).catch(() => undefined);
    return stored !== undefined && stored !== null;
  },
  async remove(id: string): Promise<void> {
    signedOut.add(id);
    await flush();
    for (const key of await storage.keys()) {
      if (key === CHANGES_PREFIX + id || key.startsWith(`${CHANGES_FILE_PREFIX}${id}:`)) await storage.delete(key);
    }
  },
  hasSignedOut: (id: string) => signedOut.has(id),
  allowStoring: (id: string) => void signedOut.delete(id),
};
