/** `npm run build`: builds the pages in another folder, then replaces the served files under a running portal. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from '../command-line.ts';
import { exitWithError, installedNode, printLine, ROOT, run, toolCommand } from './machine.ts';
import { LAST_FILE, replaceServedFiles } from './served-files.ts';

const SERVED = join(ROOT, 'dist/client');
const BESIDE = 'dist/next';
/** The folder in which wrangler looks for a redirected configuration. */
const REDIRECTED = join(ROOT, '.wrangler/deploy');
const BUILT = join(SERVED, LAST_FILE);

/** @returns exit code and output of Astro; the served files stay when it fails */
async function build(given: readonly string[] = []): Promise<{ code: number; output: string }> {
  // Set even inside a test runner: any other value builds pages with React's development version.
  const result = await run([...toolCommand('astro'), 'build', '--outDir', BESIDE, ...given], {
    env: { NODE_ENV: 'production' },
  });
  // The adapter's configuration is for a worker that is never deployed.
  rmSync(join(ROOT, BESIDE, 'client/wrangler.json'), { force: true });
  const desk = result.code === 0 ? await run([installedNode(), 'functions/local/desk/build.ts']) : result;
  if (desk.code !== 0) return desk;
  if (result.code === 0) replaceServedFiles(join(ROOT, BESIDE, 'client'), SERVED);
  rmSync(join(ROOT, BESIDE), { recursive: true, force: true });
  // The adapter's redirect would make wrangler read a configuration from a deleted folder; ours is in the root.
  rmSync(REDIRECTED, { recursive: true, force: true });
  return result;
}

const SOURCES = ['src', 'locales', 'public', 'astro.config.mjs', 'astro-i18next.config.mts', 'package-lock.json'];

/** Builds the pages if there are none, or if a source is newer. */
export async function ensureBuilt(): Promise<void> {
  if (existsSync(BUILT) && newest(SOURCES.map((path) => join(ROOT, path))) <= statSync(BUILT).mtimeMs) return;
  printLine('Building the pages …');
  const { code, output } = await build();
  if (code !== 0) await exitWithError('The pages could not be built: see the output above.', output);
}

/** The time of the newest file or folder; a folder changes when a file in it is deleted. */
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
