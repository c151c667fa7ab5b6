/**
 * Takes a backup. Order: rows, then the objects that they hold, and the rows again when an object went away in between (a file
 * was replaced or an application erased), until one set of rows has all its objects. Objects that no row holds are not copied:
 * what was replaced, or is about to be sent, belongs to nobody.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HELD_OBJECTS } from '../../admin/store/files.ts';
import { FORMAT, MANIFEST, namesIn, surplusFiles, UNFINISHED, verifyFiles, writeManifest } from './manifest.mjs';
import { fetchObjects, listObjects, OBJECTS } from './objects.mjs';
import { Refusal } from './refusal.mjs';
import { migrationsOf, proveRows, readRows, writeRows } from './rows.mjs';
import { countSnapshot } from './snapshot.mjs';

const MOST_PASSES = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * @param {import('./storage.mjs').Storage} storage
 * @param {{ where: string, folder: string, say: (line: string) => void }} options
 * @returns {Promise<import('./manifest.mjs').Manifest>}
 * @throws {Refusal}
 */
export async function takeBackup(storage, { where, folder, say }) {
  const scratch = join(folder, UNFINISHED);
  /** Of every object that was seen, since one may be gone by the time that the last rows are read. */
  const seen = new Map();
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
  const manifest = {
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

/** One set of rows, and all that can be had of its objects. */
async function readPass({ DB, FILES, exportTo }, { folder, scratch, say, seen }) {
  const madeAt = new Date().toISOString();
  say('Reading the rows …');
  const db = await readRows({ DB, exportTo }, scratch);
  const held = db
    .prepare(HELD_OBJECTS)
    .all()
    .map((row) => ({ ...row }));
  const listed = await listObjects(FILES);
  for (const [key, object] of listed) seen.set(key, object);
  tellStrays(listed, held, Date.parse(madeAt), say);
  say(`Copying ${held.length} files …`);
  const failed = await fetchObjects(FILES, held, folder);
  return { db, madeAt, held, failed: failed.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** What no row holds is deleted within two hours by the sweep; what is older was forgotten by somebody. */
function tellStrays(listed, held, now, say) {
  const own = new Set(held.map(({ key }) => key));
  const strays = [...listed.values()].filter(({ key, uploaded }) => !own.has(key) && now - Number(uploaded) > DAY_MS);
  if (strays.length > 0) say(`${strays.length} files are of no application for more than a day, and are not copied.`);
}

/** It is a backup only once all of it was read back. */
async function finish(folder, scratch, manifest, say) {
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
export function prepareFolder(folder, where) {
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
