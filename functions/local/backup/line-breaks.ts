/**
 * Rows that an export alters. `wrangler d1 export` writes a line break as the characters `\n` and has SQLite replace all of
 * these, so that a text with both comes back with line breaks only (likewise `\r`). These few rows are read from the database
 * itself.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Part, quoteIdentifier, schemaOf, tablesOf } from './snapshot.ts';

type Row = Record<string, SQLInputValue>;
export type Rows = Record<string, Row[]>;

export async function readChangedRows(DB: D1Database, schema: readonly Part[]): Promise<Rows> {
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
export function replaceRows(db: DatabaseSync, rows: Rows): void {
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
