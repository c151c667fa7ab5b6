/** Restricts this machine's state, which holds passports, to its owner, including files of earlier versions. */
import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './machine.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const PERMISSIONS = 0o777;

/** What a portal keeps in its state folder, and the log of an earlier version. */
const OWN = new Set([
  'v3',
  'mail',
  'admin',
  'gateway',
  'desk',
  'registry',
  'wrangler-logs',
  'tmp',
  'compiled',
  'remote',
  'portal.log',
  'portal.log.1',
  'workers.pid',
]);

/** New files of this process and its children are private to their owner. */
export function makeNewFilesPrivate(): void {
  process.umask(PERMISSIONS & ~FOLDER_MODE);
}

/** Restricts a portal's files to their owner; the folder too, unless it contains other things, such as /tmp. */
export function makeStatePrivate(state: string): void {
  const names = readdirSync(state);
  for (const name of names) if (OWN.has(name)) makePrivate(join(state, name));
  if (names.every((name) => OWN.has(name))) setMode(state, FOLDER_MODE, lstatSync(state));
}

/** @param path of a file, or of a folder with its content; other kinds are ignored */
export function makePrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) setMode(path, FILE_MODE, found);
  if (!found?.isDirectory()) return;
  // The folder first, so that its content is closed while the rest is changed.
  setMode(path, FOLDER_MODE, found);
  for (const name of readdirSync(path)) makePrivate(join(path, name));
}

function setMode(path: string, mode: number, found: Stats): void {
  if ((found.mode & PERMISSIONS) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // It was deleted meanwhile, or belongs to another user.
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
  }
}
