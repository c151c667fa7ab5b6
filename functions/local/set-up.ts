/** Prepares a start: settings, secrets, pages, tables. Each step does only what is missing. */
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { secureOrigin } from '../gateway/env.ts';
import { ConfigurationError } from '../platform/configuration-error.ts';
import { ADMIN_CONFIG } from '../wrangler-config.ts';
import { BUILT, build } from './build.ts';
import type { Inspection } from './database.ts';
import { readHostProfileFile } from './host-profile.ts';
import { codeOf, exitWithError, installedNode, isPortTaken, printLine, ROOT, run, toolCommand } from './machine.ts';
import { makeNewFilesPrivate, makePrivate, makeStatePrivate } from './private-files.ts';
import { ensureRequirements, START } from './requirements.ts';

/** @returns the port to serve on; 0 is any free one @throws ConfigurationError */
function readPort(value = process.env.PORT): number {
  const port = /^\d{1,5}$/.test(value || '8787') ? Number(value || 8787) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ConfigurationError(`PORT must be a whole number from 0 to 65535, for example PORT=8788; it is "${value}".`);
}

/** Makes the private folder of database, files, mail and log. @returns its absolute path @throws ConfigurationError */
export function readState(value = process.env.PORTAL_STATE): string {
  const state = resolve(ROOT, value || '.wrangler/state');
  const use = 'Name another one, for example PORTAL_STATE=/tmp/portal, or leave it out.';
  if (existsSync(state) && !statSync(state).isDirectory()) {
    throw new ConfigurationError(`PORTAL_STATE must be a folder, and ${state} is a file. ${use}`);
  }
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    appendFileSync(logPath(state), '', { mode: 0o600 });
    makeStatePrivate(state);
  } catch (error) {
    throw new ConfigurationError(
      `PORTAL_STATE must be a folder that can be written, and ${state} is not (${codeOf(error)}). ${use}`,
    );
  }
  return state;
}

export const logPath = (state: string): string => join(state, 'portal.log');

/** @returns an origin; empty: embedded @throws ConfigurationError */
export function readAdminHost(value = process.env.ADMIN_HOST): string {
  const origin = value ? secureOrigin(value) : '';
  if (origin !== null) return origin;
  throw new ConfigurationError(
    `ADMIN_HOST must be an https origin such as https://admin.example.org (http for this machine only); it is "${value}".`,
  );
}

export interface Settings {
  port: number;
  state: string;
  adminHost: string;
  /** The text of its profile; empty for none. */
  hostProfile: string;
}

/** Prepares a start, or gives up with one sentence. @param command as typed */
export async function setUp(command: string): Promise<Settings & { isEmpty: boolean }> {
  const { port, state, adminHost, hostProfile } = await readSettings();
  if (port !== 0 && (await isPortTaken(port))) await exitWithError(portInUse(port, command));
  await ensureRequirements(START);
  const { damage, isEmpty, migrations } = await inspectDatabase(state);
  if (damage) {
    await exitWithError(
      `The database in ${state} is damaged (${damage}). Replace the folder with a copy, or delete it to start without its applications.`,
    );
  }
  ensureSecrets();
  ensureStateSecrets(state);
  await ensureBuilt();
  makeNewFilesPrivate();
  if (migrationsBeyond(migrations).length > 0) await makeTables(state, migrations);
  return { port, state, adminHost, hostProfile, isEmpty };
}

async function readSettings(): Promise<Settings> {
  try {
    const hostProfile = readHostProfileFile(process.env.HOST_PROFILE ?? '');
    return { port: readPort(), adminHost: readAdminHost(), hostProfile, state: readState() };
  } catch (error) {
    if (!(error instanceof ConfigurationError || error instanceof RangeError)) throw error;
    return exitWithError(error.message);
  }
}

export const portInUse = (port: number, command: string): string =>
  `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port < 65_535 ? port + 1 : 8787} ${command}`;

/**
 * The workers' secrets: their files in the project's folder and in a portal's state. Secrets of sessions and links stay with the
 * state (`isKept`), so that another checkout keeps them; the secret of another admin host is a setting of the project.
 */
const SECRETS = [
  { file: '.dev.vars', stateFile: 'gateway/.dev.vars', name: 'BIND_SECRET', isKept: true },
  { file: '.dev.vars', stateFile: 'gateway/.dev.vars', name: 'HOST_SECRET', isKept: false },
  { file: 'functions/admin/.dev.vars', stateFile: 'admin/.dev.vars', name: 'FILES_SECRET', isKept: true },
];

const SOURCES = ['src', 'locales', 'public', 'astro.config.mjs', 'astro-i18next.config.mts', 'package-lock.json'];

export function ensureSecrets(): void {
  for (const { file, name } of SECRETS) {
    const path = join(ROOT, file);
    makePrivate(path);
    if (!readSecret(path, name)) writeSecret(path, name, randomBytes(32).toString('base64url'));
  }
}

/** Gives a state its secrets: its own, else those of the project's folder. @param state an existing folder */
export function ensureStateSecrets(state: string): void {
  for (const { file, stateFile, name, isKept } of SECRETS) {
    const path = join(state, stateFile);
    const secret = readSecret(join(ROOT, file), name) ?? '';
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const own = readSecret(path, name);
    if (own === undefined || (!isKept && own !== secret)) writeSecret(path, name, secret);
  }
}

const secretLine = (name: string) => new RegExp(`^${name}[ \\t]*=[ \\t]*"?([^"\\n]+)"?.*$`, 'm');

function readSecret(path: string, name: string): string | undefined {
  return existsSync(path) ? secretLine(name).exec(readFileSync(path, 'utf8'))?.[1]?.trim() : undefined;
}

function writeSecret(path: string, name: string, secret: string): void {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const others = text.replace(new RegExp(`^${name}[ \\t]*=.*\\n?`, 'm'), '');
  const gap = others === '' || others.endsWith('\n') ? '' : '\n';
  writeFileSync(path, `${others}${gap}${name}="${secret}"\n`, { mode: 0o600 });
}

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

const MIGRATIONS = join(ROOT, 'functions/admin/migrations');

/** As wrangler creates it (https://developers.cloudflare.com/d1/reference/migrations/). */
const APPLIED =
  'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);';

const migrationsBeyond = (applied: readonly string[]): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => !applied.includes(name))
    .sort();

/**
 * Applies the missing migrations in one transaction, and records them as `wrangler d1 migrations apply` does. That starts the
 * runtime once for each migration: a first start took over 20 seconds. @param state a folder, which may be missing
 */
export async function makeTables(state: string, applied: readonly string[] = []): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'it-visa-tables-')), 'migrations.sql');
  const texts = migrationsBeyond(applied).flatMap((name) => [
    readFileSync(join(MIGRATIONS, name), 'utf8'),
    `INSERT INTO d1_migrations (name) VALUES ('${name}');`,
  ]);
  writeFileSync(file, [APPLIED, ...texts].join('\n'));
  const { code, output } = await run([
    ...[...toolCommand('wrangler'), 'd1', 'execute', 'DB', '--local', '--yes', '--file', file],
    ...['-c', ADMIN_CONFIG, '--persist-to', state],
  ]);
  rmSync(dirname(file), { recursive: true });
  if (code !== 0) await exitWithError('The tables of the database could not be created: see the output above.', output);
}

/** Must not run while the workers do. */
async function inspectDatabase(state: string): Promise<Inspection> {
  const { code, output } = await run([installedNode(), join(ROOT, 'functions/local/database.ts'), state]);
  // A database that SQLite cannot open is damaged too; the last line of the error names the reason.
  if (code === 0) return JSON.parse(output) as Inspection;
  return { damage: /Error: (.*)/.exec(output)?.[1] ?? 'unreadable', isEmpty: false, migrations: [] };
}
