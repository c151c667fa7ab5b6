/** All tables of a database at one instant, in a SQLite file loaded from SQL and compared with its source. */
import { createReadStream } from 'node:fs';
import { constants, DatabaseSync } from 'node:sqlite';
import { Fault } from '../../platform/fault.ts';
import { messageOf } from '../machine.ts';

/** A condition that excludes the tables of SQLite and D1 themselves. */
const OWN = `sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`;
const SCHEMA = `SELECT type, name, sql FROM sqlite_master WHERE ${OWN} ORDER BY rowid`;

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export interface SchemaObject {
  type: 'table' | 'index' | 'trigger' | 'view';
  name: string;
  sql: string;
}

/** SQLite's errors for an incomplete statement. */
const INCOMPLETE = /incomplete input|unrecognized token/;

/** Actions that no export and no backup contains: they reach other files, or never end. */
const DENIED = new Set([
  constants.SQLITE_ATTACH,
  constants.SQLITE_DETACH,
  constants.SQLITE_TRANSACTION,
  constants.SQLITE_SAVEPOINT,
  constants.SQLITE_RECURSIVE,
  constants.SQLITE_CREATE_VTABLE,
  constants.SQLITE_DROP_VTABLE,
  constants.SQLITE_ALTER_TABLE,
  constants.SQLITE_CREATE_TEMP_TABLE,
  constants.SQLITE_CREATE_TEMP_TRIGGER,
  constants.SQLITE_CREATE_TEMP_VIEW,
  constants.SQLITE_CREATE_TEMP_INDEX,
]);
/** The only setting in an export. */
const ALLOWED_PRAGMA = 'defer_foreign_keys';
/** Functions that load code, or create values of any size. */
const DENIED_FUNCTIONS = new Set(['load_extension', 'zeroblob', 'randomblob', 'printf', 'format', 'fts3_tokenizer']);

/** Allows SQL only to fill the tables of its own database (https://sqlite.org/c3ref/set_authorizer.html). */
function authorize(action: number, first: string | null, second: string | null): number {
  const isDenied =
    action === constants.SQLITE_PRAGMA
      ? String(first).toLowerCase() !== ALLOWED_PRAGMA
      : action === constants.SQLITE_FUNCTION
        ? DENIED_FUNCTIONS.has(String(second).toLowerCase())
        : DENIED.has(action);
  return isDenied ? constants.SQLITE_DENY : constants.SQLITE_OK;
}

/**
 * Runs an untrusted file of SQL of any size, statement by statement. @param path of the database to make @throws Fault for
 * a statement that reaches out of that database, or is incomplete
 */
export async function loadSnapshot(file: string, path: string): Promise<DatabaseSync> {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, allowExtension: false });
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF; BEGIN');
  db.setAuthorizer(authorize);
  try {
    await runFile(db, file);
  } catch (error) {
    db.close();
    const message = messageOf(error);
    if (!NOT_ALLOWED.test(message)) throw error;
    throw new Fault(`${file} contains SQL that is not allowed in a backup (${message}). Nothing was imported.`);
  }
  db.setAuthorizer(null);
  db.exec('COMMIT');
  return db;
}

/** SQLite's errors for denied actions; VACUUM has its own, since a transaction is open. */
const NOT_ALLOWED = /not authorized|cannot VACUUM/i;

async function runFile(db: DatabaseSync, file: string): Promise<void> {
  let open = '';
  for await (const line of readLines(file)) {
    open += line;
    if (open.length > MAX_STATEMENT)
      throw new Fault(`${file} has a statement of more than ${MAX_STATEMENT} characters.`);
    if (line.endsWith(';\n') && tryRun(db, open)) open = '';
  }
  if (open.trim()) db.exec(open);
}

/** Most characters of a statement. An export writes a row as one statement, however long D1 allows them to be. */
const MAX_STATEMENT = 64 * 1024 * 1024;

/** Lines with their ends. `node:readline` would split at U+2028 as well. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split(/(?<=\n)/);
    rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    yield* lines;
  }
  if (rest) yield rest;
}

function tryRun(db: DatabaseSync, sql: string): boolean {
  try {
    db.exec(sql);
    return true;
  } catch (error) {
    if (INCOMPLETE.test(messageOf(error))) return false;
    throw error;
  }
}

export const schemaOf = (db: DatabaseSync): SchemaObject[] =>
  Array.from(db.prepare(SCHEMA).all(), (object) => ({ ...object }) as unknown as SchemaObject);

export const tablesOf = (schema: readonly SchemaObject[]): string[] =>
  schema.filter(({ type }) => type === 'table').map(({ name }) => name);

const countRows = (table: string) => `SELECT count(*) AS rows FROM ${quoteIdentifier(table)}`;

export function countSnapshot(db: DatabaseSync): Record<string, number> {
  const count = (name: string) => Number(db.prepare(countRows(name)).get()?.rows);
  return Object.fromEntries(tablesOf(schemaOf(db)).map((name) => [name, count(name)]));
}

interface Description {
  schema: SchemaObject[];
  rows: Record<string, number>;
}

export async function describeDatabase(DB: D1Database): Promise<Description> {
  const schema = (await DB.prepare(SCHEMA).all<SchemaObject>()).results;
  const tables = tablesOf(schema);
  const statements = tables.map((name) => DB.prepare(countRows(name)));
  const counted = statements.length > 0 ? await DB.batch<{ rows: number }>(statements) : [];
  const rows = tables.map((name, index) => [name, counted[index]?.results[0]?.rows ?? 0]);
  return { schema, rows: Object.fromEntries(rows) };
}

/** Compares a snapshot with its database before and after the export. @returns a sentence per difference */
export function findDifferences(db: DatabaseSync, before: Description, after: Description): string[] {
  const describe = (schema: readonly SchemaObject[]) => schema.map(({ type, name, sql }) => `${type} ${name} ${sql}`);
  const exported = new Set(describe(schemaOf(db)));
  const lacks = describe(before.schema).filter((object) => !exported.has(object));
  if (lacks.length > 0) return lacks.map((object) => `the export lacks ${object.split(' ', 2).join(' ')}`);
  return Object.entries(countSnapshot(db)).flatMap(([name, rows]) => {
    const bounds = [before.rows[name] ?? 0, after.rows[name] ?? 0] as const;
    if (rows >= Math.min(...bounds) && rows <= Math.max(...bounds)) return [];
    return [`${name} has ${bounds[1]} rows, and ${rows} in the export`];
  });
}
