/** Prepares a start: settings, secrets, pages, tables. Each step does only what is missing. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../platform/fault.ts';
import { readAdminHost, readHostProfileFile } from './admin-host.ts';
import { ensureBuilt } from './build.ts';
import { inspectDatabase, makeTables } from './database.ts';
import { logPath } from './log.ts';
import { codeOf, exitWithError, isPortTaken, makeNewFilesPrivate, ROOT } from './machine.ts';
import { findMigrationFaults, readMigrations } from './migrations.ts';
import { ensureRequirements, START } from './requirements.ts';
import { ensureSecrets, ensureStateSecrets } from './secrets.ts';

/** @returns the port to serve on; 0 is any free one @throws Fault */
function readPort(value = process.env.PORT): number {
  const port = /^\d{1,5}$/.test(value || '8787') ? Number(value || 8787) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Fault(`PORT must be a whole number from 0 to 65535, for example PORT=8788; it is "${value}".`);
}

/** Makes the private folder of database, files, mail and log. @returns its absolute path @throws Fault */
export function readState(value = process.env.PORTAL_STATE): string {
  const state = resolve(ROOT, value || '.wrangler/state');
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    appendFileSync(logPath(state), '', { mode: 0o600 });
  } catch (error) {
    throw new Fault(
      `PORTAL_STATE must be a folder that can be written, and ${state} is not (${codeOf(error)}). Name another one, for example PORTAL_STATE=/tmp/portal, or leave it out.`,
    );
  }
  return state;
}

export interface LocalSettings {
  port: number;
  state: string;
  adminHost: string;
  /** The text of the host's profile; empty for none. */
  hostProfile: string;
}

/** Prepares a start; if that fails, prints one sentence and ends the process. @param command as typed */
export async function setUp(command: string): Promise<LocalSettings & { isEmpty: boolean }> {
  const { port, state, adminHost, hostProfile } = await readSettings();
  if (port !== 0 && (await isPortTaken(port))) await exitWithError(portInUse(port, command));
  await ensureRequirements(START);
  const { damage, isEmpty, migrations } = inspectDatabase(state);
  if (damage) {
    await exitWithError(
      `The database in ${state} is damaged (${damage}). Replace the folder with a copy, or delete it to start without its applications.`,
    );
  }
  const faults = findMigrationFaults(readMigrations(), migrations);
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  - ${fault}`);
    await exitWithError(
      [`The migrations do not fit the database in ${state}. Nothing was changed.`, ...lines].join('\n'),
    );
  }
  ensureSecrets();
  ensureStateSecrets(state);
  await ensureBuilt();
  makeNewFilesPrivate();
  await makeTables(state, migrations);
  return { port, state, adminHost, hostProfile, isEmpty };
}

async function readSettings(): Promise<LocalSettings> {
  try {
    const hostProfile = readHostProfileFile(process.env.HOST_PROFILE ?? '');
    return { port: readPort(), adminHost: readAdminHost(), hostProfile, state: readState() };
  } catch (error) {
    if (!(error instanceof Fault || error instanceof RangeError)) throw error;
    return exitWithError(error.message);
  }
}

export const portInUse = (port: number, command: string): string =>
  `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port < 65_535 ? port + 1 : 8787} ${command}`;
