/** The workers of `npm start`, bundled once for all portals of this folder. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type RawConfig, writeConfig } from '../wrangler-config.ts';
import { exitWithError, ROOT, run, toolCommand } from './machine.ts';

const BUNDLES = join(ROOT, 'dist/workers');
/** How long a portal that still runs an earlier bundle finds it. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const SOURCES = ['functions', 'src', 'locales'];
/** Not what the check of types writes meanwhile. */
const SOURCE = /(?<!\.d)\.(?:tsx?|json|css)$/;

/**
 * Bundles a worker, unless there is a bundle of these sources. `wrangler dev` would bundle for itself, and then read all sources
 * again and again: 3 % of a core for each portal. @param name starts the folder's name @returns the configuration that runs it
 */
export async function bundle(name: string, config: RawConfig): Promise<RawConfig> {
  const folder = join(BUNDLES, `${name}-${lastChange()}`);
  if (!existsSync(folder)) await writeBundle(folder, config);
  return { ...config, main: join(folder, basename(config.main ?? '').replace(/tsx?$/, 'js')), no_bundle: true };
}

async function writeBundle(folder: string, config: RawConfig): Promise<void> {
  mkdirSync(BUNDLES, { recursive: true });
  for (const name of readdirSync(BUNDLES)) {
    const path = join(BUNDLES, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
  const beside = mkdtempSync(join(BUNDLES, 'next-'));
  const copy = writeConfig(join(beside, 'wrangler.json'), config);
  const command = [...toolCommand('wrangler'), 'deploy', '--dry-run', '--outdir', beside, '-c', copy];
  // As deployed: React renders several times slower in development.
  const { code, output } = await run(command, { env: { NODE_ENV: 'production' } });
  if (code !== 0) await exitWithError('The workers could not be built: see the output above.', output);
  // A command of wrangler without the launcher would find it.
  rmSync(copy);
  // Another start may have made the same bundle meanwhile.
  if (existsSync(folder)) rmSync(beside, { recursive: true });
  else renameSync(beside, folder);
}

/** The time of the last change to a source, in whole milliseconds. */
function lastChange(): number {
  const paths = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
  );
  const times = paths.filter((path) => SOURCE.test(path)).map((path) => statSync(path).mtimeMs);
  return Math.floor(Math.max(...times));
}
