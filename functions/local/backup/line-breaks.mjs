/**
 * Rows that an export changes. `wrangler d1 export` writes a line break as the two letters `\n`, and has SQLite replace all of
 * these: a text that has both a line break and such letters comes back with line breaks only (the same with `\r`). These few
 * rows are read from the database itself.
 */
import { quoted, schemaOf, tablesOf } from './snapshot.mjs';

/** @typedef {Record<string, Record<string, unknown>[]>} Rows by table */

/** @param {D1Database} DB @param {import('./snapshot.mjs').Part[]} schema @returns {Promise<Rows>} rows that an export would change */
export async function readChangedRows(DB, schema) {
  const found = {};
  for (const table of tablesOf(schema)) {
    const columns = (await DB.prepare('SELECT name FROM pragma_table_info(?)').bind(table).all()).results;
    const names = columns.map(({ name }) => quoted(name));
    const both = (name, code, letters) => `(instr(${name}, char(${code})) AND instr(${name}, '${letters}'))`;
    const where = names.flatMap((name) => [both(name, 10, '\\n'), both(name, 13, '\\r')]).join(' OR ');
    const rows = (await DB.prepare(`SELECT ${names.join(', ')} FROM ${quoted(table)} WHERE ${where}`).all()).results;
    if (rows.length > 0) found[table] = rows;
  }
  return found;
}

/** Puts rows as they are into a snapshot. @param {import('node:sqlite').DatabaseSync} db @param {Rows} rows */
export function replaceRows(db, rows) {
  const triggers = schemaOf(db).filter(({ type }) => type === 'trigger');
  // The rows were there before: nothing that a trigger would do is to be done.
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(name)}`);
  for (const [table, list] of Object.entries(rows)) {
    const names = Object.keys(list[0]);
    const insert = db.prepare(
      `INSERT OR REPLACE INTO ${quoted(table)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    for (const row of list) insert.run(...Object.values(row));
  }
  for (const { sql } of triggers) db.exec(sql);
}
