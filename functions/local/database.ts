/** Prints an {@link Inspection} of a state folder's storage as JSON: damage, rows, migrations. Reads only. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FILLED_BY_ITSELF } from '../admin/store/restored.ts';
import { messageOf } from './machine.ts';

export interface Inspection {
  damage: string | null;
  isEmpty: boolean;
  migrations: string[];
}

/** Miniflare's folder of D1; R2 beside it uses SQLite too. */
const D1 = 'miniflare-D1DatabaseObject';
const IS_DATABASE = /^[0-9a-f]{16,}\.sqlite$/;
const MIGRATIONS = 'd1_migrations';
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

function readTables(database: DatabaseSync): { hasRows: boolean; migrations: string[] } {
  const namesIn = (select: string) =>
    database
      .prepare(select)
      .all()
      .map(({ name }) => String(name));
  const names = namesIn(TABLES);
  const isFilled = (name: string) => database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined;
  return {
    hasRows: names.some((name) => !FILLED_BY_ITSELF.includes(name) && isFilled(name)),
    migrations: names.includes(MIGRATIONS) ? namesIn(`SELECT name FROM ${MIGRATIONS}`) : [],
  };
}

const folder = join(process.argv[2] ?? '', 'v3');
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.sqlite$/.test(path))
  : [];
let damage: string | null = null;
let isEmpty = true;
const migrations: string[] = [];
for (const path of files) {
  const database = new DatabaseSync(join(folder, path), { readOnly: true });
  damage ??= findDamage(database);
  const isD1 = basename(dirname(path)) === D1 && IS_DATABASE.test(basename(path));
  if (!damage && isD1) {
    const tables = readTables(database);
    if (tables.hasRows) isEmpty = false;
    migrations.push(...tables.migrations);
  }
  database.close();
}
process.stdout.write(JSON.stringify({ damage, isEmpty, migrations } satisfies Inspection));
