/** Migrations on a database with rows. */
import { applyD1Migrations, type D1Migration, env } from 'cloudflare:test';
import { beforeAll, expect, it } from 'vitest';
import { tokenOf } from './support/applications.ts';
import { bindings, call, migrate } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const { TEST_MIGRATIONS: migrations } = env as unknown as { TEST_MIGRATIONS: D1Migration[] };
const FIRST_OPEN = migrations.findIndex(({ name }) => name.includes('open_choices'));
const { DB } = bindings;

/** Inserts a row into each table for two applicants. */
async function insertRows(): Promise<void> {
  for (const [id, type, locale] of [
    ['ITV-1', 'founder', 'en'],
    ['ITV-2', 'specialist', 'ru'],
  ] as const) {
    await insertApplicant(id, type, locale).run();
    await DB.batch(
      [
        `INSERT INTO status_history VALUES ('${id}', 0, 'submitted', 'a note', 5, '["file4"]')`,
        `INSERT INTO files VALUES ('file-${id}', '${id}', 'file4', 'a.pdf', 'application/pdf', 7, 'digest')`,
        `INSERT INTO loose_objects VALUES ('orphan-${id}', 8)`,
        `INSERT INTO tokens VALUES ('token-${id}', '${id}', 'Firefox', 9, 10)`,
        `INSERT INTO reset_codes VALUES ('address-${id}', '${id}', 'code', 1, 11, 12, 13, 14, 15)`,
        `INSERT INTO sign_in_tries VALUES ('address-${id}', '', 1, 16, 17)`,
        `INSERT INTO idempotency VALUES ('key-${id}', 'print', 'claim', '${id}', 18)`,
        `INSERT INTO visas VALUES ('code-${id}', '${id}', '2027-01-01', '2028-01-01', 19)`,
        `INSERT INTO left_addresses VALUES ('${id}', 'old@example.org', 'old@example.org', 'back-${id}', 20)`,
      ].map((sql) => DB.prepare(sql)),
    );
  }
}

function insertApplicant(id: string, type: string, locale: string): D1PreparedStatement {
  return DB.prepare(
    `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version,
       is_sample, created_at, updated_at, terms_version, terms_accepted_at)
     VALUES (?1, ?1 || '@example.org', ?2, ?3, 'hash', '{"name":"A"}', 'submitted', 3, 1, 1, 2, '2026-11', 4)`,
  ).bind(id, type, locale);
}

const all = async (sql: string) => (await DB.prepare(sql).all()).results;
/** The foreign keys of all tables with their actions on delete. */
async function references(): Promise<object[]> {
  const tables = Object.keys(await everythingStored()).filter((name) => name !== 'objects');
  const keys = await Promise.all(
    tables.map(async (table) => ({ table, keys: await all(`PRAGMA foreign_key_list(${table})`) })),
  );
  return keys.filter(({ keys }) => keys.length > 0);
}
const indexes = () => all("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name");

beforeAll(async () => {
  await applyD1Migrations(DB, migrations.slice(0, FIRST_OPEN));
  await insertRows();
});

it('the migration to open types and languages loses no row, reference or index', async () => {
  await expect(insertApplicant('ITV-3', 'student', 'uz').run()).rejects.toThrow(/CHECK/);
  const [rows, keys, found] = [await everythingStored(), await references(), await indexes()];
  expect(keys.length).toBeGreaterThan(6);

  await migrate();

  const after = await everythingStored();
  expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(rows)));
  for (const [table, before] of Object.entries(rows)) {
    expect(before.length > 0 || table === 'objects', table).toBe(true);
    expect(after[table], table).toEqual(before.map((row) => expect.objectContaining(row as object)));
  }
  expect(await references()).toEqual(expect.arrayContaining(keys));
  // A later migration may have added columns to an index.
  for (const { name, sql } of found)
    expect(await indexes()).toContainEqual({ name, sql: expect.stringContaining(String(sql).slice(0, -1)) });
  expect(await all('PRAGMA foreign_key_check')).toEqual([]);
});

it('a fourth type and a third language can be stored', async () => {
  await insertApplicant('ITV-3', 'student', 'uz').run();
  expect(await all("SELECT application_type, locale FROM applicants WHERE id = 'ITV-3'")).toEqual([
    { application_type: 'student', locale: 'uz' },
  ]);
  await expect(DB.prepare("UPDATE applicants SET application_type = NULL WHERE id = 'ITV-3'").run()).rejects.toThrow(
    /NOT NULL/,
  );
});

it('deleting an applicant deletes all their rows after the migrations', async () => {
  await DB.prepare("DELETE FROM applicants WHERE id = 'ITV-1'").run();
  const { loose_objects: _, sign_in_tries: __, orphaned_objects: ___, ...own } = await everythingStored();
  for (const [table, rows] of Object.entries(own)) expect(JSON.stringify(rows), table).not.toContain('ITV-1');
});

it('an application of an unknown type is a 500 internal', async () => {
  await insertApplicant('ITV-4', 'student', 'uz').run();
  const response = await call('/user', { token: await tokenOf('ITV-4') });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([500, 'internal']);
});
