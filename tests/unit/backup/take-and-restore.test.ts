/** Taking and restoring a backup with a database and a bucket in memory: order, interruptions, damage and refusals. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BackupFolder } from '../../../functions/local/backup/folder.ts';
import { readTarget, verifyBackup, writeBackup } from '../../../functions/local/backup/restore.ts';
import { takeBackup } from '../../../functions/local/backup/take.ts';
import { type StoredPortal, sha256, storeApplication, storedPortal } from './stored-portal.ts';

const top = mkdtempSync(join(tmpdir(), 'it-visa-backups-'));
afterAll(() => rmSync(top, { recursive: true }));

let portal: StoredPortal;
let folder: string;
let said: string[];
const say = (line: string) => said.push(line);
beforeEach(() => {
  said = [];
  folder = mkdtempSync(join(top, 'of-'));
  portal = storedPortal();
  storeApplication(portal, 'ITV-1', { passport: 'first', photo: 'second' });
  storeApplication(portal, 'ITV-2', { resume: 'third' });
});

async function take(of: StoredPortal = portal, where = 'local') {
  const into = new BackupFolder(folder);
  into.prepare(where);
  return takeBackup(of as never, { where, folder: into, say });
}

/** Returns a project folder with these migrations, each with a statement. */
function codeWith(...migrations: string[]): string {
  const root = mkdtempSync(join(top, 'code-'));
  mkdirSync(join(root, 'functions/admin/migrations'), { recursive: true });
  for (const name of migrations) writeFileSync(join(root, 'functions/admin/migrations', name), 'SELECT 1;');
  return root;
}

async function restore(into: StoredPortal, root = codeWith('0001_initial.sql')) {
  const scratch = mkdtempSync(join(top, 'scratch-'));
  const proved = await verifyBackup(new BackupFolder(folder), scratch, root);
  const target = await readTarget(into as never, proved);
  await writeBackup(into as never, proved, target, { folder: new BackupFolder(folder), scratch, say });
  return target;
}

const TABLES = ['applicants', 'files', 'gone', 'd1_migrations'];
const contents = ({ db, bucket }: StoredPortal) => ({
  tables: TABLES.map((table) => db.prepare(`SELECT * FROM ${table}`).all()),
  bucket: [...bucket]
    .map(([key, kept]) => ({ key, ...kept, bytes: sha256(kept.bytes) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1)),
});
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('taking a backup', () => {
  it('a backup lists its contents in its manifest, and only the operator can read it', async () => {
    const manifest = await take();
    expect(manifest).toMatchObject({
      ...{ format: 1, source: 'local', database: 'a portal', migration: '0001_initial.sql', missing: [] },
      tables: { applicants: 2, files: 3, gone: 0, d1_migrations: 1 },
      rows: { file: 'database.sql', sha256: sha256(readFileSync(join(folder, 'database.sql'))) },
    });
    expect(manifest.objects).toContainEqual({
      ...{ key: 'photo', size: 6, sha256: sha256('second') },
      ...{ httpMetadata: { contentType: 'application/pdf' }, customMetadata: { of: 'ITV-1' } },
    });
    expect(new Date(manifest.madeAt).toISOString()).toBe(manifest.madeAt);
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
    expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'database.sql', 'manifest.json', 'objects']);
    for (const path of [folder, join(folder, 'objects')]) expect(mode(path)).toBe('700');
    for (const file of ['SHA256SUMS', 'database.sql', 'manifest.json', 'objects/photo'])
      expect(mode(join(folder, file)), file).toBe('600');
  });

  it('a backup requires a new or empty folder', async () => {
    await take();
    await expect(take()).rejects.toThrow('already contains a backup');
    folder = mkdtempSync(join(top, 'of-'));
    writeFileSync(join(folder, 'letter.txt'), '');
    await expect(take()).rejects.toThrow('is not empty');
    expect(readdirSync(folder)).toEqual(['letter.txt']);
  });

  it('a backup has the files of its rows when a file is replaced meanwhile', async () => {
    const replacing: StoredPortal = {
      ...portal,
      async exportTo(file) {
        await portal.exportTo(file);
        if (portal.calls.filter((call) => call === 'export').length > 1) return;
        portal.bucket.delete('photo');
        portal.db.exec("DELETE FROM files WHERE id = 'photo'");
        storeApplication(portal, 'ITV-3', { newer: 'another' });
        portal.db.exec("DELETE FROM applicants WHERE id = 'ITV-2'");
        portal.bucket.delete('resume');
      },
    };
    // The export is repeated until rows and objects match.
    const manifest = await take(replacing);
    expect(manifest.objects.map(({ key }: { key: string }) => key)).toEqual(['newer', 'passport']);
    expect(manifest.tables).toMatchObject({ applicants: 2, files: 2 });
  });

  it('an interrupted backup continues without fetching files again, and drops files deleted meanwhile', async () => {
    const broken = { ...portal, FILES: { ...(portal.FILES as object), get: failing(portal, 'resume') } };
    await expect(take(broken)).rejects.toThrow('the line is dead');
    expect(readdirSync(folder)).toContain('unfinished');
    await expect(verifyBackup(new BackupFolder(folder), top)).rejects.toThrow('is incomplete');
    expect(() => new BackupFolder(folder).prepare('production')).toThrow('an incomplete backup of local');
    portal.db.exec("DELETE FROM files WHERE id = 'passport'");
    portal.bucket.delete('passport');
    portal.calls.length = 0;
    const manifest = await take();
    expect(portal.calls).toEqual(['export', 'get resume']);
    expect(readdirSync(join(folder, 'objects')).sort()).toEqual(['photo', 'resume']);
    expect(manifest.objects.map(({ httpMetadata }: { httpMetadata: object }) => httpMetadata)).toEqual([
      { contentType: 'application/pdf' },
      { contentType: 'application/pdf' },
    ]);
  });

  it('a backup lists files that the portal has lost, and has all others', async () => {
    portal.bucket.delete('photo');
    storeApplication(portal, 'ITV-3', { letter: 'as it was' });
    portal.bucket.set('letter', { bytes: Buffer.from('as it is!'), httpMetadata: {}, customMetadata: {} });
    const manifest = await take();
    expect(manifest.missing).toEqual([
      { key: 'letter', why: 'damaged' },
      { key: 'photo', why: 'gone' },
    ]);
    expect(manifest.objects.map(({ key }: { key: string }) => key)).toEqual(['passport', 'resume']);
    await restore(storedPortal([]));
  });

  it('a backup leaves out objects without a row, and reports old ones', async () => {
    portal.bucket.set('stray', { bytes: Buffer.from('x'), httpMetadata: {}, customMetadata: {} });
    const manifest = await take();
    expect(manifest.objects).toHaveLength(3);
    expect(said.join()).not.toContain('to no application');
    const FILES = portal.FILES as { list(options: object): Promise<{ objects: { uploaded: Date }[] }> };
    const list = async (options: object) => {
      const page = await FILES.list(options);
      for (const object of page.objects) object.uploaded = new Date(0);
      return page;
    };
    folder = mkdtempSync(join(top, 'of-'));
    await take({ ...portal, FILES: { ...FILES, list } });
    expect(said.join()).toContain('1 files have belonged to no application');
  });
});

function failing({ FILES }: StoredPortal, key: string) {
  const { get } = FILES as { get(key: string): Promise<unknown> };
  return (asked: string) => (asked === key ? Promise.reject(new Error('the line is dead')) : get(asked));
}

describe('restoring a backup', () => {
  it('a restore into an empty portal writes objects first, then rows', async () => {
    await take();
    const target = storedPortal([]);
    await restore(target);
    expect(contents(target)).toEqual(contents(portal));
    expect(target.calls.slice(0, -1).sort()).toEqual(['put passport', 'put photo', 'put resume']);
    expect(target.calls.at(-1)).toBe('import');
  });

  it('a restore into a used portal replaces everything, and deletes other objects last', async () => {
    await take();
    const target = storedPortal();
    storeApplication(target, 'ITV-9', { other: 'of somebody else' });
    const found = await restore(target);
    expect(found).toMatchObject({ rows: 2, surplus: ['other'] });
    expect(contents(target)).toEqual(contents(portal));
    expect(target.calls.slice(-2)).toEqual(['import', 'delete other']);
  });

  it('a restore can be repeated after an interruption', async () => {
    await take();
    const target = storedPortal([]);
    const broken = { ...target, importFrom: () => Promise.reject(new Error('the line is dead')) };
    await expect(restore(broken)).rejects.toThrow('the line is dead');
    target.calls.length = 0;
    expect(await restore(target)).toMatchObject({ rows: 0, surplus: [] });
    expect(target.calls).toEqual(['import']);
    expect(contents(target)).toEqual(contents(portal));
  });

  it('a restore has all files although the sweep runs meanwhile', async () => {
    await take();
    const target = storedPortal([]);
    const swept = {
      ...target,
      async importFrom(file: string) {
        target.bucket.delete('photo');
        await target.importFrom(file);
      },
    };
    await restore(swept);
    expect(contents(target)).toEqual(contents(portal));
  });

  it('a restore applies later migrations, and refuses a backup of newer code', async () => {
    await take();
    const target = storedPortal([]);
    await restore(target, codeWith('0001_initial.sql', '0002_more.sql'));
    expect(target.calls.at(-1)).toBe('migrate');
    expect(said.join()).toContain('0002_more.sql');
    expect(target.db.prepare('SELECT name FROM migration_hashes').all()).toMatchObject([{ name: '0002_more.sql' }]);
    await expect(restore(storedPortal([]), codeWith('0000_older.sql'))).rejects.toThrow(
      '0001_initial.sql was applied, and is missing',
    );
  });

  it('a restore writes nothing when a migration of the backup was changed, renamed or deleted', async () => {
    portal.db.exec('CREATE TABLE migration_hashes (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL)');
    portal.db.prepare("INSERT INTO migration_hashes VALUES ('0001_initial.sql', ?)").run(sha256('SELECT 1;'));
    await take();
    const target = storedPortal([]);
    const changed = codeWith('0001_initial.sql');
    writeFileSync(join(changed, 'functions/admin/migrations/0001_initial.sql'), 'SELECT 2;');
    await expect(restore(target, changed)).rejects.toThrow('0001_initial.sql was changed after it was applied');
    await expect(restore(target, codeWith('0001_other.sql'))).rejects.toThrow(
      '0001_initial.sql was applied, and is missing',
    );
    await expect(restore(target, codeWith('0001_initial.sql', '0002_a.sql', '0002_b.sql'))).rejects.toThrow(
      '0002_b.sql in functions/admin/migrations is new',
    );
    expect(target.calls).toEqual([]);
    await restore(target);
  });

  it('a restore reports a database that differs from what was written', async () => {
    await take();
    const target = storedPortal([]);
    const incomplete = {
      ...target,
      importFrom(file: string) {
        const lines = readFileSync(file, 'utf8').split('\n');
        writeFileSync(file, lines.filter((line) => !/INSERT INTO .*ITV-2/.test(line)).join('\n'));
        return target.importFrom(file);
      },
    };
    await expect(restore(incomplete)).rejects.toThrow('differs from the backup');
    await restore(target);
    expect(contents(target)).toEqual(contents(portal));
  });

  it('a restore accepts what crons and applicants write after the import', async () => {
    await take();
    const target = storedPortal([]);
    const used = {
      ...target,
      async importFrom(file: string) {
        await target.importFrom(file);
        storeApplication(target, 'ITV-9', {});
        target.db.exec("DELETE FROM applicants WHERE id = 'ITV-2'");
      },
    };
    await restore(used);
    const left = target.db.prepare('SELECT id FROM applicants ORDER BY id').all();
    expect(left.map(({ id }) => id)).toEqual(['ITV-1', 'ITV-9']);
    expect(target.db.prepare("SELECT name FROM sqlite_master WHERE name = 'restored_rows'").all()).toEqual([]);
  });

  const FILES = ['manifest.json', 'SHA256SUMS', 'database.sql', 'objects/photo'];
  it.each(FILES)('a restore writes nothing when %s is damaged, truncated or missing', async (file) => {
    await take();
    const path = join(folder, file);
    const bytes = readFileSync(path);
    for (const place of [0, bytes.length >> 1, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[place] = (damaged[place] ?? 0) ^ 1;
      writeFileSync(path, damaged);
      await nothingIsWritten();
    }
    writeFileSync(path, bytes.subarray(0, -1));
    await nothingIsWritten();
    rmSync(path);
    await nothingIsWritten();
    writeFileSync(path, bytes);
    await restore(storedPortal([]));
  });

  async function nothingIsWritten() {
    const target = storedPortal();
    await expect(restore(target)).rejects.toMatchObject({ name: 'Fault' });
    expect(target.calls).toEqual([]);
  }

  it('a restore refuses a backup of an unknown format', async () => {
    const manifest = await take();
    new BackupFolder(folder).writeManifest({ ...manifest, format: 2 });
    await expect(restore(storedPortal([]))).rejects.toThrow('has format 2');
  });
});
