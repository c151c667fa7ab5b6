/**
 * Restores a backup. First everything is read and verified; then objects are put, then rows in one import, then surplus objects
 * are deleted. So an interrupted restore leaves no row without its objects, and can be run again.
 */
import { appendFileSync, createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DROPPED_BY_A_RESTORE, FILLED_BY_ITSELF } from '../../admin/store/restored.ts';
import { Fault } from '../../platform/fault.ts';
import { ROOT } from '../machine.ts';
import { findMigrationFaults, type Migration, readMigrations, storeTextStatements } from '../migrations.ts';
import { type BackupFolder, deleteObjects, listObjects, type Manifest } from './folder.ts';
import { dropStatements, migrationsOf, verifyRows } from './rows.ts';
import { countSnapshot, describeDatabase, quoteIdentifier, type SchemaObject, schemaOf, tablesOf } from './snapshot.ts';
import type { Storage } from './storage.ts';

interface VerifiedBackup {
  manifest: Manifest;
  schema: SchemaObject[];
  /** Statements that delete what a restore leaves out. */
  drops: string[];
  /** Rows per table after that. */
  tables: Record<string, number>;
  newer: Migration[];
}

/** Reads and verifies a backup. @throws Fault for an altered byte, or a backup whose migrations do not fit the code */
export async function verifyBackup(folder: BackupFolder, scratch: string, root = ROOT): Promise<VerifiedBackup> {
  const manifest = await folder.verifyFiles();
  const db = await verifyRows(manifest, folder.path, scratch);
  const applied = migrationsOf(db);
  const schema = schemaOf(db);
  const drops = dropsFor(schema);
  for (const statement of drops) db.exec(statement);
  const tables = countSnapshot(db);
  db.close();
  const migrations = readMigrations(root);
  const faults = findMigrationFaults(migrations, applied);
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  - ${fault}`);
    throw new Fault(['The migrations do not fit the database of the backup:', ...lines].join('\n'));
  }
  const newer = migrations.filter(({ name }) => applied.every((one) => one.name !== name));
  return { manifest, schema, drops, tables, newer };
}

/** An older backup may lack a table. */
function dropsFor(schema: readonly SchemaObject[]): string[] {
  const names = new Set(tablesOf(schema));
  return DROPPED_BY_A_RESTORE.filter(({ table }) => names.has(table)).map(
    ({ table, where }) => `DELETE FROM ${quoteIdentifier(table)}${where ? ` WHERE ${where}` : ''}`,
  );
}

export interface Target {
  schema: SchemaObject[];
  rows: number;
  existing: Map<string, R2Object>;
  /** Keys of objects that the backup lacks. */
  surplus: string[];
}

export async function readTarget(
  { DB, FILES }: Pick<Storage, 'DB' | 'FILES'>,
  { manifest }: Pick<VerifiedBackup, 'manifest'>,
): Promise<Target> {
  const { schema, rows } = await describeDatabase(DB);
  const counted = Object.entries(rows).map(([name, count]) => (FILLED_BY_ITSELF.includes(name) ? 0 : count));
  const existing = await listObjects(FILES);
  // Objects put by an earlier try belong to the backup, since keys are random.
  const own = new Set(manifest.objects.map(({ key }) => key));
  const surplus = [...existing.keys()].filter((key) => !own.has(key));
  return { schema, rows: counted.reduce((sum, count) => sum + count, 0), existing, surplus };
}

/** Writes a verified backup. @throws Fault when the database then differs from it */
export async function writeBackup(
  storage: Storage,
  proved: VerifiedBackup,
  target: Target,
  { folder, scratch, say }: { folder: BackupFolder; scratch: string; say: (line: string) => void },
): Promise<void> {
  const { manifest, schema, drops, tables, newer } = proved;
  say(`Uploading ${manifest.objects.length} files …`);
  const put = await folder.putObjects(storage.FILES, manifest.objects, target.existing);
  if (put < manifest.objects.length) say(`${manifest.objects.length - put} of them existed already.`);
  say('Writing the rows …');
  const file = join(scratch, 'import.sql');
  const append = (statements: readonly string[]) =>
    appendFileSync(file, statements.map((statement) => `${statement};\n`).join(''), { mode: 0o600 });
  append(dropStatements(target.schema));
  await pipeline(createReadStream(join(folder.path, manifest.rows.file)), createWriteStream(file, { flags: 'a' }));
  append([...drops, ...countStatements(Object.keys(tables))]);
  await storage.importFrom(file);
  // The sweep may have deleted objects that were orphaned until now.
  await folder.putObjects(storage.FILES, manifest.objects, await listObjects(storage.FILES));
  await requireSameDatabase(storage.DB, tables, schema);
  if (newer.length > 0) {
    say(`Applying the migrations newer than the backup: ${newer.map(({ name }) => name).join(', ')} …`);
    for (const statement of storeTextStatements(newer)) await storage.DB.prepare(statement).run();
    await storage.migrate();
  }
  if (target.surplus.length > 0) {
    say(`Deleting ${target.surplus.length} files that the backup lacks …`);
    await deleteObjects(storage.FILES, target.surplus);
  }
}

/** A table with the row counts right after the import: afterwards the portal's crons and visitors may change the rows. */
const COUNTS = 'restored_rows';

function countStatements(tables: readonly string[]): string[] {
  const count = (name: string) =>
    `INSERT INTO ${COUNTS} SELECT '${name.replaceAll("'", "''")}', count(*) FROM ${quoteIdentifier(name)}`;
  return [`CREATE TABLE ${COUNTS} (name TEXT, rows INTEGER)`, ...tables.map(count)];
}

async function requireSameDatabase(
  DB: D1Database,
  tables: Record<string, number>,
  schema: readonly SchemaObject[],
): Promise<void> {
  const described = await describeDatabase(DB);
  const written = await DB.prepare(`SELECT name, rows FROM ${COUNTS}`).all<{ name: string; rows: number }>();
  await DB.prepare(`DROP TABLE ${COUNTS}`).run();
  const names = (objects: readonly SchemaObject[]) =>
    objects.map(({ type, name, sql }) => `${type} ${name} ${sql}`).sort();
  const now = described.schema.filter(({ name }) => name !== COUNTS);
  const counts = new Map(written.results.map(({ name, rows }) => [name, rows]));
  const isSame =
    JSON.stringify(names(now)) === JSON.stringify(names(schema)) &&
    Object.entries(tables).every(([name, rows]) => counts.get(name) === rows);
  if (isSame) return;
  throw new Fault(
    'The rows were written, but the database differs from the backup. If another restore or a deployment ran meanwhile, restore again, with --replace.',
  );
}
