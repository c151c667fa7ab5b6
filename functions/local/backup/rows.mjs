/** The rows of a backup: read from a database, proved, written as SQL, and read back from it. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readChangedRows, replaceRows } from './line-breaks.mjs';
import { DATABASE } from './manifest.mjs';
import { sha256OfFile } from './objects.mjs';
import { Refusal } from './refusal.mjs';
import { countSnapshot, describeDatabase, findDifferences, loadSnapshot } from './snapshot.mjs';
import { writeSql } from './sql-file.mjs';

const TRIES = 3;

/**
 * Exports a database until the export is what the database holds.
 * @param {import('./storage.mjs').Storage} storage @param {string} scratch folder for both files
 * @returns {Promise<import('node:sqlite').DatabaseSync>} the caller's to close
 * @throws {Refusal} when it never is
 */
export async function readRows({ DB, exportTo }, scratch) {
  let different = [];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const [file, path] = ['export.sql', 'snapshot.sqlite'].map((name) => join(scratch, name));
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
      'What was exported is not what the database holds:',
      ...lines,
      'If the portal is in heavy use, close it with MAINTENANCE for a minute, and run the same command again.',
    ].join('\n'),
  );
}

/** @param {import('node:sqlite').DatabaseSync} db @returns {Promise<import('./manifest.mjs').Manifest['rows']>} */
export async function writeRows(db, folder) {
  const path = join(folder, DATABASE);
  await writeSql(db, path);
  return { file: DATABASE, size: statSync(path).size, sha256: await sha256OfFile(path) };
}

/**
 * Reads the rows of a backup back.
 * @param {import('./manifest.mjs').Manifest} manifest @param {string} scratch folder for a database
 * @returns {Promise<import('node:sqlite').DatabaseSync>} the caller's to close
 * @throws {Refusal} when they are not what the manifest says
 */
export async function proveRows(manifest, folder, scratch) {
  const path = join(scratch, 'proof.sqlite');
  rmSync(path, { force: true });
  const db = await loadSnapshot(join(folder, manifest.rows.file), path);
  const read = Object.entries(countSnapshot(db)).sort();
  if (JSON.stringify(read) === JSON.stringify(Object.entries(manifest.tables).sort())) return db;
  db.close();
  throw new Refusal(`The rows of ${manifest.rows.file} are not those that its manifest counts.`);
}

/** Names of the migrations that made a database, in their order. @param {import('node:sqlite').DatabaseSync} db */
export function migrationsOf(db) {
  if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get()) return [];
  return db
    .prepare('SELECT name FROM d1_migrations ORDER BY id')
    .all()
    .map(({ name }) => name);
}
