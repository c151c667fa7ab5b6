/**
 * The folder of a backup: what makes it valid (a manifest, the checksums of all files, and every byte as written), and how
 * objects get into it and back into a bucket. Rule: an object is never replaced under its key, so a copy with the right SHA-256
 * is kept, and an interrupted run continues.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An error for the operator, printed without a stack; the message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Simultaneous transfers; an object has 10 MiB at most, and D1 and R2 allow six connections per caller. */
const CONCURRENCY = 6;
/** R2's limit for listing and deleting. */
const PAGE = 1000;

export const OBJECTS = 'objects';

interface Checksum {
  size: number;
  sha256: string;
}

interface StoredObject extends Checksum {
  key: string;
  httpMetadata: R2HTTPMetadata;
  customMetadata: Record<string, string>;
}

/** An object that a row holds and that could not be read when the backup was made. */
export interface MissingObject {
  key: string;
  why: 'gone' | 'damaged';
}

/** Path in a backup. Keys are base64url. */
const objectFile = (key: string): string => `${OBJECTS}/${encodeURIComponent(key)}`;

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

export async function listObjects(FILES: R2Bucket): Promise<Map<string, R2Object>> {
  const all = new Map<string, R2Object>();
  for (let cursor: string | undefined; ; ) {
    const page = await FILES.list({
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
      include: ['httpMetadata', 'customMetadata'],
    });
    for (const object of page.objects) all.set(object.key, object);
    if (!page.truncated) return all;
    cursor = page.cursor;
  }
}

export interface HeldObject extends Checksum {
  key: string;
}

/** Copies objects into a backup's folder, except those already there. @returns those without a valid copy */
export async function fetchObjects(
  FILES: R2Bucket,
  held: readonly HeldObject[],
  folder: string,
): Promise<MissingObject[]> {
  const failed: MissingObject[] = [];
  await forEachConcurrently(held, async (wanted) => {
    const path = join(folder, objectFile(wanted.key));
    if (existsSync(path) && (await sha256OfFile(path)) === wanted.sha256) return;
    const object = await FILES.get(wanted.key);
    const bytes = object && new Uint8Array(await object.arrayBuffer());
    if (!bytes) failed.push({ key: wanted.key, why: 'gone' });
    else if (sha256(bytes) !== wanted.sha256) failed.push({ key: wanted.key, why: 'damaged' });
    else await writeFile(path, bytes, { mode: 0o600, flush: true });
  });
  return failed;
}

/** Puts the objects of a backup that a bucket lacks. @param existing the bucket's objects @returns the number of objects put */
export async function putObjects(
  FILES: R2Bucket,
  objects: readonly StoredObject[],
  existing: ReadonlyMap<string, R2Object>,
  folder: string,
): Promise<number> {
  const missing = objects.filter(({ key, size, sha256: wanted }) => {
    const found = existing.get(key);
    return found?.size !== size || hexOf(found.checksums?.sha256) !== wanted;
  });
  await forEachConcurrently(missing, async ({ key, sha256: wanted, httpMetadata, customMetadata }) => {
    const { cacheExpiry, ...rest } = httpMetadata;
    const dated = cacheExpiry ? { ...rest, cacheExpiry: new Date(cacheExpiry) } : rest;
    // R2 checks the digest and refuses an object damaged since its verification.
    await FILES.put(key, await readFile(join(folder, objectFile(key))), {
      sha256: wanted,
      httpMetadata: dated,
      customMetadata,
    });
  });
  return missing.length;
}

const hexOf = (buffer: ArrayBuffer | undefined) => (buffer ? Buffer.from(buffer).toString('hex') : null);

export async function deleteObjects(FILES: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += PAGE) await FILES.delete(keys.slice(at, at + PAGE));
}

/** Settles after all workers stop; after the first failure no new item is started. */
async function forEachConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  let isBroken = false;
  const one = async () => {
    for (let next = waiting.next(); !next.done && !isBroken; next = waiting.next()) {
      await work(next.value).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, one));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}

export const MANIFEST = 'manifest.json';
export const DATABASE = 'database.sql';
/** In the format of `sha256sum --check`. */
const SUMS = 'SHA256SUMS';
/** A folder that exists while a backup is made; its file `source` names the place. */
export const UNFINISHED = 'unfinished';

/** Version of the folder's format; other versions are refused. */
export const FORMAT = 1;

export interface Manifest {
  format: number;
  /** ISO 8601, UTC: when the rows were read. */
  madeAt: string;
  source: string;
  database: string;
  migration: string;
  tables: Record<string, number>;
  rows: Checksum & { file: string };
  objects: StoredObject[];
  missing: MissingObject[];
}

/** Written last: an interrupted backup has none and is not valid. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(join(folder, SUMS), formatSums(manifest, text), { mode: 0o600, flush: true });
  writeFileSync(join(folder, `${MANIFEST}.new`), text, { mode: 0o600, flush: true });
  renameSync(join(folder, `${MANIFEST}.new`), join(folder, MANIFEST));
}

function formatSums({ rows, objects }: Pick<Manifest, 'rows' | 'objects'>, text: string): string {
  const files = objects.map(({ key, sha256: sum }) => `${sum}  ${objectFile(key)}`);
  return `${[`${sha256(text)}  ${MANIFEST}`, `${rows.sha256}  ${rows.file}`, ...files].join('\n')}\n`;
}

/** Checks every byte of a backup against its checksum. @throws {BackupError} with a line for each altered file */
export async function verifyFiles(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  const files = [
    manifest.rows,
    ...manifest.objects.map(({ key, size, sha256: sum }) => ({ file: objectFile(key), size, sha256: sum })),
  ];
  const wrong: string[] = [];
  for (const { file, size, sha256: sum } of files) {
    const path = join(folder, file);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) wrong.push(`${file} is missing`);
    // A link leads out of the folder: its target would be read and put into the bucket.
    else if (!found.isFile()) wrong.push(`${file} is not a file`);
    else if (found.size !== size) wrong.push(`${file} has ${found.size} bytes, not ${size}`);
    else if ((await sha256OfFile(path)) !== sum) wrong.push(`${file} was changed or damaged`);
  }
  if (wrong.length > 0) throw damageError(folder, wrong);
  return manifest;
}

function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) {
    const isUnfinished = existsSync(join(folder, UNFINISHED));
    throw new BackupError(
      isUnfinished
        ? `The backup in ${folder} is incomplete. Finish it with the command that started it, or take another backup.`
        : `${folder} is not a backup: it has no ${MANIFEST}.`,
    );
  }
  const text = readFileSync(path, 'utf8');
  const manifest = parseManifest(text);
  const sums = existsSync(join(folder, SUMS)) ? readFileSync(join(folder, SUMS), 'utf8') : '';
  if (!manifest || formatSums(manifest, text) !== sums)
    throw damageError(folder, [`${MANIFEST} does not match ${SUMS}`]);
  if (manifest.format !== FORMAT) {
    throw new BackupError(
      `The backup has format ${manifest.format}, and this version of the portal reads ${FORMAT}. Use the version that made it.`,
    );
  }
  if (!hasFixedNames(manifest)) throw damageError(folder, [`${MANIFEST} has invalid names or sums`]);
  return manifest;
}

const KEY = /^[\w-]{1,200}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Checks all names, so that none leads out: rows in {@link DATABASE}, objects in {@link OBJECTS} under their keys. */
function hasFixedNames({ rows, objects, tables, missing, migration, madeAt, source }: Manifest): boolean {
  const isSum = ({ size, sha256: sum }: Checksum) => Number.isSafeInteger(size) && size >= 0 && SHA256.test(sum);
  const keys = objects.map(({ key }) => key);
  return (
    rows.file === DATABASE &&
    isSum(rows) &&
    objects.every((object) => KEY.test(object.key) && isSum(object)) &&
    new Set(keys).size === keys.length &&
    typeof tables === 'object' &&
    tables !== null &&
    Array.isArray(missing) &&
    [migration, madeAt, source].every((text) => typeof text === 'string' && text.length <= 200)
  );
}

/** Later formats keep `rows` and `objects`, from which the checksums are made. */
function parseManifest(text: string): Manifest | null {
  try {
    const read = JSON.parse(text) as Manifest | null;
    return read?.rows && Array.isArray(read.objects) ? read : null;
  } catch {
    return null;
  }
}

const SHOWN = 20;

function damageError(folder: string, wrong: readonly string[]): BackupError {
  const more = wrong.length > SHOWN ? [`and ${wrong.length - SHOWN} more`] : [];
  const lines = [...wrong.slice(0, SHOWN), ...more].map((line) => `  - ${line}`);
  return new BackupError([`The backup in ${folder} is damaged:`, ...lines, 'Use another backup.'].join('\n'));
}

/** A folder's files, without those of file managers. */
export const namesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name !== '.DS_Store');

/** Object files that the manifest does not name, from an earlier try. @returns paths in the folder */
export function surplusFiles(folder: string, objects: readonly { key: string }[]): string[] {
  const named = new Set(objects.map(({ key }) => objectFile(key)));
  return readdirSync(join(folder, OBJECTS))
    .map((name) => `${OBJECTS}/${name}`)
    .filter((path) => !named.has(path));
}
