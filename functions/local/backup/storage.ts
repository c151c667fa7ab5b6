/**
 * The database and bucket to back up or restore: of this machine (PORTAL_STATE, also while the portal runs) or of a deployment.
 * Rows go through wrangler's export and import, which are atomic; objects through bindings.
 */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { retrying } from '../../admin/store/database.ts';
import { Fault } from '../../platform/fault.ts';
import { silenceLocks } from '../../terminal/platform.ts';
import { ADMIN_CONFIG, isPlaceholderId, type RawConfig, readConfig, writeConfig } from '../../wrangler-config.ts';
import { type DeploymentName, ENVIRONMENTS, readDeployment } from '../deployment.ts';
import { ROOT, run, scratchFolder, toolCommand } from '../machine.ts';

const LOCKED = /SQLITE_BUSY|database is locked/;
const TRIES = 5;

export const PLACES = ['local', ...ENVIRONMENTS] as const;
export type BackupPlace = 'local' | DeploymentName;

interface D1Commands {
  /** Writes all tables as SQL; a deployed database serves no calls meanwhile. */
  exportTo(file: string): Promise<void>;
  /** Runs a file of SQL, whole or not at all. */
  importFrom(file: string): Promise<void>;
  migrate(): Promise<void>;
}

export interface Storage extends D1Commands {
  /** Such as "production: database it-visa, bucket it-visa-files". */
  name: string;
  DB: D1Database;
  FILES: R2Bucket;
  close(): Promise<void>;
}

/** @param state folder of this machine's state @throws Fault where none exists, or it cannot be reached */
export async function openStorage(where: BackupPlace, state: string, root = ROOT): Promise<Storage> {
  const isLocal = where === 'local';
  // Shows errors only. Set here, since wrangler reads it while it is loaded.
  process.env.WRANGLER_LOG ??= 'error';
  silenceLocks();
  const { getPlatformProxy } = await import('wrangler');
  const folder = scratchFolder('backup');
  const settings = where === 'local' ? readConfig(ADMIN_CONFIG, root) : (await readDeployment(where, root)).admin;
  if (!settings)
    throw new Fault(
      `ADMIN_HOST of ${where} names another admin host, which has the data. Use that host's own backups.`,
    );
  const { configPath, ...commands } = d1Commands(folder, settings, isLocal, root);
  if (isLocal) linkState(folder, state);
  const platform = await getPlatformProxy<{ DB: D1Database; FILES: R2Bucket }>({
    configPath,
    persist: { path: join(state, 'v3') },
    remoteBindings: !isLocal,
  }).catch((error: unknown) => {
    if (isLocal) throw error;
    throw new Fault(`${where} can't be reached: ${explainRemote(error)}`);
  });
  const { database_name: database } = first(settings.d1_databases);
  const { bucket_name: bucket } = first(settings.r2_buckets);
  return {
    name: isLocal ? `this machine (${state})` : `${where}: database ${database}, bucket ${bucket}`,
    DB: retrying(platform.env.DB, true),
    FILES: retrying(platform.env.FILES, true),
    ...commands,
    close: () => platform.dispose(),
  };
}

/** Wrangler's messages for a missing sign-in, with and without a terminal. */
const SIGNED_OUT = /CLOUDFLARE_API_TOKEN|wrangler login|not (?:logged|signed) in|authenticat/i;

/** The first line of wrangler's message, and how to sign in where that is missing. */
export function explainRemote(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return SIGNED_OUT.test(line)
    ? `${line}\nTo sign in: npx wrangler login; without a terminal set CLOUDFLARE_API_TOKEN`
    : line;
}

function first<Item>(bindings: readonly Item[] | undefined): Item {
  const [binding] = bindings ?? [];
  if (!binding) throw new Fault(`${ADMIN_CONFIG} names no database or no bucket.`);
  return binding;
}

/** @param folder for the configuration @throws Fault without a database */
export function d1Commands(
  folder: string,
  settings: Settings,
  isLocal: boolean,
  root: string,
): D1Commands & { configPath: string } {
  const configPath = writeStorageConfig(folder, settings, isLocal, root);
  const d1 = (...given: string[]) =>
    runWrangler(['d1', ...given, isLocal ? '--local' : '--remote'], configPath, isLocal ? TRIES : 1);
  return {
    configPath,
    exportTo: (file) => d1('export', 'DB', '--output', file, '--skip-confirmation'),
    importFrom: (file) => d1('execute', 'DB', '--file', file, '--yes'),
    migrate: () => d1('migrations', 'apply', 'DB'),
  };
}

type Settings = Pick<RawConfig, 'name' | 'account_id' | 'compatibility_date' | 'd1_databases' | 'r2_buckets'>;

/** Writes a configuration with database and bucket only. @returns its path */
function writeStorageConfig(folder: string, settings: Settings, isLocal: boolean, root: string): string {
  const { name, account_id, compatibility_date } = settings;
  const { database_name, database_id } = first(settings.d1_databases);
  if (!isLocal && isPlaceholderId(database_id)) {
    throw new Fault(
      `The database ${database_name} has no id yet: set database_id in ${ADMIN_CONFIG}, see docs/operations.md.`,
    );
  }
  const remote = isLocal ? {} : { remote: true };
  const migrations_dir = join(root, 'functions/admin/migrations');
  return writeConfig(join(folder, 'wrangler.json'), {
    name,
    account_id,
    compatibility_date,
    d1_databases: [{ ...first(settings.d1_databases), migrations_dir, ...remote }],
    r2_buckets: [{ ...first(settings.r2_buckets), ...remote }],
  });
}

/** `wrangler d1 export --local` reads the folder beside its configuration, and writes an empty file without one. */
function linkState(folder: string, state: string): void {
  mkdirSync(join(folder, '.wrangler'));
  symlinkSync(state, join(folder, '.wrangler/state'), 'junction');
}

export const hasState = (state: string): boolean => existsSync(join(state, 'v3/d1'));

async function runWrangler(given: readonly string[], configPath: string, tries: number): Promise<void> {
  const logs = join(dirname(configPath), 'logs');
  for (let tried = 1; ; tried += 1) {
    // Without a log of wrangler's own, which would contain the address at which the export is available for an hour.
    const { code, output } = await run([...toolCommand('wrangler'), ...given, '-c', configPath], {
      env: { WRANGLER_LOG_PATH: logs },
    });
    if (code === 0) return;
    if (tried === tries || !LOCKED.test(output)) {
      throw new Fault(
        `${output.trim()}\nwrangler ${given.slice(0, 2).join(' ')} failed (exit code ${code}), see the output above.`,
      );
    }
  }
}
