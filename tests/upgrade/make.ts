/**
 * `npm run upgrade:fixture`: fills a new portal with the samples of `npm run desk -- demo`, and keeps its rows and objects in
 * tests/fixtures/portal-<version>.json for tests/workers/admin/upgrade.test.ts. Run it when a version is released, never for an older one.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPlatformProxy } from 'wrangler';
import type { AdminEnv } from '../../functions/admin/runtime/env.ts';
import { CommandLine } from '../../functions/command-line.ts';
import { makeTables } from '../../functions/local/database.ts';
import { printLine, ROOT } from '../../functions/local/machine.ts';
import { ADMIN_CONFIG, readConfig, writeConfig } from '../../functions/wrangler-config.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
new CommandLine(
  'npm run upgrade:fixture',
  'Keeps the stored state of a filled portal of this version, for the upgrade test.',
  {
    TO: 'the file; tests/fixtures/portal-<version>.json unless set',
  },
).parse();
const FILE = process.env.TO || join(ROOT, `tests/fixtures/portal-${version}.json`);

const secret = randomBytes(32).toString('base64url');
const state = mkdtempSync(join(tmpdir(), 'it-visa-upgrade-'));
try {
  await makeTables(state);
  const { main: _, ...config } = readConfig(ADMIN_CONFIG);
  const configPath = writeConfig(join(state, 'admin/wrangler.json'), config);
  writeFileSync(join(state, 'admin/.dev.vars'), `FILES_SECRET="${secret}"\n`);
  const demo = execFileSync('npm', ['run', '--silent', 'desk', '--', 'demo', '--json'], {
    cwd: ROOT,
    env: { ...process.env, PORTAL_STATE: state },
    encoding: 'utf8',
  });
  const { password } = JSON.parse(demo) as { password: string };
  const { env, dispose } = await getPlatformProxy<AdminEnv & Record<string, unknown>>({
    configPath,
    persist: { path: join(state, 'v3') },
  });
  const fixture = { password, secret, statements: await dump(env.DB), objects: await readObjects(env) };
  writeFileSync(FILE, `${JSON.stringify(fixture, null, 1)}\n`);
  await dispose();
  printLine(`Written: ${FILE}`);
} finally {
  rmSync(state, { recursive: true });
}

/** Statements that make the same database: tables, their rows, then indexes and triggers. */
async function dump(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY rowid`,
    )
    .all<{ type: string; name: string; sql: string }>();
  const tables = results.filter(({ type }) => type === 'table');
  const rows = await Promise.all(tables.map(({ name }) => rowsOf(db, name)));
  const rest = results.filter(({ type }) => type !== 'table');
  return [...tables.map(({ sql }) => sql), ...rows.flat(), ...rest.map(({ sql }) => sql)];
}

async function rowsOf(db: D1Database, table: string): Promise<string[]> {
  const columns = await db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>();
  const names = columns.results.map(({ name }) => name);
  const values = names.map((name) => `quote("${name}")`).join(" || ', ' || ");
  const { results } = await db.prepare(`SELECT ${values} AS row FROM "${table}"`).all<{ row: string }>();
  return results.map(({ row }) => `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${row})`);
}

/** Each content once in Base64, by its digest: the samples share theirs. */
async function readObjects({ DB, FILES }: AdminEnv): Promise<Record<string, string>> {
  const { results } = await DB.prepare('SELECT max(id) AS id, sha256 FROM files GROUP BY sha256').all<{
    id: string;
    sha256: string;
  }>();
  const contents = results.map(async ({ id, sha256 }) => {
    const object = await FILES.get(id);
    if (!object) throw new Error(`the object ${id} is missing`);
    return [sha256, Buffer.from(await object.arrayBuffer()).toString('base64')];
  });
  return Object.fromEntries(await Promise.all(contents));
}
