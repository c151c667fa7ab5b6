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
const NAME = /^(\d{4})_[\w.-]+\.sql$/;

/** NaN for a name of another form. */
const numberOf = ({ name }: { name: string }): number => Number(NAME.exec(name)?.[1] ?? Number.NaN);

/**
 * Compares the folder with a database: gaps in the numbers are accepted, since a later migration cannot fill them.
 * @returns a sentence with its remedy for each mistake
 */
export function findMigrationFaults(migrations: readonly Migration[], applied: readonly AppliedMigration[]): string[] {
  if (migrations.length === 0) return [`${MIGRATIONS_FOLDER} has no migrations. Put them back with git.`];
  const texts = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const faults = applied.flatMap(({ name, sha256 }) => {
    const text = texts.get(name);
    if (text === undefined)
      return `${name} was applied, and is missing in ${MIGRATIONS_FOLDER}. Put it back under this name, or use a version of the portal that has it. To run older code on a deployed database: npm run rollback.`;
    if (text === (sha256 ?? text)) return [];
    return `${name} was changed after it was applied. Put its old text back (git log -p -- ${MIGRATIONS_FOLDER}/${name}), and write the change as a new migration.`;
  });
  const appliedNames = new Set(applied.map(({ name }) => name));
  let last = Math.max(0, ...applied.map(numberOf).filter((number) => !Number.isNaN(number)));
  for (const file of migrations.filter(({ name }) => !appliedNames.has(name))) {
    const number = numberOf(file);
    if (number > last) last = number;
    else
      faults.push(
        `${file.name} in ${MIGRATIONS_FOLDER} is new, and is not named like a migration after number ${last}. Name it ${String(last + 1).padStart(4, '0')}_<subject>.sql, or move it elsewhere.`,
      );
  }
  return faults;
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
