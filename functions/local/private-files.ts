/**
 * The state of this machine holds passports: it is readable by its owner alone. What a portal of before has left there is
 * made so, too.
 */
import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './machine.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Permission bits of a file's mode. */
const PERMISSIONS = 0o777;

/** What a portal keeps in its state folder, and the older log. */
const OWN = new Set([
  ...['v3', 'mail', 'admin', 'gateway', 'desk', 'registry', 'wrangler-logs', 'tmp', 'compiled'],
  ...['portal.log', 'portal.log.1', 'workers.pid'],
]);

/** Files that this process and those that it starts make from now on are their owner's alone. */
export function makeNewFilesPrivate(): void {
  process.umask(PERMISSIONS & ~FOLDER_MODE);
}

/**
 * Takes everything that a portal keeps in a state folder from all but its owner. The folder itself as well, unless it holds
 * other things: it may be one that others use, such as /tmp. Links are left alone.
 * @param state an existing folder
 */
export function makeStatePrivate(state: string): void {
  const names = readdirSync(state);
  for (const name of names) if (OWN.has(name)) makePrivate(join(state, name));
  if (names.every((name) => OWN.has(name))) setMode(state, FOLDER_MODE);
}

/** @param path of a file, or of a folder with all that is in it; other kinds are left alone */
export function makePrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) setMode(path, FILE_MODE, found);
  if (!found?.isDirectory()) return;
  // First, so that nothing in it can be opened while the rest is changed.
  setMode(path, FOLDER_MODE, found);
  for (const name of readdirSync(path)) makePrivate(join(path, name));
}

function setMode(
  path: string,
  mode: number,
  found: Stats | undefined = lstatSync(path, { throwIfNoEntry: false }),
): void {
  if (!found || (found.mode & PERMISSIONS) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // Gone since it was listed (another process works here), or another user's: only the owner may change it.
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
  }
}
