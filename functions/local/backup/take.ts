/**
 * Takes a backup: rows, then their objects, and the rows again when an object vanished in between (replaced or erased), until
 * one set of rows has all its objects. Orphaned objects are not copied.
 */
import { rmSync } from 'node:fs';
import { DAY_MS } from '../../../src/domain/input/date.ts';
import { HELD_OBJECTS } from '../../admin/store/files.ts';
import { Fault } from '../../platform/fault.ts';
import { type BackupFolder, FORMAT, type HeldObject, listObjects, type Manifest } from './folder.ts';
import { migrationsOf, readRows, verifyRows, writeRows } from './rows.ts';
import { countSnapshot } from './snapshot.ts';
import type { Storage } from './storage.ts';

const MAX_PASSES = 5;

type Say = (line: string) => void;
type Source = Pick<Storage, 'name' | 'DB' | 'FILES' | 'exportTo'>;

export async function takeBackup(
  storage: Source,
  { where, folder, say }: { where: string; folder: BackupFolder; say: Say },
): Promise<Manifest> {
  /** Every listed object, since some may be gone when the last rows are read. */
  const seen = new Map<string, R2Object>();
  const read = () => readPass(storage, { folder, say, seen });
  let pass = await read();
  for (let count = 2; pass.failed.length > 0; count += 1) {
    const before = JSON.stringify(pass.failed);
    pass.db.close();
    pass = await read();
    // The rows still name objects that are missing: the bucket has lost them.
    if (JSON.stringify(pass.failed) === before) break;
    if (count === MAX_PASSES)
      throw new Fault(
        'Files are replaced faster than they can be copied. Close the portal (npm run ops -- close), and run the same command again.',
      );
  }
  const { db, madeAt, held, failed } = pass;
  const missing = new Set(failed.map(({ key }) => key));
  const objects = held
    .filter(({ key }) => !missing.has(key))
    .map((one) => {
      const { httpMetadata = {}, customMetadata = {} } = seen.get(one.key) ?? {};
      return { ...one, httpMetadata, customMetadata };
    });
  const manifest: Manifest = {
    format: FORMAT,
    madeAt,
    source: where,
    database: storage.name,
    migration: migrationsOf(db).at(-1)?.name ?? '',
    tables: countSnapshot(db),
    rows: await writeRows(db, folder.path),
    objects,
    missing: failed,
  };
  db.close();
  folder.deleteSurplus(objects);
  await completeBackup(folder, manifest, say);
  return manifest;
}

interface PassOptions {
  folder: BackupFolder;
  say: Say;
  seen: Map<string, R2Object>;
}

async function readPass({ DB, FILES, exportTo }: Source, { folder, say, seen }: PassOptions) {
  const madeAt = new Date().toISOString();
  say('Reading the rows …');
  const db = await readRows({ DB, exportTo }, folder.scratch);
  const held = Array.from(db.prepare(HELD_OBJECTS).all(), (row) => ({ ...row }) as unknown as HeldObject);
  const listed = await listObjects(FILES);
  for (const [key, object] of listed) seen.set(key, object);
  reportOrphans(listed, held, Date.parse(madeAt), say);
  say(`Copying ${held.length} files …`);
  const failed = await folder.fetchObjects(FILES, held);
  return { db, madeAt, held, failed: failed.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** The sweep deletes orphaned objects within two hours; older ones were missed by it. */
function reportOrphans(listed: Map<string, R2Object>, held: readonly HeldObject[], now: number, say: Say): void {
  const own = new Set(held.map(({ key }) => key));
  const unreferenced = [...listed.values()].filter(
    ({ key, uploaded }) => !own.has(key) && now - Number(uploaded) > DAY_MS,
  );
  if (unreferenced.length > 0)
    say(`${unreferenced.length} files have belonged to no application for more than a day, and are not copied.`);
}

/** The backup is valid only after all of it was read back. */
async function completeBackup(folder: BackupFolder, manifest: Manifest, say: Say): Promise<void> {
  say('Verifying the backup …');
  folder.writeManifest(manifest);
  try {
    (await verifyRows(await folder.verifyFiles(), folder.path, folder.scratch)).close();
  } catch (error) {
    folder.deleteManifest();
    throw error;
  }
  rmSync(folder.scratch, { recursive: true });
}
