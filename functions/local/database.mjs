/**
 * Inspects the local storage of a state folder: which of its SQLite files is damaged, and whether any table of the database
 * holds a row. Prints `{ damage: string | null, isEmpty: boolean }`. Needs Node 24 (`node:sqlite`); reads only.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Where miniflare puts D1; beside it are R2 and its own bookkeeping, in SQLite too. */
const D1 = 'miniflare-D1DatabaseObject';
const IS_DATABASE = /^[0-9a-f]{16,}\.sqlite$/;
const TABLES =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'd1_migrations'";

/** @returns {string | null} what SQLite says is wrong; another process's lock is no damage */
function findDamage(database) {
  try {
    const [{ quick_check: result }] = database.prepare('PRAGMA quick_check(1)').all();
    return result === 'ok' ? null : result;
  } catch (error) {
    return /locked/.test(error.message) ? null : error.message;
  }
}

function hasRows(database) {
  const names = database.prepare(TABLES).all();
  return names.some(({ name }) => database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get());
}

const folder = join(process.argv[2] ?? '', 'v3');
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true }).filter((path) => /\.sqlite$/.test(path))
  : [];
let damage = null;
let isEmpty = true;
for (const path of files) {
  const database = new DatabaseSync(join(folder, path), { readOnly: true });
  damage ??= findDamage(database);
  const isD1 = basename(dirname(path)) === D1 && IS_DATABASE.test(basename(path));
  if (!damage && isD1 && hasRows(database)) isEmpty = false;
  database.close();
}
process.stdout.write(JSON.stringify({ damage, isEmpty }));
