/** Rows of a backup: SQL restores them unchanged, and an export of another database is refused. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropStatements, readRows, writeRows } from '../../../functions/local/backup/rows.ts';
import { loadSnapshot, schemaOf } from '../../../functions/local/backup/snapshot.ts';
import { type StoredPortal, storeApplication, storedPortal } from './stored-portal.ts';

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'it-visa-rows-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

/** D1's documented limit for a statement, in bytes. */
const LONGEST_STATEMENT = 100_000;

let count = 0;
const file = (ending: string) => {
  count += 1;
  return join(scratch, `${count}.${ending}`);
};

async function throughSql(db: DatabaseSync) {
  const sql = join(scratch, (await writeRows(db, scratch)).file);
  return { sql: readFileSync(sql, 'utf8'), back: await loadSnapshot(sql, file('sqlite')) };
}

const rowsOf = (db: DatabaseSync, table: string) => {
  const statement = db.prepare(`SELECT * FROM ${table}`);
  statement.setReadBigInts(true);
  return statement.all().map((row) => ({ ...row }));
};

describe('a value as SQL', () => {
  const values = [
    ...[
      '',
      "it's",
      'a;b',
      '-- no comment',
      '/* nor this */',
      'a\nb',
      'a\r\nb',
      '\\n',
      'a\nb\\nc\r\\r',
      '<10.0>\n<10.1>\n',
    ],
    ...[
      '\u0000 and \n',
      '\u2028 and \u2029',
      'строка\n«ёлка»',
      '👩‍💻\n',
      '"quoted" `name` [name] $$x$$',
      ');\nINSERT INTO "x"',
    ],
    ...[null, 0, -1.5, 5n, 9_007_199_254_740_993n, Number.POSITIVE_INFINITY, new Uint8Array([0, 255, 10])],
  ];

  it.each(values.map((value, place) => ({ value, place })))(
    'a value written to SQL is unchanged when it is read: value $place',
    async ({ value }) => {
      const db = new DatabaseSync(':memory:');
      db.exec('CREATE TABLE one (value)');
      db.prepare('INSERT INTO one VALUES (?)').run(value);
      const { sql, back } = await throughSql(db);
      expect(rowsOf(back, 'one')).toEqual(rowsOf(db, 'one'));
      // One statement per line, so that no tool has to find its end.
      expect(sql.split('\n').filter((line) => line.startsWith('INSERT'))).toHaveLength(1);
    },
  );

  it('a row that is too long for one SQL statement is written in several', async () => {
    const db = new DatabaseSync(':memory:');
    db.exec('CREATE TABLE one (id TEXT PRIMARY KEY, fields TEXT CHECK (json_valid(fields)))');
    const texts = ['я'.repeat(70_000), "'".repeat(120_000), '👩'.repeat(60_001), '\n'.repeat(120_000), 'short'];
    for (const [index, text] of texts.entries())
      db.prepare('INSERT INTO one VALUES (?, ?)').run(
        String(index),
        JSON.stringify({ text, raw: 1 }).replaceAll('\\n', ' '),
      );
    const { sql, back } = await throughSql(db);
    expect(rowsOf(back, 'one')).toEqual(rowsOf(db, 'one'));
    expect(schemaOf(back)).toEqual(schemaOf(db));
    const longest = Math.max(...sql.split('\n').map((line) => Buffer.byteLength(line)));
    expect(longest).toBeLessThan(LONGEST_STATEMENT);
  });
});

describe('a schema as SQL', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(`
    CREATE TABLE numbers (id INTEGER PRIMARY KEY AUTOINCREMENT, parent INTEGER REFERENCES later (id) ON DELETE CASCADE,
      name TEXT, upper TEXT GENERATED ALWAYS AS (upper(name)) STORED);
    CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE heard (what TEXT);
    CREATE VIEW named AS SELECT name FROM numbers;
    CREATE UNIQUE INDEX numbers_by_name ON numbers (upper);
    CREATE TRIGGER hear AFTER INSERT ON numbers BEGIN
      INSERT INTO heard VALUES (NEW.name);
    END;
    CREATE TRIGGER miss AFTER DELETE ON numbers BEGIN INSERT INTO heard VALUES ('gone;'); END;
    INSERT INTO later VALUES (7);
    INSERT INTO numbers (id, parent, name) VALUES (3, 7, 'ivan'), (9, 7, 'anna');
    DELETE FROM numbers WHERE id = 9;`);

  it('a schema written to SQL is restored with rows, indexes, views and triggers, without firing triggers', async () => {
    const { back } = await throughSql(db);
    const byName = (parts: { name: string }[]) => parts.toSorted((a, b) => a.name.localeCompare(b.name));
    expect(byName(schemaOf(back))).toEqual(byName(schemaOf(db)));
    for (const table of ['numbers', 'later', 'heard', 'sqlite_sequence'])
      expect(rowsOf(back, table)).toEqual(rowsOf(db, table));
    // The next number was never used.
    back.exec("INSERT INTO numbers (name) VALUES ('next')");
    expect(back.prepare("SELECT id FROM numbers WHERE name = 'next'").get()).toMatchObject({ id: 10 });
  });

  it('dropStatements removes a schema with foreign keys on', async () => {
    const { sql } = await throughSql(db);
    const target = new DatabaseSync(':memory:');
    target.exec(sql);
    const drops = dropStatements(schemaOf(target)).map((statement: string) => `${statement};`);
    target.exec(`BEGIN; ${drops.join('')} ${sql} COMMIT;`);
    expect(rowsOf(target, 'numbers')).toEqual(rowsOf(db, 'numbers'));
    expect(rowsOf(target, 'heard')).toEqual(rowsOf(db, 'heard'));
  });
});

describe('the export of a database', () => {
  const read = (portal: StoredPortal) => readRows(portal as never, scratch);
  const filled = () => {
    const portal = storedPortal();
    storeApplication(portal, 'ITV-1', { one: 'first' });
    return portal;
  };

  it.each([
    [
      'of a folder without a database (31 bytes, "Done!")',
      'PRAGMA defer_foreign_keys=TRUE;',
      'the export lacks table applicants',
    ],
    ['of another database with the same tables', null, 'applicants has 1 rows, and 0 in the export'],
  ])('a database export is refused when it is %s', async (_, text, reason) => {
    const portal = filled();
    const wrong = { ...portal, exportTo: text === null ? storedPortal().exportTo : write(text) };
    await expect(read(wrong)).rejects.toThrow(reason);
    await expect(read(wrong)).rejects.toMatchObject({ name: 'Fault' });
  });

  const write = (text: string) => (path: string) => Promise.resolve(writeFileSync(path, text));

  it('a truncated database export is refused', async () => {
    const portal = filled();
    const whole = file('sql');
    await portal.exportTo(whole);
    const statements = readFileSync(whole, 'utf8').split('\n');
    for (const lines of [statements.slice(0, -3), statements.slice(0, 5)])
      await expect(read({ ...portal, exportTo: write(lines.join('\n')) })).rejects.toMatchObject({
        name: 'Fault',
      });
  });

  it('a database export is repeated when the database has changed meanwhile', async () => {
    const portal = filled();
    let exports = 0;
    const busy = {
      ...portal,
      async exportTo(path: string) {
        exports += 1;
        if (exports === 1) await storedPortal().exportTo(path);
        else await portal.exportTo(path);
      },
    };
    const db = await read(busy);
    expect(rowsOf(db, 'applicants')).toEqual(rowsOf(portal.db, 'applicants'));
    expect(exports).toBe(2);
  });

  it('a database export is corrected where wrangler turns the letters \\n into line breaks', async () => {
    const portal = filled();
    portal.db.prepare('UPDATE applicants SET note = ?').run('C:\\new\nline');
    const changed = {
      ...portal,
      async exportTo(path: string) {
        const copy = storedPortal();
        storeApplication(copy, 'ITV-1', { one: 'first' });
        copy.db.prepare('UPDATE applicants SET note = ?').run('C:\new\nline');
        await copy.exportTo(path);
      },
    };
    const db = await read(changed);
    for (const table of ['applicants', 'files', 'gone']) expect(rowsOf(db, table)).toEqual(rowsOf(portal.db, table));
    expect(schemaOf(db).map(({ name }: { name: string }) => name)).toContain('files_gone');
  });
});
