/** A database and a bucket in memory that behave like D1 and R2 in a backup and a restore. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { writeRows } from '../../../functions/local/backup/rows.ts';

const MIGRATIONS = `CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);`;
const SCHEMA = `
  CREATE TABLE applicants (id TEXT NOT NULL PRIMARY KEY, note TEXT) STRICT;
  CREATE TABLE files (id TEXT NOT NULL PRIMARY KEY, applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
    size INTEGER NOT NULL, sha256 TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE gone (id TEXT NOT NULL PRIMARY KEY) STRICT;
  CREATE TRIGGER files_gone AFTER DELETE ON files BEGIN INSERT INTO gone VALUES (OLD.id); END;
  CREATE INDEX files_by_applicant ON files (applicant_id);`;

export const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Kept {
  bytes: Uint8Array;
  httpMetadata: object;
  customMetadata: object;
}

export interface StoredPortal {
  name: string;
  db: DatabaseSync;
  bucket: Map<string, Kept>;
  /** The calls to the storage, in order. */
  calls: string[];
  DB: unknown;
  FILES: unknown;
  exportTo(file: string): Promise<void>;
  importFrom(file: string): Promise<void>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** @param migrations that were applied; an empty list creates a database without tables */
export function storedPortal(migrations: readonly string[] = ['0001_initial.sql']): StoredPortal {
  const db = new DatabaseSync(':memory:');
  if (migrations.length > 0) db.exec(MIGRATIONS + SCHEMA);
  for (const name of migrations) db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
  const bucket = new Map<string, Kept>();
  const calls: string[] = [];
  const done = (call: string) => {
    calls.push(call);
    return Promise.resolve();
  };
  return {
    ...{ name: 'a portal', db, bucket, calls },
    DB: asD1(db),
    FILES: asR2(bucket, calls),
    async exportTo(file) {
      calls.push('export');
      const folder = dirname(file);
      renameSync(join(folder, (await writeRows(db, folder)).file), file);
    },
    importFrom(file) {
      db.exec(`BEGIN; ${readFileSync(file, 'utf8')} COMMIT;`);
      return done('import');
    },
    migrate: () => done('migrate'),
    close: () => Promise.resolve(),
  };
}

/** Stores an application with files under the given keys. */
export function storeApplication({ db, bucket }: StoredPortal, id: string, files: Record<string, string>): void {
  db.prepare('INSERT INTO applicants VALUES (?, ?)').run(id, `note of ${id}`);
  for (const [key, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    db.prepare('INSERT INTO files VALUES (?, ?, ?, ?)').run(key, id, bytes.length, sha256(bytes));
    bucket.set(key, { bytes, httpMetadata: { contentType: 'application/pdf' }, customMetadata: { of: id } });
  }
}

function asD1(db: DatabaseSync) {
  const prepare = (sql: string, ...values: SQLInputValue[]) => ({
    bind: (...bound: SQLInputValue[]) => prepare(sql, ...bound),
    all: () => Promise.resolve({ results: db.prepare(sql).all(...values) }),
    run: () => Promise.resolve({ meta: { changes: Number(db.prepare(sql).run(...values).changes) } }),
  });
  return {
    prepare: (sql: string) => prepare(sql),
    batch: (statements: ReturnType<typeof prepare>[]) => Promise.all(statements.map((statement) => statement.all())),
  };
}

function asR2(bucket: Map<string, Kept>, calls: string[]) {
  const object = (key: string, { bytes, ...metadata }: Kept) => ({
    ...{ key, size: bytes.length, uploaded: new Date(), ...metadata },
    checksums: { sha256: new Uint8Array(Buffer.from(sha256(bytes), 'hex')).buffer },
    arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
  });
  const keys = () => [...bucket.keys()].sort();
  return {
    list({ cursor = '0' }: { cursor?: string }) {
      const [from, to] = [Number(cursor), Number(cursor) + 2];
      const objects = keys()
        .slice(from, to)
        .map((key) => object(key, bucket.get(key) as Kept));
      return Promise.resolve({ objects, truncated: to < bucket.size, cursor: String(to) });
    },
    get(key: string) {
      calls.push(`get ${key}`);
      const kept = bucket.get(key);
      return Promise.resolve(kept ? object(key, kept) : null);
    },
    put(key: string, bytes: Uint8Array, options: Omit<Kept, 'bytes'> & { sha256: string }) {
      calls.push(`put ${key}`);
      if (sha256(bytes) !== options.sha256) return Promise.reject(new Error('another digest'));
      const { httpMetadata, customMetadata } = options;
      bucket.set(key, { bytes, httpMetadata, customMetadata });
      return Promise.resolve();
    },
    delete(deleted: string[]) {
      calls.push(`delete ${deleted.join(' ')}`);
      for (const key of deleted) bucket.delete(key);
      return Promise.resolve();
    },
  };
}
