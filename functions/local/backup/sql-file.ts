/**
 * Writes a snapshot as SQL for D1: statements within its length limit, rows after those they refer to, triggers last. `wrangler
 * d1 execute --file` and `sqlite3` read it too.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { quoteIdentifier, type SchemaObject, schemaOf, tablesOf } from './snapshot.ts';

/** Bytes; D1's documented limit is 100,000 a statement. */
const MAX_ROW = 90_000;
/** Characters of at most six bytes. In a row over the limit, texts longer than `SHORT` are split into pieces. */
const PIECE = 10_000;
const SHORT = 500;
const PIECES = '"long_values_of_a_backup"';

export async function writeSql(db: DatabaseSync, file: string): Promise<void> {
  const out = createWriteStream(file, { flags: 'w', mode: 0o600 });
  for (const statement of statementsOf(db)) if (!out.write(`${statement};\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

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

/** Orders tables so that each comes after those it refers to. */
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

interface PieceCounter {
  last: number;
}

function* rowsOf(db: DatabaseSync, table: string, numbers: PieceCounter): Generator<string> {
  // Leaves out generated columns, which compute themselves.
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  const names = columns.map(({ name }) => quoteIdentifier(String(name))).join(', ');
  const select = db.prepare(`SELECT ${names} FROM ${quoteIdentifier(table)}`);
  select.setReadBigInts(true);
  select.setReturnArrays(true);
  // Arrays, which the types do not know.
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
function* splitText(text: string, numbers: PieceCounter): Generator<string, string> {
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

/** A value as SQL on one line. */
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
