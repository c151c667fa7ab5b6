/** The rows of a backup: exported from a database, verified, written as SQL, and read back. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { BackupError } from './backup-error.ts';
import { DATABASE, type Manifest } from './manifest.ts';
import { sha256OfFile } from './objects.ts';
import {
  countSnapshot,
  describeDatabase,
  findDifferences,
  loadSnapshot,
  quoteIdentifier,
  type SchemaObject,
  schemaOf,
  tablesOf,
} from './snapshot.ts';
import { writeSql } from './sql-file.ts';
import type { Storage } from './storage.ts';

const TRIES = 3;

/**
 * Exports a database until the export matches it. @param scratch folder for temporary files @returns a database to close
 * @throws {BackupError} when it never matches
 */
export async function readRows(
  { DB, exportTo }: Pick<Storage, 'DB' | 'exportTo'>,
  scratch: string,
): Promise<DatabaseSync> {
  let different: string[] = [];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const file = join(scratch, 'export.sql');
    const path = join(scratch, 'snapshot.sqlite');
    for (const old of [file, path]) rmSync(old, { force: true });
    const before = await describeDatabase(DB);
    const changed = await readChangedRows(DB, before.schema);
    await exportTo(file);
    const isSame = JSON.stringify(await readChangedRows(DB, before.schema)) === JSON.stringify(changed);
    const db = await loadSnapshot(file, path);
    replaceRows(db, changed);
    different = findDifferences(db, before, await describeDatabase(DB));
    if (before.schema.length === 0) different = ['the database has no tables'];
    else if (different.length === 0 && isSame) return db;
    db.close();
  }
  const lines = different.map((line) => `  - ${line}`);
  throw new BackupError(
    [
      'The export differs from the database:',
      ...lines,
      'If the portal is in heavy use, close it with MAINTENANCE for a minute, and run the same command again.',
    ].join('\n'),
  );
}

export async function writeRows(db: DatabaseSync, folder: string): Promise<Manifest['rows']> {
  const path = join(folder, DATABASE);
  await writeSql(db, path);
  return { file: DATABASE, size: statSync(path).size, sha256: await sha256OfFile(path) };
}

/**
 * Reads the rows of a backup back. @param scratch folder for a database @returns a database to close @throws {BackupError} when
 * they differ from the manifest
 */
export async function verifyRows(
  manifest: Pick<Manifest, 'rows' | 'tables'>,
  folder: string,
  scratch: string,
): Promise<DatabaseSync> {
  const path = join(scratch, 'proof.sqlite');
  rmSync(path, { force: true });
  const db = await loadSnapshot(join(folder, manifest.rows.file), path);
  const read = Object.entries(countSnapshot(db)).sort();
  if (JSON.stringify(read) === JSON.stringify(Object.entries(manifest.tables).sort())) return db;
  db.close();
  throw new BackupError(`${manifest.rows.file} has other tables or row counts than the manifest. Use another backup.`);
}

export function migrationsOf(db: DatabaseSync): string[] {
  if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get()) return [];
  return db
    .prepare('SELECT name FROM d1_migrations ORDER BY id')
    .all()
    .map(({ name }) => String(name));
}

type Row = Record<string, SQLInputValue>;
type Rows = Record<string, Row[]>;

async function readChangedRows(DB: D1Database, schema: readonly SchemaObject[]): Promise<Rows> {
  const found: Rows = {};
  for (const table of tablesOf(schema)) {
    const info = DB.prepare('SELECT name FROM pragma_table_info(?)').bind(table);
    const columns = (await info.all<{ name: string }>()).results;
    const names = columns.map(({ name }) => quoteIdentifier(name));
    const both = (name: string, code: number, letters: string) =>
      `(instr(${name}, char(${code})) AND instr(${name}, '${letters}'))`;
    const where = names.flatMap((name) => [both(name, 10, '\\n'), both(name, 13, '\\r')]).join(' OR ');
    const rows = (
      await DB.prepare(`SELECT ${names.join(', ')} FROM ${quoteIdentifier(table)} WHERE ${where}`).all<Row>()
    ).results;
    if (rows.length > 0) found[table] = rows;
  }
  return found;
}

/** Puts rows unaltered into a snapshot. */
function replaceRows(db: DatabaseSync, rows: Rows): void {
  const triggers = schemaOf(db).filter(({ type }) => type === 'trigger');
  // The rows are not new: no trigger may act on them.
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoteIdentifier(name)}`);
  for (const [table, list] of Object.entries(rows)) {
    const names = Object.keys(list[0] ?? {});
    const insert = db.prepare(
      `INSERT OR REPLACE INTO ${quoteIdentifier(table)} (${names.map(quoteIdentifier).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    for (const row of list) insert.run(...Object.values(row));
  }
  for (const { sql } of triggers) db.exec(sql);
}
