import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath, URL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getPlatformProxy } from 'wrangler';
import { retrying } from '../../../../functions/admin/store/database.ts';

interface Statement {
  bind(...values: unknown[]): Statement;
  run(): Promise<unknown>;
  all(): Promise<{ results: unknown[] }>;
}

/** The part of D1 used here, whose own types belong to the workers' runtime. */
interface Database {
  exec(sql: string): Promise<unknown>;
  prepare(sql: string): Statement;
  batch(statements: Statement[]): Promise<unknown>;
}

const state = mkdtempSync(join(tmpdir(), 'it-visa-locked-'));
let platform: Awaited<ReturnType<typeof getPlatformProxy<{ DB: Database }>>>;
let other: DatabaseSync;

beforeAll(async () => {
  platform = await getPlatformProxy<{ DB: Database }>({
    configPath: fileURLToPath(new URL('../../../../functions/admin/wrangler.toml', import.meta.url)),
    persist: { path: join(state, 'v3') },
  });
  await platform.env.DB.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE)');
  const file = readdirSync(state, { recursive: true, encoding: 'utf8' }).find((name) =>
    /d1.*[0-9a-f]{32,}\.sqlite$/.test(name),
  );
  other = new DatabaseSync(join(state, file ?? ''));
});

afterAll(async () => {
  other.close();
  await platform.dispose();
  rmSync(state, { recursive: true, force: true });
});

/** Another process writes until the returned function ends it. */
function hold(): () => void {
  other.exec('BEGIN IMMEDIATE');
  return () => other.exec('COMMIT');
}

/** A database that reports each call that it refuses. */
function watched<Bound extends object>(bound: Bound, refused: () => void): Bound {
  return new Proxy(bound, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, given);
        if (result instanceof Promise) result.catch(refused);
        else if (typeof result === 'object' && result !== null) return watched(result, refused);
        return result;
      };
    },
  });
}

/** A database with retries beside a process that stops writing once it has blocked a call. */
function besideWriter(): Database {
  let release: (() => void) | undefined = hold();
  return retrying(
    watched(platform.env.DB, () => {
      release?.();
      release = undefined;
    }),
    true,
  );
}

it('a statement and a batch wait while another process writes the database, and run once', async () => {
  const release = hold();
  await expect(platform.env.DB.prepare("INSERT INTO notes VALUES ('at once')").run()).rejects.toThrow('SQLITE_BUSY');
  release();

  const add = (DB: Database, text: string) => DB.prepare('INSERT INTO notes VALUES (?)').bind(text);
  await add(besideWriter(), 'statement').run();
  const DB = besideWriter();
  await DB.batch([add(DB, 'batch 1'), add(DB, 'batch 2')]);

  const { results } = await DB.prepare('SELECT text FROM notes ORDER BY text').all();
  expect(results).toEqual([{ text: 'batch 1' }, { text: 'batch 2' }, { text: 'statement' }]);
});

it('a read waits while D1 writes its bookmark to the database', async () => {
  const read = (DB: Database) => DB.prepare("SELECT text FROM notes WHERE text = 'statement'").all();
  const release = hold();
  await expect(read(platform.env.DB)).rejects.toThrow('Failed to get session commit token');
  release();
  expect((await read(besideWriter())).results).toEqual([{ text: 'statement' }]);
});

it('a database error that is not a lock is thrown at once', async () => {
  const DB = retrying(platform.env.DB, true);
  await expect(DB.prepare("INSERT INTO notes VALUES ('statement')").run()).rejects.toThrow('UNIQUE');
});

/** A database that fails the given number of times like the local runtime, whose real error cannot be provoked. */
function failing(times: number) {
  const asked: string[] = [];
  const statement = (sql: string) => ({
    bind: () => statement(sql),
    all: async () => {
      asked.push(sql);
      if (asked.length <= times) throw new Error('D1_ERROR: internal error; reference = 0a1b2c');
      return { results: [1] };
    },
  });
  const db = {
    prepare: statement,
    batch: async (statements: { all: () => Promise<unknown> }[]) => Promise.all(statements.map((one) => one.all())),
  };
  return { asked, db: retrying(db, true) };
}

it('a read is repeated after an internal error of D1', async () => {
  const { asked, db } = failing(2);
  expect(await db.prepare(' select 1').bind().all()).toEqual({ results: [1] });
  expect(asked).toHaveLength(3);
  const batch = failing(1);
  expect(await batch.db.batch([batch.db.prepare('SELECT 1')])).toEqual([{ results: [1] }]);
});

it.each([
  'INSERT INTO notes VALUES (1)',
  'UPDATE notes SET text = 1 RETURNING text',
  'WITH a AS (SELECT 1) DELETE FROM a',
])('a write is not repeated after an internal error of D1, which leaves its result unknown: %s', async (sql) => {
  const { asked, db } = failing(1);
  await expect(db.prepare(sql).bind().all()).rejects.toThrow('internal error');
  expect(asked).toHaveLength(1);
  const batch = failing(1);
  await expect(batch.db.batch([batch.db.prepare('SELECT 1'), batch.db.prepare(sql)])).rejects.toThrow('internal error');
});
