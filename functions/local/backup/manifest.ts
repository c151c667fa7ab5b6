/** A valid backup folder: a manifest, the checksums of all files, and every byte as written. */
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BackupError,
  type Checksum,
  type MissingObject,
  OBJECTS,
  objectFile,
  type StoredObject,
  sha256,
  sha256OfFile,
} from './objects.ts';

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
