/**
 * The folder of migrations, compared with what a database has applied. If they do not fit, nothing is applied. A table of hashes
 * beside wrangler's `d1_migrations` has the text of each applied migration as a hash.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './machine.ts';

export const MIGRATIONS_FOLDER = 'functions/admin/migrations';

export interface Migration {
  name: string;
  text: string;
  /** Hash of the text, independent of the line ends of the checkout. */
  sha256: string;
}

export interface AppliedMigration {
  name: string;
  /** Null if it was applied before hashes were stored. */
  sha256: string | null;
}

/** Reads the folder of migrations, ordered by name. Leaves out hidden files, as wrangler does. */
export function readMigrations(root = ROOT): Migration[] {
  const folder = join(root, MIGRATIONS_FOLDER);
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => {
      const text = entry.isDirectory() ? '' : readFileSync(join(folder, entry.name), 'utf8');
      const sha256 = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
      return { name: entry.name, text, sha256 };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Four digits, so that the order of names is that of numbers. */
const NAME = /^(\d{4})_([\w.-]+\.sql)$/;

/** NaN for a name of another form. */
const numberOf = ({ name }: { name: string }): number => Number(NAME.exec(name)?.[1] ?? Number.NaN);
const padded = (number: number): string => String(number).padStart(4, '0');

function highestNumber(migrations: readonly { name: string }[]): number {
  return Math.max(0, ...migrations.map(numberOf).filter((number) => !Number.isNaN(number)));
}

/**
 * Compares the folder with a database: gaps in the numbers are accepted, since a later migration cannot fill them.
 * @returns a sentence with its remedy for each mistake
 */
export function findMigrationFaults(migrations: readonly Migration[], applied: readonly AppliedMigration[]): string[] {
  if (migrations.length === 0) return [`${MIGRATIONS_FOLDER} has no migrations. Put them back with git.`];
  const appliedNames = new Set(applied.map(({ name }) => name));
  const names = new Set(migrations.map(({ name }) => name));
  const added = migrations.filter(({ name }) => !appliedNames.has(name));
  const missing = applied.filter(({ name }) => !names.has(name));
  const renames = new Map(missing.map((one) => [one.name, added.find((file) => isRenamed(one, file))]));
  const renamed = new Set(renames.values());
  return [
    ...findMissing(missing, renames, highestNumber(migrations)),
    ...findChanged(migrations, applied),
    ...findMisplaced(
      added.filter((file) => !renamed.has(file)),
      migrations,
      applied,
    ),
  ];
}

/** True for the same text; without a stored hash, for the same number. */
function isRenamed(missing: AppliedMigration, file: Migration): boolean {
  return missing.sha256 === null ? numberOf(missing) === numberOf(file) : missing.sha256 === file.sha256;
}

function findMissing(
  missing: readonly AppliedMigration[],
  renames: ReadonlyMap<string, Migration | undefined>,
  highest: number,
): string[] {
  const newer = missing.filter((one) => !renames.get(one.name) && numberOf(one) > highest).map(({ name }) => name);
  const others = missing.filter(({ name }) => !newer.includes(name));
  const lines = others.map(({ name }) => {
    const file = renames.get(name);
    return file
      ? `${name} was applied, and is now called ${file.name}. Give it its old name.`
      : `${name} was applied, and is missing in ${MIGRATIONS_FOLDER}. Put it back: git log -- ${MIGRATIONS_FOLDER} shows the commit that has it.`;
  });
  if (newer.length === 0) return lines;
  return [
    ...lines,
    `The database is newer than this version of the portal, which lacks the migrations ${newer.join(', ')}. Use the version that applied them, or a later one; if the files were deleted, put them back. To run older code on a deployed database: npm run rollback.`,
  ];
}

function findChanged(migrations: readonly Migration[], applied: readonly AppliedMigration[]): string[] {
  const remembered = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  return migrations
    .filter(({ name, sha256 }) => (remembered.get(name) ?? sha256) !== sha256)
    .map(
      ({ name }) =>
        `${name} was changed after it was applied. Put its old text back (git log -p -- ${MIGRATIONS_FOLDER}/${name}), and write the change as a new migration.`,
    );
}

const COMMENTS = /--.*$|\/\*[\s\S]*?\*\//gm;

/** @param added files that the database has not applied */
function findMisplaced(
  added: readonly Migration[],
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): string[] {
  const last = highestNumber(applied);
  const free = padded(Math.max(last, highestNumber(migrations)) + 1);
  return added.flatMap((file) => {
    const { name, text } = file;
    const [, number, subject] = NAME.exec(name) ?? [];
    if (!number)
      return `${name} in ${MIGRATIONS_FOLDER} is not named like a migration. Name it ${free}_<subject>.sql, or move it elsewhere.`;
    const isEarlier = (other: Migration) => !added.includes(other) || other.name < name;
    const twin = migrations.find((other) => other !== file && numberOf(other) === Number(number) && isEarlier(other));
    if (twin) return `${twin.name} and ${name} have the same number. Rename ${name} to ${free}_${subject}.`;
    if (Number(number) <= last)
      return `${name} is new, and ${number} is not higher than ${padded(last)}, the last applied number. Rename it to ${free}_${subject}.`;
    if (/^[\s;]*$/.test(text.replace(COMMENTS, ''))) return `${name} has no statement. Write one, or delete the file.`;
    return [];
  });
}

const APPLIED = 'd1_migrations';
const HASHES = 'migration_hashes';

export const SELECT_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'";

/** SQL that reads {@link AppliedMigration}s. @param tables of the database @returns null where nothing was ever applied */
export function selectApplied(tables: readonly string[]): string | null {
  if (!tables.includes(APPLIED)) return null;
  if (!tables.includes(HASHES)) return `SELECT name, NULL AS sha256 FROM ${APPLIED} ORDER BY id`;
  return `SELECT name, sha256 FROM ${APPLIED} LEFT JOIN ${HASHES} USING (name) ORDER BY id`;
}

/** Migrations without a stored hash: new ones, and those applied before hashes were stored. */
export function withoutStoredText(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const remembered = new Set(applied.filter(({ sha256 }) => sha256 !== null).map(({ name }) => name));
  return migrations.filter(({ name }) => !remembered.has(name));
}

/**
 * SQL that stores the hashes of texts. It runs before the migrations, so that an interrupted command leaves no migration without
 * its hash; the hash of a migration that is not applied has no effect.
 */
export function storeTextStatements(migrations: readonly Migration[]): string[] {
  if (migrations.length === 0) return [];
  const record = ({ name, sha256 }: Migration) =>
    `INSERT OR REPLACE INTO ${HASHES} (name, sha256) VALUES ('${name.replaceAll("'", "''")}', '${sha256}')`;
  return [
    `CREATE TABLE IF NOT EXISTS ${HASHES} (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL)`,
    ...migrations.map(record),
  ];
}
