/**
 * The database and the bucket that are backed up or restored: of this machine (PORTAL_STATE, also while the portal runs on it)
 * or of a deployment. Rows go through wrangler's export and import, which are whole or not at all; objects through bindings.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { explainRemote } from '../../admin/desk/platform.ts';
import { retryWhenLocked } from '../../admin/store/database.ts';
import { readDeployment } from '../deployment.mjs';
import { ROOT, run, tool } from '../machine.mjs';
import { Refusal } from './refusal.mjs';

const ADMIN = 'functions/admin/wrangler.toml';
const NO_DATABASE = /^(?:0{8}-|$)/;
const LOCKED = /SQLITE_BUSY|database is locked/;
const TRIES = 5;

/** Folders of this process; each is removed when it ends. @returns {string} readable by the operator alone */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-backup-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * @typedef {object} Storage
 * @property {string} name such as "production: database it-visa, bucket it-visa-files"
 * @property {D1Database} DB
 * @property {R2Bucket} FILES
 * @property {(file: string) => Promise<void>} exportTo writes all tables as SQL; a deployed database answers no calls meanwhile
 * @property {(file: string) => Promise<void>} importFrom runs a file of SQL, whole or not at all
 * @property {() => Promise<void>} migrate applies the migrations that are missing
 * @property {() => Promise<void>} close
 */

/**
 * @param {'local' | 'preview' | 'production'} where
 * @param {string} state folder of this machine's state
 * @returns {Promise<Storage>}
 * @throws {Refusal} where there is none, or it can't be reached
 */
export async function openStorage(where, state, root = ROOT) {
  const isLocal = where === 'local';
  // Only what goes wrong is of interest here; wrangler reads this while it is loaded.
  process.env.WRANGLER_LOG ??= 'error';
  const wrangler = await import('wrangler');
  const folder = scratchFolder();
  const settings = isLocal ? readLocal(wrangler, root) : (await readDeployment(where, root)).admin;
  if (!settings) throw new Refusal(`ADMIN_HOST of ${where} names another admin host, which keeps the data.`);
  const configPath = writeConfig(folder, settings, isLocal, root);
  if (isLocal) linkState(folder, state);
  const platform = await wrangler
    .getPlatformProxy({ configPath, persist: { path: join(state, 'v3') }, remoteBindings: !isLocal })
    .catch((error) => {
      if (isLocal) throw error;
      const { problem, message } = explainRemote(error);
      const hint = problem === 'remoteSignIn' ? '\nTo sign in: npx wrangler login' : '';
      throw new Refusal(`${where} can't be reached: ${message}${hint}`);
    });
  const [{ database_name: database }] = settings.d1_databases;
  const [{ bucket_name: bucket }] = settings.r2_buckets;
  return {
    name: isLocal ? `this machine (${state})` : `${where}: database ${database}, bucket ${bucket}`,
    DB: retryWhenLocked(platform.env.DB),
    FILES: retryWhenLocked(platform.env.FILES),
    ...d1Commands(configPath, isLocal),
    close: () => platform.dispose(),
  };
}

/** What wrangler does with the rows. @param {string} configPath of {@link writeConfig} */
export function d1Commands(configPath, isLocal) {
  const d1 = (...given) =>
    runWrangler(['d1', ...given, isLocal ? '--local' : '--remote', '-c', configPath], isLocal ? TRIES : 1);
  return {
    exportTo: (file) => d1('export', 'DB', '--output', file, '--skip-confirmation'),
    importFrom: (file) => d1('execute', 'DB', '--file', file, '--yes'),
    migrate: () => d1('migrations', 'apply', 'DB'),
  };
}

const readLocal = ({ unstable_readConfig }, root) =>
  unstable_readConfig({ config: join(root, ADMIN) }, { hideWarnings: true });

/** A configuration with nothing but database and bucket. @returns {string} its path @throws {Refusal} without a database */
export function writeConfig(folder, settings, isLocal, root) {
  const { name, account_id, compatibility_date, d1_databases, r2_buckets } = settings;
  const [{ binding, database_name, database_id }] = d1_databases;
  const [{ bucket_name, jurisdiction }] = r2_buckets;
  if (!isLocal && NO_DATABASE.test(database_id ?? '')) {
    throw new Refusal(
      `The database ${database_name} has no id yet: set database_id in ${ADMIN}, see docs/operations.md.`,
    );
  }
  const remote = isLocal ? {} : { remote: true };
  const migrations_dir = join(root, 'functions/admin/migrations');
  const config = {
    ...{ name, account_id, compatibility_date },
    d1_databases: [{ binding, database_name, database_id, migrations_dir, ...remote }],
    r2_buckets: [{ binding: 'FILES', bucket_name, jurisdiction, ...remote }],
  };
  const path = join(folder, 'wrangler.json');
  writeFileSync(path, JSON.stringify(config, null, 2));
  return path;
}

/** `wrangler d1 export --local` takes no folder: it reads the one beside its configuration, and writes an empty file without one. */
function linkState(folder, state) {
  mkdirSync(join(folder, '.wrangler'));
  symlinkSync(state, join(folder, '.wrangler/state'), 'junction');
}

/** True when a portal has ever stored anything in this folder. */
export const hasState = (state) => existsSync(join(state, 'v3/d1'));

async function runWrangler(given, tries) {
  const logs = join(dirname(given.at(-1)), 'logs');
  for (let tried = 1; ; tried += 1) {
    // Wrangler's own log would tell the address at which an export can be fetched for an hour.
    const { code, output } = await run([...tool('wrangler'), ...given], {
      env: { WRANGLER_LOG_PATH: logs },
    });
    if (code === 0) return;
    if (tried === tries || !LOCKED.test(output)) {
      throw new Refusal(`${output.trim()}\nwrangler ${given.slice(0, 2).join(' ')} failed (exit ${code}), see above.`);
    }
  }
}
