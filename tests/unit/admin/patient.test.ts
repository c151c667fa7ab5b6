import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getPlatformProxy } from 'wrangler';
import { patient } from '../../../functions/admin/store/patient.ts';

interface Statement {
  bind(...values: unknown[]): Statement;
  run(): Promise<unknown>;
  all(): Promise<{ results: unknown[] }>;
}

/** What is used of D1 here, whose own types are those of the workers' runtime. */
interface Database {
  exec(sql: string): Promise<unknown>;
  prepare(sql: string): Statement;
  batch(statements: Statement[]): Promise<unknown>;
}

const state = mkdtempSync(join(tmpdir(), 'it-visa-patient-'));
let platform: Awaited<ReturnType<typeof getPlatformProxy<{ DB: Database }>>>;
let other: DatabaseSync;

beforeAll(async () => {
  platform = await getPlatformProxy<{ DB: Database }>({
    configPath: fileURLToPath(new URL('../../../functions/admin/wrangler.toml', import.meta.url)),
    persist: { path: join(state, 'v3') },
  });
  await platform.env.DB.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE)');
  const file = readdirSync(state, { recursive: true, encoding: 'utf8' }).find((name) =>
    /d1.*[0-9a-f]{32,}\.sqlite$/.test(name),
  );
  other = new DatabaseSync(join(state, file ?? ''));
}, 30_000);

afterAll(async () => {
  other.close();
  await platform.dispose();
  rmSync(state, { recursive: true, force: true });
});

/** Another process writes, and takes its time. */
async function hold(milliseconds: number): Promise<void> {
  other.exec('BEGIN IMMEDIATE');
  await pause(milliseconds);
  other.exec('COMMIT');
}

it('waits with a statement and with a batch while another process writes, and does each once', async () => {
  const DB = patient(platform.env.DB);
  const add = (text: string) => DB.prepare('INSERT INTO notes VALUES (?)').bind(text);

  const first = hold(200);
  await expect(platform.env.DB.prepare("INSERT INTO notes VALUES ('impatient')").run()).rejects.toThrow('SQLITE_BUSY');
  await add('statement').run();
  await first;

  const second = hold(200);
  await DB.batch([add('batch 1'), add('batch 2')]);
  await second;

  const { results } = await DB.prepare('SELECT text FROM notes ORDER BY text').all();
  expect(results).toEqual([{ text: 'batch 1' }, { text: 'batch 2' }, { text: 'statement' }]);
});

it('waits with a reading too, whose bookmark D1 writes', async () => {
  const held = hold(200);
  const read = (DB: Database) => DB.prepare("SELECT text FROM notes WHERE text = 'statement'").all();
  await expect(read(platform.env.DB)).rejects.toThrow('Failed to get session commit token');
  expect((await read(patient(platform.env.DB))).results).toEqual([{ text: 'statement' }]);
  await held;
});

it('gives every other error on at once', async () => {
  const DB = patient(platform.env.DB);
  await expect(DB.prepare("INSERT INTO notes VALUES ('statement')").run()).rejects.toThrow('UNIQUE');
});
