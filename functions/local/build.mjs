/**
 * `npm run build`: builds the pages in a folder beside the one that is served, and puts them into its place file by file, so
 * that a portal that runs goes on. Scripts and styles of earlier builds stay for a while: a tab that was opened before still
 * asks for them.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, run, tool } from './machine.mjs';

/** Served by the gateway (wrangler.toml, `[assets]`). */
const SERVED = join(ROOT, 'dist/client');
const BESIDE = 'dist/next';
/** Put in place last: the mark of a whole build. */
const LAST = '_headers';
export const BUILT = join(SERVED, LAST);

/** Files named by their content. */
const HASHED = /^_astro[/\\]/;
/** Longer than an applicant leaves a tab open, and longer than a session lives. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** @returns {Promise<{ code: number, output: string }>} of Astro; what is served stays as it was when that failed */
export async function build(given = []) {
  const result = await run([...tool('astro'), 'build', '--outDir', BESIDE, ...given]);
  if (result.code === 0) putInPlace(join(ROOT, BESIDE, 'client'), SERVED);
  rmSync(join(ROOT, BESIDE), { recursive: true, force: true });
  return result;
}

/**
 * Makes a served folder hold a build.
 * @param {string} from the build
 * @param {string} to the folder that is served
 * @param {number} now milliseconds
 */
export function putInPlace(from, to, now = Date.now()) {
  const built = filesIn(from);
  const isBuilt = new Set(built);
  const isKept = (path) => HASHED.test(path) && now - statSync(join(to, path)).mtimeMs < KEPT_MS;
  const gone = filesIn(to).filter((path) => !isBuilt.has(path) && !isKept(path));
  // A page never names what is not there yet; the headers, which mark the end of a build, come last.
  const rank = (path) => (HASHED.test(path) ? 0 : path === LAST ? 2 : 1);
  built.sort((a, b) => rank(a) - rank(b));
  for (const path of built) mkdirSync(dirname(join(to, path)), { recursive: true });
  // First and in one go: a tenth of a second after a change the local runtime reads the folder, and ends when a file goes
  // that it is just about to read.
  for (const path of gone) unlinkSync(join(to, path));
  for (const path of built) renameSync(join(from, path), join(to, path));
}

/** The paths of all files below a folder, from there. */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());
}

if (process.argv[1] === import.meta.filename) {
  const { code, output } = await build(process.argv.slice(2));
  process.stdout.write(output);
  process.exitCode = code;
}
