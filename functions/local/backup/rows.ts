/** The rows of a backup: exported from a database, verified, written as SQL, and read back. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { readChangedRows, replaceRows } from './line-breaks.ts';
import { DATABASE, type Manifest } from './manifest.ts';
import { sha256OfFile } from './objects.ts';
import { Refusal } from './refusal.ts';
import { countSnapshot, describeDatabase, findDifferences, loadSnapshot } from './snapshot.ts';
import { writeSql } from './sql-file.ts';
import type { Storage } from './storage.ts';

const TRIES = 3;

/**
 * Exports a database until the export matches it. @param scratch folder for temporary files @returns a database to close
 * @throws {Refusal} when it never matches
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
  throw new Refusal(
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
 * Reads the rows of a backup back. @param scratch folder for a database @returns a database to close @throws {Refusal} when
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
  throw new Refusal(`${manifest.rows.file} has other tables or row counts than the manifest. Use another backup.`);
}

export function migrationsOf(db: DatabaseSync): string[] {
  if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get()) return [];
  return db
    .prepare('SELECT name FROM d1_migrations ORDER BY id')
    .all()
    .map(({ name }) => String(name));
}
