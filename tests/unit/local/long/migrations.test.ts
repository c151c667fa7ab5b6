/** Commands that apply migrations: they remember the texts, and change nothing where the folder does not fit the database. */
import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inspectDatabase, makeTables } from '../../../../functions/local/database.ts';
import { MIGRATIONS_FOLDER, readMigrations } from '../../../../functions/local/migrations.ts';
import { copyConfigs, copyLaunchers, SET, writeOwnerSettings } from '../../../fixtures/owner-settings.ts';

const top = mkdtempSync(join(tmpdir(), 'it-visa-commands-'));
afterAll(() => rmSync(top, { recursive: true }));
const state = join(top, 'state');
const root = mkdtempSync(join(top, 'code-'));
const APPLIED = readMigrations().map(({ name, sha256 }) => ({ name, sha256 }));
const LAST = APPLIED.at(-1)?.name ?? '';

beforeAll(async () => {
  copyConfigs(root);
  copyLaunchers(root);
  writeOwnerSettings(root, SET);
  await makeTables(state);
});

function databaseOf(folder: string) {
  const [path = ''] = globSync(`${folder}/v3/d1/miniflare-D1DatabaseObject/*.sqlite`).filter(
    (file) => !file.endsWith('metadata.sqlite'),
  );
  return new DatabaseSync(path);
}

/** Runs work while a migration of the copy has another name. */
async function whileRenamed(work: () => unknown): Promise<void> {
  const [from, to] = [LAST, LAST.replace('.sql', '_again.sql')].map((name) => join(root, MIGRATIONS_FOLDER, name));
  renameSync(from ?? '', to ?? '');
  try {
    await work();
  } finally {
    renameSync(to ?? '', from ?? '');
  }
}
const RENAMED = [
  expect.stringMatching(`^  - ${LAST} was applied, and is missing in functions/admin/migrations\\.`),
  expect.stringMatching(
    `^  - ${LAST.replace('.sql', '_again.sql')} in functions/admin/migrations is new, and is not named like a migration`,
  ),
];

describe('the tables of npm start', () => {
  it('the first start remembers the texts of all migrations', () => {
    expect(inspectDatabase(state)).toEqual({ damage: null, isEmpty: true, migrations: APPLIED });
  });

  it('a start on the database of an earlier version remembers the texts that are there', async () => {
    const db = databaseOf(state);
    db.exec('DROP TABLE migration_hashes');
    db.close();
    const before = inspectDatabase(state).migrations;
    expect(before).toEqual(APPLIED.map(({ name }) => ({ name, sha256: null })));
    await makeTables(state, before);
    expect(inspectDatabase(state).migrations).toEqual(APPLIED);
  });

  it.each(['start', 'dev'])('npm run %s names what does not fit, and changes nothing', async (launcher) => {
    await whileRenamed(() => {
      writeFileSync(join(root, MIGRATIONS_FOLDER, 'more.sql'), 'SELECT 1;');
      const { status, stdout, stderr } = spawnSync(
        'node',
        ['functions/local/launch.mjs', `functions/local/${launcher}.ts`],
        { cwd: root, encoding: 'utf8', env: { ...process.env, PORT: '0', PORTAL_STATE: state, ADMIN_HOST: '' } },
      );
      rmSync(join(root, MIGRATIONS_FOLDER, 'more.sql'));
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr.trim().split('\n')).toEqual([
        `The migrations do not fit the database in ${state}. Nothing was changed.`,
        ...RENAMED,
        expect.stringMatching(/^ {2}- more\.sql in functions\/admin\/migrations is new/),
      ]);
    });
    expect(inspectDatabase(state).migrations).toEqual(APPLIED);
  });
});

describe('npm run deploy', () => {
  const ACCOUNT = 'an-account';
  let api: Server;
  /** The deployed database. */
  let db: DatabaseSync;
  let queries: string[];
  let changes: string[];

  function respond(path: string, body: string): unknown {
    if (path === '/accounts') return [{ id: ACCOUNT, name: 'IT Park' }];
    if (path === '/memberships') return [{ id: ACCOUNT, account: { id: ACCOUNT, name: 'IT Park' } }];
    if (path.startsWith('/user')) return { id: 'u', status: 'active', email: 'ops@it-park.uz' };
    if (path.endsWith('/secrets'))
      return ['BIND_SECRET', 'FILES_SECRET'].map((name) => ({ name, type: 'secret_text' }));
    if (!path.endsWith('/query')) return { uuid: SET.databaseId, name: 'it-visa', version: 'production' };
    const { sql } = JSON.parse(body) as { sql: string };
    queries.push(sql);
    return [{ success: true, results: db.prepare(sql).all(), meta: { duration: 0 } }];
  }

  beforeAll(async () => {
    api = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      if (request.method !== 'GET' && !path.endsWith('/query')) changes.push(path);
      const result_info = { page: 1, per_page: 50, count: 1, total_count: 1, total_pages: 1 };
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({ success: true, errors: [], messages: [], result: respond(path, body), result_info }),
      );
    }).listen(0, '127.0.0.1');
    await new Promise((done) => api.once('listening', done));
  });
  beforeEach(() => {
    db = new DatabaseSync(':memory:');
    queries = [];
    changes = [];
  });
  afterAll(() => {
    api.close();
  });

  async function deploy() {
    const child = spawn(
      'node',
      ['functions/local/launch.mjs', 'functions/local/deploy.ts', 'deploy', 'production', '--dirty'],
      {
        cwd: root,
        env: {
          ...process.env,
          ...{ HOME: root, CLOUDFLARE_ACCOUNT_ID: ACCOUNT, CLOUDFLARE_API_TOKEN: 'a-token', FORCE_COLOR: '0' },
          WRANGLER_LOG: undefined,
          CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    const code = await new Promise((done) => child.once('close', done));
    return { code, output: output.trim().split('\n') };
  }

  /** Of a deployment that the operator does not confirm. */
  const UNCONFIRMED = expect.stringContaining('to confirm it here, add --yes. Nothing was deployed.');

  it('npm run deploy accepts a new database', async () => {
    expect(await deploy()).toMatchObject({ code: 1, output: [expect.any(String), UNCONFIRMED] });
    expect(queries).toHaveLength(1);
  });

  /** Applies all migrations by name. */
  function applyAll() {
    db.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)');
    for (const { name } of APPLIED) db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
  }

  it('npm run deploy accepts a database of an earlier version', async () => {
    applyAll();
    expect(await deploy()).toMatchObject({ code: 1, output: [expect.any(String), UNCONFIRMED] });
    expect(queries).toHaveLength(2);
  });

  it('npm run deploy names what does not fit the deployed database, and changes nothing', async () => {
    applyAll();
    db.exec('CREATE TABLE migration_hashes (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL)');
    db.prepare('INSERT INTO migration_hashes VALUES (?, ?)').run(LAST, APPLIED.at(-1)?.sha256 ?? '');
    await whileRenamed(async () => {
      const { code, output } = await deploy();
      expect(code).toBe(1);
      expect(output.slice(1)).toEqual(['Nothing was deployed. Fix these first:', ...RENAMED]);
    });
    expect(queries.filter((sql) => !sql.startsWith('SELECT'))).toEqual([]);
    expect(changes).toEqual([]);
  });
});
