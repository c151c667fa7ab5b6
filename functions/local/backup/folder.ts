/**
 * The folder of a backup: what makes it valid (a manifest, the checksums of all files, and every byte as written), and how
 * objects get into it and back into a bucket. An object is never replaced under its key, so a copy with the right SHA-256 is
 * kept, and an interrupted run can continue.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../platform/fault.ts';

/** Simultaneous transfers; an object has at most 10 MiB, and D1 and R2 allow six connections per caller. */
const CONCURRENCY = 6;
/** R2's limit for listing and deleting. */
const PAGE = 1000;

const OBJECTS = 'objects';

interface Checksum {
  size: number;
  sha256: string;
}

export interface HeldObject extends Checksum {
  key: string;
}

interface StoredObject extends HeldObject {
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
  const rejected = ends.find((end) => end.status === 'rejected');
  if (rejected) throw rejected.reason;
}

const MANIFEST = 'manifest.json';
export const DATABASE = 'database.sql';
/** In the format of `sha256sum --check`. */
const SUMS = 'SHA256SUMS';

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

function formatSums({ rows, objects }: Pick<Manifest, 'rows' | 'objects'>, text: string): string {
  const files = objects.map(({ key, sha256: sum }) => `${sum}  ${objectFile(key)}`);
  return `${[`${sha256(text)}  ${MANIFEST}`, `${rows.sha256}  ${rows.file}`, ...files].join('\n')}\n`;
}

const KEY = /^[\w-]{1,200}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Checks all names, so that none leads out of the folder: rows in {@link DATABASE}, objects in {@link OBJECTS} under their keys.
 */
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

function damageFault(folder: string, wrong: readonly string[]): Fault {
  const more = wrong.length > SHOWN ? [`and ${wrong.length - SHOWN} more`] : [];
  const lines = [...wrong.slice(0, SHOWN), ...more].map((line) => `  - ${line}`);
  return new Fault([`The backup in ${folder} is damaged:`, ...lines, 'Use another backup.'].join('\n'));
}

/** The folder of a backup. */
export class BackupFolder {
  readonly path: string;
  /** Exists while a backup is made; its file `source` names the place that is backed up. */
  readonly scratch: string;
  constructor(path: string) {
    this.path = path;
    this.scratch = join(path, 'unfinished');
  }

  /** Makes a private folder, or continues an interrupted backup of the place. @throws Fault for other content */
  prepare(where: string): void {
    const { path: folder, scratch } = this;
    // File managers put files of their own into folders.
    const hasFiles = existsSync(folder) && readdirSync(folder).some((name) => name !== '.DS_Store');
    if (hasFiles && !existsSync(scratch)) {
      const what = existsSync(join(folder, MANIFEST)) ? 'already contains a backup' : 'is not empty';
      throw new Fault(`${folder} ${what}. Choose a new or empty folder.`);
    }
    mkdirSync(join(folder, OBJECTS), { recursive: true, mode: 0o700 });
    for (const path of [folder, join(folder, OBJECTS)]) chmodSync(path, 0o700);
    const source = join(scratch, 'source');
    const begun = existsSync(source) ? readFileSync(source, 'utf8') : where;
    if (begun !== where)
      throw new Fault(`${folder} has an incomplete backup of ${begun}. Choose another folder for ${where}.`);
    mkdirSync(scratch, { recursive: true, mode: 0o700 });
    writeFileSync(source, where, { mode: 0o600 });
  }

  /** Copies objects into the folder, except those already there. @returns those without a valid copy */
  async fetchObjects(FILES: R2Bucket, held: readonly HeldObject[]): Promise<MissingObject[]> {
    const failed: MissingObject[] = [];
    await forEachConcurrently(held, async (wanted) => {
      const path = join(this.path, objectFile(wanted.key));
      if (existsSync(path) && (await sha256OfFile(path)) === wanted.sha256) return;
      const object = await FILES.get(wanted.key);
      const bytes = object && new Uint8Array(await object.arrayBuffer());
      if (!bytes) failed.push({ key: wanted.key, why: 'gone' });
      else if (sha256(bytes) !== wanted.sha256) failed.push({ key: wanted.key, why: 'damaged' });
      else await writeFile(path, bytes, { mode: 0o600, flush: true });
    });
    return failed;
  }

  /** Puts objects of the backup that a bucket lacks. @param existing the bucket's objects @returns the number of objects put */
  async putObjects(
    FILES: R2Bucket,
    objects: readonly StoredObject[],
    existing: ReadonlyMap<string, R2Object>,
  ): Promise<number> {
    const missing = objects.filter(({ key, size, sha256: wanted }) => {
      const found = existing.get(key);
      return found?.size !== size || hexOf(found.checksums?.sha256) !== wanted;
    });
    await forEachConcurrently(missing, async ({ key, sha256: wanted, httpMetadata, customMetadata }) => {
      const { cacheExpiry, ...rest } = httpMetadata;
      const dated = cacheExpiry ? { ...rest, cacheExpiry: new Date(cacheExpiry) } : rest;
      // R2 checks the digest, and refuses an object that was damaged after its verification.
      await FILES.put(key, await readFile(join(this.path, objectFile(key))), {
        sha256: wanted,
        httpMetadata: dated,
        customMetadata,
      });
    });
    return missing.length;
  }

  /** Written last, so that an interrupted backup has none and is not valid. */
  writeManifest(manifest: Manifest): void {
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    writeFileSync(join(this.path, SUMS), formatSums(manifest, text), { mode: 0o600, flush: true });
    writeFileSync(join(this.path, `${MANIFEST}.new`), text, { mode: 0o600, flush: true });
    renameSync(join(this.path, `${MANIFEST}.new`), join(this.path, MANIFEST));
  }

  deleteManifest(): void {
    unlinkSync(join(this.path, MANIFEST));
  }

  /** Checks every byte of a backup against its checksum. @throws Fault with a line for each altered file */
  async verifyFiles(): Promise<Manifest> {
    const manifest = this.#readManifest();
    const files = [
      manifest.rows,
      ...manifest.objects.map(({ key, size, sha256: sum }) => ({ file: objectFile(key), size, sha256: sum })),
    ];
    const wrong: string[] = [];
    for (const { file, size, sha256: sum } of files) {
      const path = join(this.path, file);
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (!found) wrong.push(`${file} is missing`);
      // A link leads out of the folder: its target would be read and put into the bucket.
      else if (!found.isFile()) wrong.push(`${file} is not a file`);
      else if (found.size !== size) wrong.push(`${file} has ${found.size} bytes, not ${size}`);
      else if ((await sha256OfFile(path)) !== sum) wrong.push(`${file} was changed or damaged`);
    }
    if (wrong.length > 0) throw damageFault(this.path, wrong);
    return manifest;
  }

  #readManifest(): Manifest {
    const folder = this.path;
    const path = join(folder, MANIFEST);
    if (!existsSync(path)) {
      const isUnfinished = existsSync(this.scratch);
      throw new Fault(
        isUnfinished
          ? `The backup in ${folder} is incomplete. Finish it with the command that started it, or take another backup.`
          : `${folder} is not a backup: it has no ${MANIFEST}.`,
      );
    }
    const text = readFileSync(path, 'utf8');
    const manifest = parseManifest(text);
    const sums = existsSync(join(folder, SUMS)) ? readFileSync(join(folder, SUMS), 'utf8') : '';
    if (!manifest || formatSums(manifest, text) !== sums)
      throw damageFault(folder, [`${MANIFEST} does not match ${SUMS}`]);
    if (manifest.format !== FORMAT) {
      throw new Fault(
        `The backup has format ${manifest.format}, and this version of the portal reads ${FORMAT}. Use the version that made it.`,
      );
    }
    if (!hasFixedNames(manifest)) throw damageFault(folder, [`${MANIFEST} has invalid names or sums`]);
    return manifest;
  }

  /** Deletes object files that the manifest does not name, which an earlier try has left. */
  deleteSurplus(objects: readonly { key: string }[]): void {
    const named = new Set(objects.map(({ key }) => objectFile(key)));
    for (const name of readdirSync(join(this.path, OBJECTS)))
      if (!named.has(`${OBJECTS}/${name}`)) unlinkSync(join(this.path, OBJECTS, name));
  }
}
