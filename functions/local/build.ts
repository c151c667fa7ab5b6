/** `npm run build`: builds the pages beside those that are served, and replaces these file by file under a running portal. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readArguments } from './command-line.ts';
import { installedNode, ROOT, run, tool } from './machine.ts';

const SERVED = join(ROOT, 'dist/client');
const BESIDE = 'dist/next';
/** Where wrangler looks for another configuration, unless it is told one. */
const REDIRECTED = join(ROOT, '.wrangler/deploy');
const LAST = '_headers';
export const BUILT = join(SERVED, LAST);

/** Files named by their content: open tabs still ask for those of earlier builds. */
const HASHED = /^_astro[/\\]/;
const HASHED_MS = 7 * 24 * 60 * 60 * 1000;

/** @returns of Astro; what is served stays as it was when that failed */
export async function build(given: readonly string[] = []): Promise<{ code: number; output: string }> {
  // Also where a test runner starts it: with another value the pages get React's development build.
  const result = await run([...tool('astro'), 'build', '--outDir', BESIDE, ...given], {
    env: { NODE_ENV: 'production' },
  });
  // The adapter's configuration of a worker that nobody deploys.
  rmSync(join(ROOT, BESIDE, 'client/wrangler.json'), { force: true });
  // What the desk serves to browsers.
  const desk = result.code === 0 ? await run([installedNode(), 'functions/local/desk/build.ts']) : result;
  if (desk.code !== 0) return desk;
  if (result.code === 0) putInPlace(join(ROOT, BESIDE, 'client'), SERVED);
  rmSync(join(ROOT, BESIDE), { recursive: true, force: true });
  // The adapter's note makes wrangler read a configuration from the folder that is gone; the one in the root is ours.
  rmSync(REDIRECTED, { recursive: true, force: true });
  return result;
}

/** Makes the served folder `to` hold the build `from`. @param now milliseconds */
export function putInPlace(from: string, to: string, now = Date.now()): void {
  const built = filesIn(from);
  const isBuilt = new Set(built);
  const isKept = (path: string) => HASHED.test(path) && now - statSync(join(to, path)).mtimeMs < HASHED_MS;
  const gone = filesIn(to).filter((path) => !isBuilt.has(path) && !isKept(path));
  // A page never names what is not there yet; the headers, which mark the end of a build, come last.
  const rank = (path: string) => (HASHED.test(path) ? 0 : path === LAST ? 2 : 1);
  built.sort((a, b) => rank(a) - rank(b));
  for (const path of built) mkdirSync(dirname(join(to, path)), { recursive: true });
  // Deleted first, at once: miniflare reads the folder 0.1 s after a change, and crashes on a file that is gone by then.
  for (const path of gone) unlinkSync(join(to, path));
  for (const path of built) renameSync(join(from, path), join(to, path));
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

if (process.argv[1] === import.meta.filename) {
  const { words } = readArguments({
    command: 'npm run build',
    about: 'Builds the pages, and puts them in place under a running portal. Arguments go to "astro build".',
    passesOn: true,
  });
  const { code, output } = await build(words);
  process.stdout.write(output);
  process.exitCode = code;
}
