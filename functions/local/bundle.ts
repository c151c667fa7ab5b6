/** The workers of `npm start`, bundled once for all portals of this folder. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type RawConfig, writeConfig } from '../wrangler-config.ts';
import { exitWithError, ROOT, run, toolCommand } from './machine.ts';

/** How long a bundle is kept for a portal that still runs it. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const SOURCES = ['functions', 'src', 'locales'];
/** Source files, without those that the check of types writes. */
const SOURCE = /(?<!\.d)\.(?:tsx?|json|css)$/;

/**
 * Bundles a worker, unless there is a bundle of these sources and packages. `wrangler dev` would bundle for itself, and then read
 * all sources again and again: 3 % of a core for each portal.
 * @param name starts the folder's name
 * @param root the project's folder
 * @returns the configuration that runs the bundle
 */
export async function bundle(name: string, config: RawConfig, root = ROOT): Promise<RawConfig> {
  const bundles = join(root, 'dist/workers');
  const folder = join(bundles, `${name}-${contentHash(root, config)}`);
  const main = join(folder, scriptOf(config));
  if (!existsSync(main)) await writeBundle(bundles, folder, config);
  // Marks the bundle as used: making another one must not remove it.
  utimesSync(folder, new Date(), new Date());
  return { ...config, main, no_bundle: true };
}

/** The file that wrangler writes for a worker. */
const scriptOf = ({ main = '' }: RawConfig) => basename(main).replace(/tsx?$/, 'js');

async function writeBundle(bundles: string, folder: string, config: RawConfig): Promise<void> {
  mkdirSync(bundles, { recursive: true });
  for (const name of readdirSync(bundles)) {
    const path = join(bundles, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
  const beside = mkdtempSync(join(bundles, 'next-'));
  const copy = writeConfig(join(beside, 'wrangler.json'), config);
  const command = [...toolCommand('wrangler'), 'deploy', '--dry-run', '--outdir', beside, '-c', copy];
  // As deployed: in development React renders several times slower.
  const { code, output } = await run(command, { env: { NODE_ENV: 'production' } });
  if (code !== 0 || !existsSync(join(beside, scriptOf(config))))
    await exitWithError('The workers could not be built: see the output above.', output);
  // Removed, since wrangler would find it when called without the launcher.
  rmSync(copy);
  const isMade = () => existsSync(join(folder, scriptOf(config)));
  // The folder has lost its script.
  if (!isMade()) rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(beside, folder);
  } catch (error) {
    // Another process has made the same bundle meanwhile.
    if (!isMade()) throw error;
    rmSync(beside, { recursive: true });
  }
}

/**
 * Hash of all sources, the list of packages, and the settings that a bundle depends on. Times would not show a file that was
 * restored with its old time.
 */
function contentHash(root: string, { compatibility_date, compatibility_flags, keep_names }: RawConfig): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  hash.update(JSON.stringify([compatibility_date, compatibility_flags, keep_names]));
  for (const folder of SOURCES)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (SOURCE.test(file)) hash.update(`${folder}/${file}\n`).update(readFileSync(join(root, folder, file)));
  return hash.digest('hex').slice(0, 16);
}
