/**
 * The rows of a backup: exported from a database, verified, written as SQL, and read back. The SQL observes D1's limit for a
 * statement, has rows after those to which they refer, and triggers last; `wrangler d1 execute --file` and `sqlite3` can read it.
 */
import { once } from 'node:events';
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { Fault } from '../../platform/fault.ts';
import { readApplied } from '../database.ts';
import type { AppliedMigration } from '../migrations.ts';
import { DATABASE, type Manifest, sha256OfFile } from './folder.ts';
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
import type { Storage } from './storage.ts';

const TRIES = 3;

/**
 * Exports a database until the export matches it. @param scratch folder for temporary files @returns a database to close
 * @throws Fault when it never matches
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
  throw new Fault(
    [
      'The export differs from the database:',
      ...lines,
      'If the portal is in heavy use, close it for a minute (npm run ops -- close), and run the same command again.',
    ].join('\n'),
  );
}

export async function writeRows(db: DatabaseSync, folder: string): Promise<Manifest['rows']> {
  const path = join(folder, DATABASE);
  const out = createWriteStream(path, { flags: 'w', mode: 0o600 });
  for (const statement of statementsOf(db)) if (!out.write(`${statement};\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  return { file: DATABASE, size: statSync(path).size, sha256: await sha256OfFile(path) };
}

/**
 * Reads the rows of a backup back. @param scratch folder for a database @returns a database to close @throws Fault when
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
  throw new Fault(`${manifest.rows.file} has other tables or row counts than the manifest. Use another backup.`);
}

/** Reads which migrations a backup has applied. */
export const migrationsOf = (db: DatabaseSync): AppliedMigration[] => readApplied(db, tablesOf(schemaOf(db)));

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

function replaceRows(db: DatabaseSync, rows: Rows): void {
  const triggers = schemaOf(db).filter(({ type }) => type === 'trigger');
  // The rows are not new, so no trigger may act on them.
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

/** Largest row in bytes; D1's documented limit is 100,000 a statement. */
const MAX_ROW = 90_000;
/**
 * Characters of a piece, with at most six bytes each. In a row over the limit, texts longer than `SHORT` are split into pieces.
 */
const PIECE = 10_000;
const SHORT = 500;
const PIECES = '"long_values_of_a_backup"';

function* statementsOf(db: DatabaseSync): Generator<string> {
  const schema = schemaOf(db);
  const tables = parentsFirst(schema);
  yield 'PRAGMA defer_foreign_keys = TRUE';
  for (const { sql } of tables) yield sql;
  yield `CREATE TABLE ${PIECES} (value INTEGER, part INTEGER, text TEXT, PRIMARY KEY (value, part))`;
  const numbers = { last: 0 };
  for (const { name } of tables) yield* rowsOf(db, name, numbers);
  yield `DROP TABLE ${PIECES}`;
  yield* sequencesOf(db);
  for (const { type, sql } of schema) if (type === 'index') yield sql;
  for (const { type, sql } of schema) if (type === 'view') yield sql;
  for (const { type, sql } of schema) if (type === 'trigger') yield sql;
}

export function dropStatements(schema: readonly SchemaObject[]): string[] {
  const loose = schema.filter(({ type }) => type === 'trigger' || type === 'view');
  const tables = parentsFirst(schema).reverse();
  return [...loose, ...tables].map(({ type, name }) => `DROP ${type} ${quoteIdentifier(name)}`);
}

function parentsFirst(schema: readonly SchemaObject[]): SchemaObject[] {
  const tables = new Map(schema.filter(({ type }) => type === 'table').map((table) => [table.name, table]));
  const ordered = new Set<SchemaObject>();
  const seen = new Set<string>();
  const visit = (table: SchemaObject | undefined) => {
    if (!table || seen.has(table.name)) return;
    seen.add(table.name);
    for (const [, parent] of table.sql.matchAll(/\bREFERENCES\s+["'`[]?(\w+)/gi)) visit(tables.get(parent ?? ''));
    ordered.add(table);
  };
  for (const table of tables.values()) visit(table);
  return [...ordered];
}

function* rowsOf(db: DatabaseSync, table: string, numbers: { last: number }): Generator<string> {
  // Leaves out generated columns, which the database computes.
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  const names = columns.map(({ name }) => quoteIdentifier(String(name))).join(', ');
  const select = db.prepare(`SELECT ${names} FROM ${quoteIdentifier(table)}`);
  select.setReadBigInts(true);
  select.setReturnArrays(true);
  // The rows are arrays, which the types do not know.
  for (const row of select.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
    const isLong = Buffer.byteLength(row.map(literal).join()) > MAX_ROW;
    const values: string[] = [];
    for (const value of row) {
      if (isLong && typeof value === 'string' && value.length > SHORT) values.push(yield* splitText(value, numbers));
      else values.push(literal(value));
    }
    yield `INSERT INTO ${quoteIdentifier(table)} (${names}) VALUES (${values.join(', ')})`;
  }
}

/** Inserts a text that no single statement can hold. @returns the expression that joins it */
function* splitText(text: string, numbers: { last: number }): Generator<string, string> {
  numbers.last += 1;
  for (let at = 0, part = 0; at < text.length; part += 1) {
    // A surrogate pair must not be split.
    const end = at + PIECE - Number(/[\uD800-\uDBFF]/.test(text[at + PIECE - 1] ?? ''));
    yield `INSERT INTO ${PIECES} VALUES (${numbers.last}, ${part}, ${literal(text.slice(at, end))})`;
    at = end;
  }
  return `(SELECT group_concat(text, '') FROM (SELECT text FROM ${PIECES} WHERE value = ${numbers.last} ORDER BY part))`;
}

/** Keeps AUTOINCREMENT from reusing numbers. */
function* sequencesOf(db: DatabaseSync): Generator<string> {
  if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").get()) return;
  const tables = new Set(tablesOf(schemaOf(db)));
  yield 'DELETE FROM sqlite_sequence';
  for (const { name, seq } of db.prepare('SELECT name, seq FROM sqlite_sequence').all())
    if (tables.has(String(name)))
      yield `INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(String(name))}, ${seq})`;
}

const BREAKS: readonly (readonly [sign: string, code: number])[] = [
  ['\n', 10],
  ['\r', 13],
  ['\0', 0],
];

function literal(value: SQLOutputValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return realLiteral(value);
  if (typeof value !== 'string') return `X'${Buffer.from(value).toString('hex')}'`;
  let text = value;
  let sql = (inside: string) => inside;
  for (const [sign, code] of BREAKS) {
    if (!text.includes(sign)) continue;
    const mark = unusedMark(text, code);
    const outer = sql;
    text = text.replaceAll(sign, mark);
    sql = (inside: string) => outer(`replace(${inside}, '${mark}', char(${code}))`);
  }
  return sql(`'${text.replaceAll("'", "''")}'`);
}

function unusedMark(text: string, code: number): string {
  for (let number = 0; ; number += 1) {
    const mark = `<${code}.${number}>`;
    if (!text.includes(mark)) return mark;
  }
}

function realLiteral(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '9e999' : '-9e999';
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
