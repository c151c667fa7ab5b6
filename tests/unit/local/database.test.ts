/** The inspection of a state folder's database before the workers start. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectDatabase } from '../../../functions/local/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'it-visa-database-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns the result for a state whose database these statements create */
function inspect(name: string, sql?: string): unknown {
  const state = join(folder, name);
  const d1 = join(state, 'v3/d1/miniflare-D1DatabaseObject');
  mkdirSync(d1, { recursive: true });
  if (sql !== undefined) {
    const database = new DatabaseSync(join(d1, `${'0123456789abcdef'.repeat(2)}.sqlite`));
    database.exec(sql);
    database.close();
  }
  return inspectDatabase(state);
}

const MIGRATED =
  'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE applications (id TEXT);' +
  "INSERT INTO d1_migrations (name) VALUES ('0001_a.sql'), ('0002_b.sql');";

describe('inspecting a state folder', () => {
  it('a state folder without a database has no migrations', () => {
    expect(inspect('none')).toEqual({ damage: null, isEmpty: true, migrations: [] });
  });

  it('a migrated state folder has its migrations, and is empty', () => {
    expect(inspect('empty', MIGRATED)).toEqual({
      damage: null,
      isEmpty: true,
      migrations: ['0001_a.sql', '0002_b.sql'].map((name) => ({ name, sha256: null })),
    });
  });

  it('a migrated state folder has the hashes of the texts that were applied, and is empty', () => {
    const hashes =
      "CREATE TABLE migration_hashes (name TEXT, sha256 TEXT); INSERT INTO migration_hashes VALUES ('0002_b.sql', 'ab');";
    expect(inspect('hashes', `${MIGRATED} ${hashes}`)).toEqual({
      damage: null,
      isEmpty: true,
      migrations: [
        { name: '0001_a.sql', sha256: null },
        { name: '0002_b.sql', sha256: 'ab' },
      ],
    });
  });

  it("a state folder with only the portal's own rows is empty", () => {
    const ran = "CREATE TABLE last_runs (name TEXT, at INTEGER); INSERT INTO last_runs VALUES ('mail', 1);";
    expect(inspect('ran', `${MIGRATED} ${ran}`)).toMatchObject({ isEmpty: true });
  });

  it('a file that is not a database is damage', () => {
    const state = join(folder, 'broken');
    const d1 = join(state, 'v3/d1/miniflare-D1DatabaseObject');
    mkdirSync(d1, { recursive: true });
    writeFileSync(join(d1, `${'0123456789abcdef'.repeat(2)}.sqlite`), 'not a database '.repeat(1000));
    expect(inspectDatabase(state)).toMatchObject({ damage: 'file is not a database' });
  });

  it("a state folder with an applicant's row is not empty", () => {
    expect(inspect('filled', `${MIGRATED} INSERT INTO applications VALUES ('1');`)).toMatchObject({ isEmpty: false });
  });
});
