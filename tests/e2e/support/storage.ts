/**
 * The real D1 and R2 of the running portal, read from their files. Another runtime on the same files would write while
 * reading, so that the portal would have to wait for it.
 */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** D1 and R2 of the portal under test. */
export interface Storage {
  DB: DatabaseSync;
  FILES: { get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null> };
}

/** How long a statement waits while the portal writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 60_000;

/** @param state the state folder of a running portal; the caller closes `DB` */
export function openStorage(state: string): Storage {
  const DB = new DatabaseSync(databaseIn(`${state}/v3/d1/miniflare-D1DatabaseObject`), { timeout: BUSY_TIMEOUT_MS });
  return { DB, FILES: { get: (key) => readObject(`${state}/v3/r2`, key) } };
}

async function readObject(folder: string, key: string) {
  const index = new DatabaseSync(databaseIn(`${folder}/miniflare-R2BucketObject`), {
    readOnly: true,
    timeout: BUSY_TIMEOUT_MS,
  });
  const row = index.prepare('SELECT blob_id FROM _mf_objects WHERE key = ?').get(key);
  index.close();
  if (!row) return null;
  const [file] = globSync(`${folder}/*/blobs/${row.blob_id}`);
  if (!file) throw new Error(`R2 lists ${key} and has no bytes of it`);
  const bytes = new Uint8Array(await readFile(file));
  return { arrayBuffer: () => Promise.resolve(bytes.buffer) };
}

function databaseIn(folder: string): string {
  const [file, ...others] = globSync(`${folder}/*.sqlite`).filter((path) => !path.endsWith('/metadata.sqlite'));
  if (!file || others.length > 0) throw new Error(`not one database in ${folder}`);
  return file;
}
