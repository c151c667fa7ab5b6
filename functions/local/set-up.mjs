/**
 * Everything a working portal needs before it starts: packages, secrets, pages, tables.
 * Each step looks first and does nothing when there is nothing to do.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, build } from './build.mjs';
import { giveUp, installedNode, PINNED_NODE, ROOT, run, say, tool } from './machine.mjs';

/** Where each worker reads its secrets on this machine, and which. */
const SECRETS = [
  { file: '.dev.vars', name: 'BIND_SECRET' },
  { file: 'functions/admin/.dev.vars', name: 'FILES_SECRET' },
];

export const SECRET_FILES = SECRETS.map(({ file }) => join(ROOT, file));

const SOURCES = ['src', 'locales', 'public', 'astro.config.mjs', 'astro-i18next.config.mts', 'package-lock.json'];

/**
 * Installs the packages of package-lock.json unless exactly these are there. No package runs a script of its own on the way
 * (.npmrc) but one: that of the Node that the project pins, which brings the binary.
 */
export async function ensureInstalled() {
  if (isInstalled() && existsSync(PINNED_NODE)) return;
  say('Installing packages (once; about a minute) …');
  if (!isInstalled()) await npm('ci', '--no-audit', '--no-fund');
  await npm('rebuild', 'node', '--ignore-scripts=false');
}

async function npm(...given) {
  const { code, output } = await run([process.platform === 'win32' ? 'npm.cmd' : 'npm', ...given]);
  if (code !== 0) await giveUp('The packages could not be installed: see above.', output);
}

function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional, devOptional, link }]) => {
    if (path === '' || link) return true;
    const found = present[path];
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

function readPackages(file) {
  const path = join(ROOT, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}

/** Makes the secrets of this machine out of random bytes; those that exist are kept. */
export function ensureSecrets() {
  for (const { file, name } of SECRETS) {
    const path = join(ROOT, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (new RegExp(`^${name}\\s*=\\s*\\S`, 'm').test(text)) continue;
    const gap = text === '' || text.endsWith('\n') ? '' : '\n';
    writeFileSync(path, `${text}${gap}${name}="${randomBytes(32).toString('base64url')}"\n`, { mode: 0o600 });
  }
}

/** Builds the pages when there are none or a source is newer. */
export async function ensureBuilt() {
  if (existsSync(BUILT) && newest(SOURCES.map((path) => join(ROOT, path))) <= statSync(BUILT).mtimeMs) return;
  say('Building the pages …');
  const { code, output } = await build();
  if (code !== 0) await giveUp('The pages could not be built: see above.', output);
}

/** The latest change below the given paths; a folder counts too, since it changes when a file goes. */
function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const stats = statSync(path);
    latest = Math.max(latest, stats.mtimeMs);
    if (stats.isDirectory()) latest = Math.max(latest, newest(readdirSync(path).map((name) => join(path, name))));
  }
  return latest;
}

/** Brings the tables of the local database up to date. Data is kept. */
export async function ensureTables(state) {
  mkdirSync(state, { recursive: true });
  const { code, output } = await run([
    ...tool('wrangler'),
    ...['d1', 'migrations', 'apply', 'DB', '--local', '-c', 'functions/admin/wrangler.toml', '--persist-to', state],
  ]);
  if (code !== 0) await giveUp('The tables of the database could not be made: see above.', output);
}

/** True when no table of the local database holds a row. Must not run while the workers do. */
export async function isDatabaseEmpty(state) {
  const { code, output } = await run([installedNode(), join(ROOT, 'functions/local/count-rows.mjs'), state]);
  return code === 0 && output.trim() === '0';
}

/** True when package.json has the script. */
export function hasScript(name) {
  return name in JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;
}
