/** Reading a backup from an untrusted source: its SQL only fills tables, and its names stay in the folder. */
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BackupFolder } from '../../../functions/local/backup/folder.ts';
import { readTarget, verifyBackup, writeBackup } from '../../../functions/local/backup/restore.ts';
import { loadSnapshot } from '../../../functions/local/backup/snapshot.ts';
import { takeBackup } from '../../../functions/local/backup/take.ts';
import { storeApplication, storedPortal } from './stored-portal.ts';

// biome-ignore lint/suspicious/noExplicitAny: a manifest is JSON, and what is wrong in it is what is tried
type Manifest = any;

const top = mkdtempSync(join(tmpdir(), 'it-visa-reading-'));
afterAll(() => rmSync(top, { recursive: true }));

let place: string;
const stored = () => new BackupFolder(place);
beforeEach(() => {
  place = mkdtempSync(join(top, 'of-'));
});

describe('SQL in a backup', () => {
  const outside = () => join(place, 'outside.sqlite');
  const load = (sql: string) => {
    const file = join(place, 'some.sql');
    writeFileSync(file, `CREATE TABLE t (x);\n${sql}\n`);
    return loadSnapshot(file, join(place, 'read.sqlite'));
  };

  it.each<[string, (path: string) => string]>([
    ['ATTACH', (path) => `ATTACH '${path}' AS o; CREATE TABLE o.x (y);`],
    ['ATTACH with a comment in it', (path) => `AT/**/TACH '${path}' AS o;\nattach/**/ database '${path}' as o;`],
    ['ATTACH after the end of the transaction', (path) => `COMMIT; ATTACH '${path}' AS o;`],
    ['VACUUM INTO', (path) => `VACUUM INTO '${path}';`],
    ['VACUUM INTO after the end of the transaction', (path) => `COMMIT; VACUUM INTO '${path}';`],
    ['VACUUM INTO in the middle of a line', (path) => `INSERT INTO t VALUES (1); VACUUM INTO '${path}';`],
    ['DETACH', () => 'DETACH main;'],
    ['a pragma', () => 'PRAGMA journal_mode = WAL;'],
    ['a pragma that reads', () => 'PRAGMA database_list;'],
    ['a pragma as a table', () => 'INSERT INTO t SELECT file FROM pragma_database_list;'],
    ['a folder for temporary files', () => `PRAGMA temp_store_directory = '/';`],
    ['a savepoint', () => 'SAVEPOINT a;'],
    ['the end of the transaction', () => 'ROLLBACK;'],
    ['a table of an extension', () => 'CREATE VIRTUAL TABLE v USING fts5(x);'],
    ['an extension', () => `SELECT load_extension('x.so');`],
    ['a temporary table', () => 'CREATE TEMP TABLE a (b);'],
    ['a renamed table', () => 'ALTER TABLE t RENAME TO u;'],
    [
      'endless recursion',
      () => 'INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n;',
    ],
    ['a value of a gigabyte', () => 'INSERT INTO t VALUES (zeroblob(1000000000));'],
    ['a text of a gigabyte', () => `INSERT INTO t VALUES (printf('%1000000000d', 1));`],
    [
      'a call in a trigger that the file fires',
      (path) =>
        `CREATE TRIGGER h AFTER INSERT ON t BEGIN SELECT load_extension('${path}'); END; INSERT INTO t VALUES (1);`,
    ],
  ])('SQL of a backup with %s is refused and writes no file', async (_, sql) => {
    await expect(load(sql(outside()))).rejects.toThrow();
    expect(existsSync(outside())).toBe(false);
  });

  it('reading a backup throws a Fault for other statements, and runs those of a backup', async () => {
    await expect(load(`ATTACH '${outside()}' AS o;`)).rejects.toMatchObject({ name: 'Fault' });
    await expect(load('PRAGMA user_version = 3;')).rejects.toMatchObject({ name: 'Fault' });
    const db = await load(
      "PRAGMA defer_foreign_keys = TRUE;\nINSERT INTO t VALUES (replace('a<1>', '<1>', char(10)));",
    );
    expect(db.prepare('SELECT x FROM t').get()).toEqual({ x: 'a\n' });
    // The reader may query what it has loaded.
    expect(db.prepare("SELECT name FROM pragma_table_info('t')").get()).toEqual({ name: 'x' });
  });
});

describe('the manifest of a backup', () => {
  async function backup() {
    const portal = storedPortal();
    storeApplication(portal, 'ITV-1', { passport: 'first' });
    stored().prepare('local');
    return takeBackup(portal as never, { where: 'local', folder: stored(), say: () => undefined });
  }

  it.each([
    [
      'rows in a file outside',
      (manifest: Manifest) => ({ ...manifest, rows: { ...manifest.rows, file: '../other.sql' } }),
    ],
    [
      'rows in another file of the backup',
      (manifest: Manifest) => ({ ...manifest, rows: { ...manifest.rows, file: 'objects/passport' } }),
    ],
    ['an object outside', (manifest: Manifest) => ({ ...manifest, objects: [{ ...manifest.objects[0], key: '..' }] })],
    [
      'an object in a folder above',
      (manifest: Manifest) => ({ ...manifest, objects: [{ ...manifest.objects[0], key: '../x' }] }),
    ],
    [
      'an object without a name',
      (manifest: Manifest) => ({ ...manifest, objects: [{ ...manifest.objects[0], key: '' }] }),
    ],
    [
      'one object twice',
      (manifest: Manifest) => ({ ...manifest, objects: [manifest.objects[0], manifest.objects[0]] }),
    ],
    [
      'an invalid checksum',
      (manifest: Manifest) => ({ ...manifest, objects: [{ ...manifest.objects[0], sha256: 'x' }] }),
    ],
    ['tables that are null', (manifest: Manifest) => ({ ...manifest, tables: null })],
  ])('a manifest with %s is refused although its checksums match', async (_, change) => {
    const manifest = await backup();
    stored().writeManifest(change(manifest));
    await expect(stored().verifyFiles()).rejects.toMatchObject({ name: 'Fault' });
    await expect(stored().verifyFiles()).rejects.toThrow('has invalid names or sums');
  });

  it.each(['database.sql', 'objects/passport'])('a backup whose %s is a symbolic link is refused', async (name) => {
    await backup();
    const path = join(place, name);
    const elsewhere = join(mkdtempSync(join(top, 'other-')), 'file');
    writeFileSync(elsewhere, readFileSync(path));
    unlinkSync(path);
    symlinkSync(elsewhere, path);
    await expect(stored().verifyFiles()).rejects.toThrow(`${name} is not a file`);
  });
});

describe('data that a restore drops', () => {
  it('a restore drops sessions, reset codes with their mails, and parcels, and keeps everything else', async () => {
    const portal = storedPortal();
    storeApplication(portal, 'ITV-1', { passport: 'first' });
    portal.db.exec(`
      CREATE TABLE tokens (hash TEXT NOT NULL PRIMARY KEY, applicant_id TEXT REFERENCES applicants (id));
      CREATE TABLE reset_codes (address_hash TEXT NOT NULL PRIMARY KEY);
      CREATE TABLE mails (id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL);
      CREATE TABLE parcels (id TEXT PRIMARY KEY);
      CREATE TABLE parcel_blobs (parcel_id TEXT NOT NULL REFERENCES parcels (id), id TEXT);
      CREATE TABLE left_addresses (applicant_id TEXT NOT NULL PRIMARY KEY);
      CREATE TRIGGER blobs_gone AFTER DELETE ON parcel_blobs BEGIN INSERT INTO gone VALUES (OLD.id); END;
      INSERT INTO tokens VALUES ('a', 'ITV-1'), ('b', 'ITV-1');
      INSERT INTO reset_codes VALUES ('x');
      INSERT INTO mails VALUES ('1', 'code'), ('2', 'status');
      INSERT INTO parcels VALUES ('p');
      INSERT INTO parcel_blobs VALUES ('p', 'blob');
      INSERT INTO left_addresses VALUES ('ITV-1');`);
    stored().prepare('local');
    const say = () => undefined;
    await takeBackup(portal as never, { where: 'local', folder: stored(), say });
    const target = storedPortal([]);
    const scratch = mkdtempSync(join(top, 'scratch-'));
    const proved = await verifyBackup(stored(), scratch);
    await writeBackup(target as never, proved, await readTarget(target as never, proved), {
      folder: stored(),
      scratch,
      say,
    });
    const count = (table: string) => target.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
    for (const table of ['tokens', 'reset_codes', 'parcels', 'parcel_blobs']) expect(count(table), table).toBe(0);
    for (const table of ['applicants', 'files', 'left_addresses']) expect(count(table), table).toBe(1);
    expect(target.db.prepare('SELECT kind FROM mails').all()).toEqual([{ kind: 'status' }]);
    // The backup itself has everything.
    expect(readFileSync(join(place, 'database.sql'), 'utf8')).toContain('INSERT INTO "tokens"');
  });

  it('DROPPED_BY_A_RESTORE has tables and columns of the migrated database', async () => {
    const { DROPPED_BY_A_RESTORE } = await import('../../../functions/admin/store/restored.ts');
    const { readdirSync } = await import('node:fs');
    const db = new DatabaseSync(':memory:');
    for (const name of readdirSync('functions/admin/migrations').sort())
      db.exec(readFileSync(join('functions/admin/migrations', name), 'utf8'));
    for (const { table, where } of DROPPED_BY_A_RESTORE)
      expect(() => db.exec(`DELETE FROM ${table}${where ? ` WHERE ${where}` : ''}`)).not.toThrow();
  });
});
