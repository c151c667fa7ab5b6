/** `npm run build`: builds the pages in another folder, then replaces the served files one by one under a running portal. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandLine } from '../command-line.ts';
import { exitWithError, installedNode, printLine, ROOT, run, toolCommand } from './machine.ts';

const SERVED = join(ROOT, 'dist/client');
const BESIDE = 'dist/next';
/** Where wrangler looks for a redirected configuration. */
const REDIRECTED = join(ROOT, '.wrangler/deploy');
const LAST = '_headers';
const BUILT = join(SERVED, LAST);

/** Files named by their content: open tabs still request those of earlier builds. */
const HASHED = /^_astro[/\\]/;
const HASHED_MS = 7 * 24 * 60 * 60 * 1000;

/** @returns exit code and output of Astro; the served files stay when it fails */
async function build(given: readonly string[] = []): Promise<{ code: number; output: string }> {
  // Also inside a test runner: another value builds pages with React's development version.
  const result = await run([...toolCommand('astro'), 'build', '--outDir', BESIDE, ...given], {
    env: { NODE_ENV: 'production' },
  });
  // The adapter's configuration of a worker that is never deployed.
  rmSync(join(ROOT, BESIDE, 'client/wrangler.json'), { force: true });
  const desk = result.code === 0 ? await run([installedNode(), 'functions/local/desk/build.ts']) : result;
  if (desk.code !== 0) return desk;
  if (result.code === 0) replaceServedFiles(join(ROOT, BESIDE, 'client'), SERVED);
  rmSync(join(ROOT, BESIDE), { recursive: true, force: true });
  // The adapter's redirect would make wrangler read a configuration from a deleted folder; ours is in the root.
  rmSync(REDIRECTED, { recursive: true, force: true });
  return result;
}

/** Makes the served folder `to` equal to the build `from`. @param now milliseconds */
export function replaceServedFiles(from: string, to: string, now = Date.now()): void {
  const built = filesIn(from);
  const isBuilt = new Set(built);
  const isKept = (path: string) => HASHED.test(path) && now - statSync(join(to, path)).mtimeMs < HASHED_MS;
  const gone = filesIn(to).filter((path) => !isBuilt.has(path) && !isKept(path));
  // A page never names a missing file; the headers, which mark the end of a build, come last.
  const rank = (path: string) => (HASHED.test(path) ? 0 : path === LAST ? 2 : 1);
  built.sort((a, b) => rank(a) - rank(b));
  for (const path of built) mkdirSync(dirname(join(to, path)), { recursive: true });
  // Deleted at once: miniflare reads the folder 0.1 s after a change, and crashes on a vanished file.
  for (const path of gone) unlinkSync(join(to, path));
  for (const path of built) renameSync(join(from, path), join(to, path));
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

const SOURCES = ['src', 'locales', 'public', 'astro.config.mjs', 'astro-i18next.config.mts', 'package-lock.json'];

/** Builds the pages when there are none or a source is newer. */
export async function ensureBuilt(): Promise<void> {
  if (existsSync(BUILT) && newest(SOURCES.map((path) => join(ROOT, path))) <= statSync(BUILT).mtimeMs) return;
  printLine('Building the pages …');
  const { code, output } = await build();
  if (code !== 0) await exitWithError('The pages could not be built: see the output above.', output);
}

/** Includes folders, which change when a file is deleted. */
function newest(paths: readonly string[]): number {
  let latest = 0;
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const stats = statSync(path);
    latest = Math.max(latest, stats.mtimeMs);
    if (stats.isDirectory()) latest = Math.max(latest, newest(readdirSync(path).map((name) => join(path, name))));
  }
  return latest;
}

if (process.argv[1] === import.meta.filename) {
  const about = 'Builds the pages, and replaces those of a running portal. Arguments go to "astro build".';
  const { args } = new CommandLine('npm run build', about).argument('[arguments...]').allowUnknownOption().parse();
  const { code, output } = await build(args);
  process.stdout.write(output);
  process.exitCode = code;
}
