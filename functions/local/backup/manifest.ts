/** What a folder must have to be a backup: a manifest, the sums of all files, and in each file every byte as it was written. */
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type MissingObject,
  OBJECTS,
  objectFile,
  type StoredObject,
  type Sum,
  sha256,
  sha256OfFile,
} from './objects.ts';
import { Refusal } from './refusal.ts';

export const MANIFEST = 'manifest.json';
export const DATABASE = 'database.sql';
/** In the form of `sha256sum --check`. */
const SUMS = 'SHA256SUMS';
/** A folder that is there while a backup is being made; its file `source` says of what. */
export const UNFINISHED = 'unfinished';

/** Of folder and manifest. A newer one may mean what this code does not know. */
export const FORMAT = 1;

export interface Manifest {
  format: number;
  /** ISO 8601, UTC: when its rows were read. */
  madeAt: string;
  /** 'local', 'preview' or 'production'. */
  source: string;
  /** Of which the rows are, in words. */
  database: string;
  /** The newest that was applied. */
  migration: string;
  /** Rows of each. */
  tables: Record<string, number>;
  /** The file with all tables. */
  rows: Sum & { file: string };
  objects: StoredObject[];
  missing: MissingObject[];
}

/** Makes the folder a backup: written last, so that one that was broken off is none. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(join(folder, SUMS), sumsOf(manifest, text), { mode: 0o600, flush: true });
  writeFileSync(join(folder, `${MANIFEST}.new`), text, { mode: 0o600, flush: true });
  renameSync(join(folder, `${MANIFEST}.new`), join(folder, MANIFEST));
}

function sumsOf({ rows, objects }: Pick<Manifest, 'rows' | 'objects'>, text: string): string {
  const files = objects.map(({ key, sha256: sum }) => `${sum}  ${objectFile(key)}`);
  return `${[`${sha256(text)}  ${MANIFEST}`, `${rows.sha256}  ${rows.file}`, ...files].join('\n')}\n`;
}

/**
 * Reads every byte of a backup and holds it against its sum.
 * @throws {Refusal} with a line for each file that is not as it was written
 */
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
    // A link leads out of the folder: what it names would be read, and put into the bucket.
    else if (!found.isFile()) wrong.push(`${file} is not a file`);
    else if (found.size !== size) wrong.push(`${file} has ${found.size} bytes, not ${size}`);
    else if ((await sha256OfFile(path)) !== sum) wrong.push(`${file} was changed or damaged`);
  }
  if (wrong.length > 0) throw damaged(folder, wrong);
  return manifest;
}

function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) {
    const isUnfinished = existsSync(join(folder, UNFINISHED));
    throw new Refusal(
      isUnfinished
        ? `The backup in ${folder} was never finished. Finish it with the command that began it, or take another one.`
        : `There is no backup in ${folder}: it has no ${MANIFEST}.`,
    );
  }
  const text = readFileSync(path, 'utf8');
  const manifest = parsed(text);
  const sums = existsSync(join(folder, SUMS)) ? readFileSync(join(folder, SUMS), 'utf8') : '';
  if (!manifest || sumsOf(manifest, text) !== sums) throw damaged(folder, [`${MANIFEST} does not fit ${SUMS}`]);
  if (manifest.format !== FORMAT) {
    throw new Refusal(
      `The backup is of format ${manifest.format}, this code reads ${FORMAT}: use the code of its time.`,
    );
  }
  if (!hasFixedNames(manifest)) throw damaged(folder, [`${MANIFEST} names files that no backup has`]);
  return manifest;
}

/** Keys of objects: random base64url. */
const KEY = /^[\w-]{1,200}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** The rows are in {@link DATABASE}, and each object is in {@link OBJECTS} under a key: no name leads out of the folder. */
function hasFixedNames({ rows, objects, tables, missing, migration, madeAt, source }: Manifest): boolean {
  const isSum = ({ size, sha256: sum }: Sum) => Number.isSafeInteger(size) && size >= 0 && SHA256.test(sum);
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

/** A later format keeps `rows` and `objects`, by which the sums are made. */
function parsed(text: string): Manifest | null {
  try {
    const read = JSON.parse(text) as Manifest | null;
    return read?.rows && Array.isArray(read.objects) ? read : null;
  } catch {
    return null;
  }
}

const SHOWN = 20;

function damaged(folder: string, wrong: readonly string[]): Refusal {
  const more = wrong.length > SHOWN ? [`and ${wrong.length - SHOWN} more`] : [];
  const lines = [...wrong.slice(0, SHOWN), ...more].map((line) => `  - ${line}`);
  return new Refusal([`The backup in ${folder} is damaged:`, ...lines, 'Use another one.'].join('\n'));
}

/** Names of a folder's files, without what a file manager leaves. */
export const namesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name !== '.DS_Store');

/** Object files of a folder that its manifest does not name: left of an earlier try. @returns paths in the folder */
export function surplusFiles(folder: string, objects: readonly { key: string }[]): string[] {
  const named = new Set(objects.map(({ key }) => objectFile(key)));
  return readdirSync(join(folder, OBJECTS))
    .map((name) => `${OBJECTS}/${name}`)
    .filter((path) => !named.has(path));
}
