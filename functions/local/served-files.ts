/** The pages that a portal serves: replaced one by one while it runs. */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file with the headers. Its change marks the end of a build. */
export const LAST_FILE = '_headers';

/** Files that are named by their content: open tabs still request those of earlier builds. */
const HASHED = /^_astro[/\\]/;
const HASHED_MS = 7 * 24 * 60 * 60 * 1000;

/** Makes the served folder `to` equal to the build `from`. @param now milliseconds */
export function replaceServedFiles(from: string, to: string, now = Date.now()): void {
  const built = filesIn(from);
  const isBuilt = new Set(built);
  const isKept = (path: string) => HASHED.test(path) && now - statSync(join(to, path)).mtimeMs < HASHED_MS;
  const gone = filesIn(to).filter((path) => !isBuilt.has(path) && !isKept(path));
  // Order of copying: a page never names a missing file, and the headers, which mark the end of a build, come last.
  const rank = (path: string) => (HASHED.test(path) ? 0 : path === LAST_FILE ? 2 : 1);
  built.sort((a, b) => rank(a) - rank(b));
  for (const path of built) mkdirSync(dirname(join(to, path)), { recursive: true });
  // Deleted in one go: miniflare reads the folder 0.1 s after a change, and crashes if a file vanishes then.
  for (const path of gone) unlinkSync(join(to, path));
  for (const path of built) renameSync(join(from, path), join(to, path));
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}
