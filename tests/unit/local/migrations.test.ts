/** The comparison of the folder of migrations with what a database has applied: each mistake is named with its remedy. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type AppliedMigration,
  findMigrationFaults,
  MIGRATIONS_FOLDER,
  readMigrations,
  SELECT_TABLES,
  selectApplied,
  storeTextStatements,
  withoutStoredText,
} from '../../../functions/local/migrations.ts';

const top = mkdtempSync(join(tmpdir(), 'it-visa-migrations-'));
afterAll(() => rmSync(top, { recursive: true }));

/** The texts of migrations by their names. */
type Texts = Record<string, string>;
const FIRST = { '0001_initial.sql': 'CREATE TABLE a (id TEXT);\n' };
const SECOND = { '0002_more.sql': 'CREATE TABLE b (id TEXT);\n' };
const THIRD = { '0003_last.sql': 'CREATE TABLE c (id TEXT);\n' };

function migrations(texts: Texts) {
  const root = mkdtempSync(join(top, 'code-'));
  mkdirSync(join(root, MIGRATIONS_FOLDER), { recursive: true });
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, MIGRATIONS_FOLDER, name)), { recursive: true });
    writeFileSync(join(root, MIGRATIONS_FOLDER, name), text);
  }
  return readMigrations(root);
}

const appliedFrom = (texts: Texts): AppliedMigration[] =>
  migrations(texts).map(({ name, sha256 }) => ({ name, sha256 }));
const faults = (folder: Texts, applied: Texts = {}) => findMigrationFaults(migrations(folder), appliedFrom(applied));

describe('migrations that fit a database', () => {
  it.each<[string, Texts, Texts]>([
    ['a new database', { ...FIRST, ...SECOND }, {}],
    ['the same migrations', { ...FIRST, ...SECOND }, { ...FIRST, ...SECOND }],
    ['a new migration', { ...FIRST, ...SECOND }, FIRST],
    ['a gap in the numbers', { ...FIRST, ...THIRD }, FIRST],
    ['other line ends', { '0001_initial.sql': 'CREATE TABLE a (id TEXT);\r\n' }, FIRST],
    ['a hidden file of an editor or file manager', { ...FIRST, '.DS_Store': 'x', '.0002_more.sql.swp': 'x' }, FIRST],
    [
      'migrations that were applied in another order',
      { ...FIRST, ...SECOND, ...THIRD },
      { ...THIRD, ...FIRST, ...SECOND },
    ],
    ['an applied file without a number', { ...FIRST, 'more.sql': 'SELECT 1;' }, { ...FIRST, 'more.sql': 'SELECT 1;' }],
  ])('findMigrationFaults() accepts %s', (_, folder, applied) => {
    expect(faults(folder, applied)).toEqual([]);
  });

  it('findMigrationFaults() accepts any text of a migration that was applied before texts were remembered', () => {
    const applied = [{ name: '0001_initial.sql', sha256: null }];
    expect(findMigrationFaults(migrations(FIRST), applied)).toEqual([]);
  });
});

const missing = (name: string) =>
  `${name} was applied, and is missing in functions/admin/migrations. Put it back under this name, or use a version of the portal that has it. To run older code on a deployed database: npm run rollback.`;
const changed = (name: string) =>
  `${name} was changed after it was applied. Put its old text back (git log -p -- functions/admin/migrations/${name}), and write the change as a new migration.`;
const misplaced = (name: string, last: number) =>
  `${name} in functions/admin/migrations is new, and is not named like a migration after number ${last}. Name it 000${last + 1}_<subject>.sql, or move it elsewhere.`;

describe('migrations that do not fit a database', () => {
  it.each<[string, Texts, Texts, string[]]>([
    ['a deleted file', { ...FIRST, ...THIRD }, { ...FIRST, ...SECOND, ...THIRD }, [missing('0002_more.sql')]],
    [
      'a newer database, or deleted newest files',
      FIRST,
      { ...FIRST, ...SECOND, ...THIRD },
      [missing('0002_more.sql'), missing('0003_last.sql')],
    ],
    [
      'a renamed file',
      { ...FIRST, '0002_other.sql': SECOND['0002_more.sql'] },
      { ...FIRST, ...SECOND },
      [missing('0002_more.sql'), misplaced('0002_other.sql', 2)],
    ],
    [
      'a changed file',
      { ...FIRST, '0002_more.sql': 'CREATE TABLE b (id INTEGER);' },
      { ...FIRST, ...SECOND },
      [changed('0002_more.sql')],
    ],
    [
      'an applied file that was emptied',
      { ...FIRST, '0002_more.sql': '' },
      { ...FIRST, ...SECOND },
      [changed('0002_more.sql')],
    ],
    [
      'a number below the last applied one',
      { ...FIRST, ...SECOND, ...THIRD },
      { ...FIRST, ...THIRD },
      [misplaced('0002_more.sql', 3)],
    ],
    [
      'a number that an applied file has',
      { ...FIRST, ...SECOND, '0002_other.sql': 'SELECT 2;' },
      { ...FIRST, ...SECOND },
      [misplaced('0002_other.sql', 2)],
    ],
    [
      'two new files of one number',
      { ...FIRST, ...SECOND, '0002_other.sql': 'SELECT 2;' },
      FIRST,
      [misplaced('0002_other.sql', 2)],
    ],
    ...[
      'more.sql',
      '2_more.sql',
      '00002_more.sql',
      '0002.sql',
      '0002-more.sql',
      "0002_it's.sql",
      '0002_more.SQL',
      '0002_more',
      'README.md',
      'old/0002_more.sql',
    ].map((name): [string, Texts, Texts, string[]] => [
      `the name ${name}`,
      { ...FIRST, [name]: 'SELECT 2;' },
      FIRST,
      [misplaced(name.split('/')[0] ?? '', 1)],
    ]),
    ['a folder without migrations', {}, {}, ['functions/admin/migrations has no migrations. Put them back with git.']],
  ])('findMigrationFaults() names %s', (_, folder, applied, expected) => {
    expect(faults(folder, applied)).toEqual(expected);
  });
});

describe('the texts of applied migrations in a database', () => {
  /** A database in which these were applied. */
  function databaseWith(...names: string[]) {
    const db = new DatabaseSync(':memory:');
    db.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)');
    for (const name of names) db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
    return db;
  }
  function read(db: DatabaseSync) {
    const tables = Array.from(db.prepare(SELECT_TABLES).all(), ({ name }) => String(name));
    const select = selectApplied(tables);
    return Array.from(select === null ? [] : db.prepare(select).all(), (row) => ({ ...row }));
  }

  it('a database without tables has no applied migrations', () => {
    expect(read(new DatabaseSync(':memory:'))).toEqual([]);
  });

  it('a database of an earlier version remembers no texts; recording remembers those of the folder', () => {
    const db = databaseWith('0001_initial.sql', "it's.sql");
    expect(read(db)).toEqual(['0001_initial.sql', "it's.sql"].map((name) => ({ name, sha256: null })));
    const folder = migrations({ ...FIRST, ...SECOND, "it's.sql": 'SELECT 1;' });
    const open = withoutStoredText(folder, [
      { name: '0001_initial.sql', sha256: null },
      { name: "it's.sql", sha256: null },
    ]);
    expect(open.map(({ name }) => name)).toEqual(['0001_initial.sql', '0002_more.sql', "it's.sql"]);
    for (const statement of storeTextStatements(open)) db.exec(statement);
    expect(read(db)).toEqual([
      { name: '0001_initial.sql', sha256: folder[0]?.sha256 },
      { name: "it's.sql", sha256: folder[2]?.sha256 },
    ]);
  });

  it('a text that was recorded and not applied is replaced by the next record', () => {
    const db = databaseWith('0001_initial.sql');
    const [wrong, right] = ['SELECT 1;', 'SELECT 2;'].map((text) => migrations({ '0002_more.sql': text }));
    for (const statement of storeTextStatements(wrong ?? [])) db.exec(statement);
    for (const statement of storeTextStatements(right ?? [])) db.exec(statement);
    db.exec("INSERT INTO d1_migrations (name) VALUES ('0002_more.sql')");
    expect(read(db)).toContainEqual({ name: '0002_more.sql', sha256: right?.[0]?.sha256 });
  });

  it('withoutStoredText() returns nothing when every text is remembered', () => {
    expect(withoutStoredText(migrations(FIRST), appliedFrom(FIRST))).toEqual([]);
    expect(storeTextStatements([])).toEqual([]);
  });
});
