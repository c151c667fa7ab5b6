/**
 * Restores a backup. Order: everything is read and proved before anything is written; then objects, then the rows as one import,
 * then what the target had before is deleted. So wherever it is broken off, rows have their objects, and it can be run again.
 */
import { appendFileSync, createReadStream, createWriteStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DROPPED_BY_A_RESTORE, FILLED_BY_ITSELF } from '../../admin/store/restored.ts';
import { ROOT } from '../machine.mjs';
import { verifyFiles } from './manifest.mjs';
import { deleteObjects, listObjects, putObjects } from './objects.mjs';
import { Refusal } from './refusal.mjs';
import { migrationsOf, proveRows } from './rows.mjs';
import { countSnapshot, describeDatabase, quoted, schemaOf, tablesOf } from './snapshot.mjs';
import { dropStatements } from './sql-file.mjs';

/**
 * @typedef {object} Proved
 * @property {import('./manifest.mjs').Manifest} manifest
 * @property {import('./snapshot.mjs').Part[]} schema
 * @property {string[]} drops statements that delete what a restore leaves out
 * @property {Record<string, number>} tables rows of each after that
 * @property {string[]} newer migrations that came after the backup
 */

/**
 * Reads all of a backup. @returns {Promise<Proved>} with the migrations that came after it
 * @throws {Refusal} when a byte is not as it was, or the code is older than the backup
 */
export async function proveBackup(folder, scratch, root = ROOT) {
  const manifest = await verifyFiles(folder);
  const db = await proveRows(manifest, folder, scratch);
  const applied = migrationsOf(db);
  const schema = schemaOf(db);
  const drops = dropsOf(schema);
  for (const statement of drops) db.exec(statement);
  const tables = countSnapshot(db);
  db.close();
  const known = readdirSync(join(root, 'functions/admin/migrations')).sort();
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Refusal(
      `The backup is of a newer portal: this code does not know ${unknown.join(', ')}. Use the code that was deployed then, or later.`,
    );
  }
  return { manifest, schema, drops, tables, newer: known.filter((name) => !applied.includes(name)) };
}

/** A backup of older code may lack a table. */
function dropsOf(schema) {
  const there = new Set(tablesOf(schema));
  return DROPPED_BY_A_RESTORE.filter(({ table }) => there.has(table)).map(
    ({ table, where }) => `DELETE FROM ${quoted(table)}${where ? ` WHERE ${where}` : ''}`,
  );
}

/** @typedef {{ schema: import('./snapshot.mjs').Part[], rows: number, there: Map<string, R2Object>, others: string[] }} Target */

/** What a restore would replace: rows, and objects (`others`) that the backup does not have. @returns {Promise<Target>} */
export async function readTarget({ DB, FILES }, { manifest }) {
  const { schema, rows } = await describeDatabase(DB);
  const counted = Object.entries(rows).map(([name, count]) => (FILLED_BY_ITSELF.includes(name) ? 0 : count));
  const there = await listObjects(FILES);
  // What an earlier try has put is of the backup; keys are random.
  const own = new Set(manifest.objects.map(({ key }) => key));
  const others = [...there.keys()].filter((key) => !own.has(key));
  return { schema, rows: counted.reduce((sum, count) => sum + count, 0), there, others };
}

/**
 * Writes a backup that was proved.
 * @param {import('./storage.mjs').Storage} storage @param {Proved} proved @param {Target} target
 * @param {{ folder: string, scratch: string, say: (line: string) => void }} options
 * @throws {Refusal} when the database is not what it has to be afterwards
 */
export async function writeBackup(storage, proved, target, { folder, scratch, say }) {
  const { manifest, schema, drops, tables, newer } = proved;
  say(`Putting ${manifest.objects.length} files …`);
  const put = await putObjects(storage.FILES, manifest.objects, target.there, folder);
  if (put < manifest.objects.length) say(`${manifest.objects.length - put} of them were there already.`);
  say('Writing the rows …');
  const file = join(scratch, 'import.sql');
  const append = (statements) =>
    appendFileSync(file, statements.map((statement) => `${statement};\n`).join(''), { mode: 0o600 });
  append(dropStatements(target.schema));
  await pipeline(createReadStream(join(folder, manifest.rows.file)), createWriteStream(file, { flags: 'a' }));
  append(drops);
  await storage.importFrom(file);
  // The sweep may have deleted some that it did not know to be held again.
  await putObjects(storage.FILES, manifest.objects, await listObjects(storage.FILES), folder);
  await compare(storage.DB, tables, schema);
  if (newer.length > 0) {
    say(`Applying the migrations that came after the backup: ${newer.join(', ')} …`);
    await storage.migrate();
  }
  if (target.others.length > 0) {
    say(`Deleting ${target.others.length} files that are not of the backup …`);
    await deleteObjects(storage.FILES, target.others);
  }
}

async function compare(DB, tables, schema) {
  const now = await describeDatabase(DB);
  const names = (parts) => parts.map(({ type, name, sql }) => `${type} ${name} ${sql}`).sort();
  const isSame =
    JSON.stringify(names(now.schema)) === JSON.stringify(names(schema)) &&
    // A cron may have run meanwhile.
    Object.entries(tables).every(([name, rows]) => FILLED_BY_ITSELF.includes(name) || now.rows[name] === rows);
  if (isSame) return;
  throw new Refusal(
    'The rows were written, and the database now holds other numbers than the backup. If the portal was in use meanwhile, close it with MAINTENANCE and restore once more, with --replace.',
  );
}
