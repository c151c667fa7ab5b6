/** What a portal needs before it starts: settings, packages, secrets, pages, tables. Each step does only what is missing. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BUILT, build } from './build.mjs';
import { giveUp, installedNode, isPortTaken, PINNED_NODE, ROOT, run, say, tool } from './machine.mjs';
import { makeNewFilesPrivate, makePrivate, makeStatePrivate } from './private-files.mjs';
import { ensureRequirements } from './requirements.mjs';

/** A setting that can't be used; the message is one sentence that says what to do. */
export class SettingError extends Error {
  name = 'SettingError';
}

/** @returns {number} the port to serve on; 0 is any free one @throws {SettingError} */
export function readPort(value = process.env.PORT) {
  const port = /^\d{1,5}$/.test(value || '8787') ? Number(value || 8787) : Number.NaN;
  if (port <= 65_535) return port;
  throw new SettingError(`PORT must be a whole number from 0 to 65535, for example PORT=8788; it is "${value}".`);
}

/** Makes the folder of database, files, mail and log, which its owner alone can read. @returns {string} its absolute path @throws {SettingError} */
export function readState(value = process.env.PORTAL_STATE) {
  const state = resolve(ROOT, value || '.wrangler/state');
  const use = 'Name another one, for example PORTAL_STATE=/tmp/portal, or leave it out.';
  if (existsSync(state) && !statSync(state).isDirectory()) {
    throw new SettingError(`PORTAL_STATE must be a folder, and ${state} is a file. ${use}`);
  }
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    appendFileSync(logOf(state), '', { mode: 0o600 });
    makeStatePrivate(state);
  } catch (error) {
    throw new SettingError(
      `PORTAL_STATE must be a folder that can be written, and ${state} is not (${error.code}). ${use}`,
    );
  }
  return state;
}

export const logOf = (state) => join(state, 'portal.log');

/** By the gateway's rule (functions/gateway/env.ts). @returns {string} an origin; empty: embedded @throws {SettingError} */
export function readAdminHost(value = process.env.ADMIN_HOST) {
  if (!value) return '';
  let url = null;
  try {
    url = new URL(value);
  } catch {
    // No address at all: told below.
  }
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (isSecure && (value === url.origin || value === `${url.origin}/`)) return url.origin;
  throw new SettingError(
    `ADMIN_HOST must be an https origin such as https://admin.example.org (http for this machine only); it is "${value}".`,
  );
}

/**
 * Prepares a start, or gives up with one sentence. @param {string} command as it was typed
 * @returns {Promise<{ port: number, state: string, adminHost: string, isEmpty: boolean }>} port 0: any free one
 */
export async function setUp(command) {
  const { port, state, adminHost } = await readSettings();
  if (port !== 0 && (await isPortTaken(port))) await giveUp(portInUse(port, command));
  await ensureRequirements(['start']);
  await ensureInstalled();
  const { damage, isEmpty, migrations } = await inspectDatabase(state);
  if (damage) {
    await giveUp(
      `The database in ${state} is damaged (${damage}). Put a copy of the folder in its place, or start afresh without its applications: delete it.`,
    );
  }
  ensureSecrets();
  await ensureBuilt();
  if (readdirSync(MIGRATIONS).some((name) => !migrations.includes(name))) await makeTables(state);
  return { port, state, adminHost, isEmpty };
}

async function readSettings() {
  try {
    return { port: readPort(), adminHost: readAdminHost(), state: readState() };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return giveUp(error.message);
  }
}

export const portInUse = (port, command) =>
  `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port < 65_535 ? port + 1 : 8787} ${command}`;

/** Where each worker reads its secrets on this machine, and which. */
const SECRETS = [
  { file: '.dev.vars', name: 'BIND_SECRET' },
  { file: '.dev.vars', name: 'HOST_SECRET' },
  { file: 'functions/admin/.dev.vars', name: 'FILES_SECRET' },
];

const SOURCES = ['src', 'locales', 'public', 'astro.config.mjs', 'astro-i18next.config.mts', 'package-lock.json'];

/** Installs package-lock.json. No package runs an install script (.npmrc) but `node`, which fetches its binary. */
export async function ensureInstalled() {
  if (isInstalled() && existsSync(PINNED_NODE)) return;
  say('Installing packages (once; about a minute) …');
  if (!isInstalled()) await npm('ci', '--no-audit', '--no-fund');
  await npm('rebuild', 'node', '--ignore-scripts=false');
}

/**
 * Before 10 npm leaves the overrides out when it compares the lock file, and on a Node before 20 it leaves out native packages
 * that name a newer one (seen with Debian 12's own, 9.2 and 18). There the project's Node installs, with this npm.
 */
const NEWER_NPM = 'npm@10.9.4';

async function npm(...given) {
  const own = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { output: version } = await run([own, '--version']);
  const isOld = Number.parseInt(version, 10) < 10 || Number.parseInt(process.versions.node, 10) < 20;
  const { node } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies;
  const newer = [
    'exec',
    '--yes',
    '--ignore-scripts=false',
    `--package=node@${node}`,
    `--package=${NEWER_NPM}`,
    '--',
    'npm',
  ];
  const { code, output } = await run([own, ...(isOld ? newer : []), ...given]);
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

export function ensureSecrets() {
  for (const { file, name } of SECRETS) {
    const path = join(ROOT, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    makePrivate(path);
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

/** A folder counts too: it changes when a file is deleted. */
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

const MIGRATIONS = join(ROOT, 'functions/admin/migrations');

/** Takes wrangler several seconds, also where there is nothing to do. @param {string} state a folder, which may be missing */
export async function makeTables(state) {
  makeNewFilesPrivate();
  const { code, output } = await run([
    ...tool('wrangler'),
    ...['d1', 'migrations', 'apply', 'DB', '--local', '-c', 'functions/admin/wrangler.toml', '--persist-to', state],
  ]);
  if (code !== 0) await giveUp('The tables of the database could not be made: see above.', output);
}

/** Must not run while the workers do. @returns {Promise<{ damage: string | null, isEmpty: boolean, migrations: string[] }>} */
async function inspectDatabase(state) {
  const { code, output } = await run([installedNode(), join(ROOT, 'functions/local/database.mjs'), state]);
  // What SQLite can't even open is damaged as well; the last line of the error names the reason.
  if (code === 0) return JSON.parse(output);
  return { damage: /Error: (.*)/.exec(output)?.[1] ?? 'unreadable', isEmpty: false, migrations: [] };
}
