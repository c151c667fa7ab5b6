/** The database of a local state: finds out its condition, and creates its tables. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FILLED_BY_ITSELF } from '../admin/store/restored.ts';
import { ADMIN_CONFIG } from '../wrangler-config.ts';
import { exitWithError, messageOf, run, toolCommand } from './machine.ts';
import {
  type AppliedMigration,
  readMigrations,
  selectApplied,
  storeTextStatements,
  withoutStoredText,
} from './migrations.ts';

interface Inspection {
  damage: string | null;
  isEmpty: boolean;
  migrations: AppliedMigration[];
}

/** Miniflare's folder of D1; R2 beside it uses SQLite as well. */
const D1 = 'miniflare-D1DatabaseObject';
const IS_DATABASE = /^[0-9a-f]{16,}\.sqlite$/;
const TABLES =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'";

/** @returns SQLite's error; null for a sound database or a lock */
function findDamage(database: DatabaseSync): string | null {
  try {
    const result = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    return result === 'ok' ? null : String(result);
  } catch (error) {
    const message = messageOf(error);
    return /locked/.test(message) ? null : message;
  }
}

function readTables(database: DatabaseSync): { hasRows: boolean; migrations: AppliedMigration[] } {
  const names = Array.from(database.prepare(TABLES).all(), ({ name }) => String(name));
  const isFilled = (name: string) => database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined;
  return {
    hasRows: names.some((name) => !FILLED_BY_ITSELF.includes(name) && isFilled(name)),
    migrations: readApplied(database, names),
  };
}

/** Reads which migrations a database has applied. @param tables its tables */
export function readApplied(database: DatabaseSync, tables: readonly string[]): AppliedMigration[] {
  const select = selectApplied(tables);
  const rows = select === null ? [] : database.prepare(select).all();
  return rows.map(({ name, sha256 }) => ({ name: String(name), sha256: sha256 == null ? null : String(sha256) }));
}

/** Must not run while the workers do. */
export function inspectDatabase(state: string): Inspection {
  const found: Inspection = { damage: null, isEmpty: true, migrations: [] };
  const folder = join(state, 'v3');
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.sqlite$/.test(path))
    : [];
  for (const path of files) {
    const isD1 = basename(dirname(path)) === D1 && IS_DATABASE.test(basename(path));
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(join(folder, path), { readOnly: true });
      found.damage ??= findDamage(database);
      if (found.damage || !isD1) continue;
      const { hasRows, migrations } = readTables(database);
      if (hasRows) found.isEmpty = false;
      found.migrations.push(...migrations);
    } catch (error) {
      // A database that SQLite cannot open is damaged as well.
      found.damage ??= messageOf(error);
    } finally {
      database?.close();
    }
  }
  return found;
}

/** As wrangler creates it (https://developers.cloudflare.com/d1/reference/migrations/). */
const APPLIED =
  'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);';

/**
 * Applies the missing migrations in one transaction, and stores their names as `wrangler d1 migrations apply` does. That command
 * starts the runtime once for each migration: a first start took over 20 seconds.
 * @param state a folder, which may be missing
 */
export async function makeTables(state: string, applied: readonly AppliedMigration[] = []): Promise<void> {
  const migrations = readMigrations();
  const records = storeTextStatements(withoutStoredText(migrations, applied)).map((statement) => `${statement};`);
  if (records.length === 0) return;
  const missing = migrations.filter(({ name }) => applied.every((one) => one.name !== name));
  const file = join(mkdtempSync(join(tmpdir(), 'it-visa-tables-')), 'migrations.sql');
  const texts = missing.flatMap(({ name, text }) => [text, `INSERT INTO d1_migrations (name) VALUES ('${name}');`]);
  writeFileSync(file, [APPLIED, ...records, ...texts].join('\n'));
  const place = ['-c', ADMIN_CONFIG, '--persist-to', state];
  const execute = [...toolCommand('wrangler'), 'd1', 'execute', 'DB', '--local', '--yes', '--file', file, ...place];
  const { code, output } = await run(execute);
  rmSync(dirname(file), { recursive: true });
  if (code !== 0) await exitWithError('The tables of the database could not be created: see the output above.', output);
}
