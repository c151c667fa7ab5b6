/**
 * Takes a backup. Order: rows, then the objects that they hold, and the rows again when an object went away in between (a file
 * was replaced or an application erased), until one set of rows has all its objects. Objects that no row holds are not copied:
 * what was replaced, or is about to be sent, belongs to nobody.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { HELD_OBJECTS } from '../../admin/store/files.ts';
import {
  FORMAT,
  MANIFEST,
  type Manifest,
  namesIn,
  surplusFiles,
  UNFINISHED,
  verifyFiles,
  writeManifest,
} from './manifest.ts';
import { fetchObjects, type HeldObject, listObjects, type MissingObject, OBJECTS } from './objects.ts';
import { Refusal } from './refusal.ts';
import { migrationsOf, proveRows, readRows, writeRows } from './rows.ts';
import { countSnapshot } from './snapshot.ts';
import type { Storage } from './storage.ts';

const MOST_PASSES = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

type Say = (line: string) => void;
type Source = Pick<Storage, 'name' | 'DB' | 'FILES' | 'exportTo'>;

/** @throws {Refusal} */
export async function takeBackup(
  storage: Source,
  { where, folder, say }: { where: string; folder: string; say: Say },
): Promise<Manifest> {
  const scratch = join(folder, UNFINISHED);
  /** Of every object that was seen, since one may be gone by the time that the last rows are read. */
  const seen = new Map<string, R2Object>();
  const read = () => readPass(storage, { folder, scratch, say, seen });
  let pass = await read();
  for (let count = 2; pass.failed.length > 0; count += 1) {
    const before = JSON.stringify(pass.failed);
    pass.db.close();
    pass = await read();
    // Rows still hold what still is not there: the bucket has lost it.
    if (JSON.stringify(pass.failed) === before) break;
    if (count === MOST_PASSES) throw new Refusal('Files are replaced faster than they can be copied.');
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
    ...{ format: FORMAT, madeAt, source: where, database: storage.name },
    migration: migrationsOf(db).at(-1) ?? '',
    tables: countSnapshot(db),
    rows: await writeRows(db, folder),
    ...{ objects, missing: failed },
  };
  db.close();
  for (const path of surplusFiles(folder, objects)) unlinkSync(join(folder, path));
  await finish(folder, scratch, manifest, say);
  return manifest;
}

interface PassOptions {
  folder: string;
  scratch: string;
  say: Say;
  /** Collects the objects that are listed. */
  seen: Map<string, R2Object>;
}

/** One set of rows, and all that can be had of its objects. */
interface Pass {
  db: DatabaseSync;
  madeAt: string;
  held: HeldObject[];
  failed: MissingObject[];
}

async function readPass({ DB, FILES, exportTo }: Source, { folder, scratch, say, seen }: PassOptions): Promise<Pass> {
  const madeAt = new Date().toISOString();
  say('Reading the rows …');
  const db = await readRows({ DB, exportTo }, scratch);
  const held = db
    .prepare(HELD_OBJECTS)
    .all()
    .map((row) => ({ ...row }) as unknown as HeldObject);
  const listed = await listObjects(FILES);
  for (const [key, object] of listed) seen.set(key, object);
  tellStrays(listed, held, Date.parse(madeAt), say);
  say(`Copying ${held.length} files …`);
  const failed = await fetchObjects(FILES, held, folder);
  return { db, madeAt, held, failed: failed.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** What no row holds is deleted within two hours by the sweep; what is older was forgotten by somebody. */
function tellStrays(listed: Map<string, R2Object>, held: readonly HeldObject[], now: number, say: Say): void {
  const own = new Set(held.map(({ key }) => key));
  const strays = [...listed.values()].filter(({ key, uploaded }) => !own.has(key) && now - Number(uploaded) > DAY_MS);
  if (strays.length > 0) say(`${strays.length} files are of no application for more than a day, and are not copied.`);
}

/** It is a backup only once all of it was read back. */
async function finish(folder: string, scratch: string, manifest: Manifest, say: Say): Promise<void> {
  say('Reading all of it back …');
  writeManifest(folder, manifest);
  try {
    (await proveRows(await verifyFiles(folder), folder, scratch)).close();
  } catch (error) {
    unlinkSync(join(folder, MANIFEST));
    throw error;
  }
  rmSync(scratch, { recursive: true });
}

/**
 * Makes a folder that the operator alone can read, or goes on in one where a backup of the same was broken off.
 * @throws {Refusal} when anything else is in it
 */
export function prepareFolder(folder: string, where: string): void {
  const scratch = join(folder, UNFINISHED);
  if (existsSync(folder) && !existsSync(scratch) && namesIn(folder).length > 0) {
    const what = existsSync(join(folder, MANIFEST)) ? 'holds a backup already' : 'is not empty';
    throw new Refusal(`${folder} ${what}. Name a folder that is new or empty.`);
  }
  mkdirSync(join(folder, OBJECTS), { recursive: true, mode: 0o700 });
  for (const path of [folder, join(folder, OBJECTS)]) chmodSync(path, 0o700);
  const source = join(scratch, 'source');
  const begun = existsSync(source) ? readFileSync(source, 'utf8') : where;
  if (begun !== where)
    throw new Refusal(`In ${folder} a backup of ${begun} was begun. Name another folder for ${where}.`);
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  writeFileSync(source, where, { mode: 0o600 });
}
