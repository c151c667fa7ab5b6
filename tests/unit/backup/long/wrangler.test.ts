/** wrangler in a backup: its export without a state, and a deployed database behind a stub of Cloudflare's API. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BackupFolder } from '../../../../functions/local/backup/folder.ts';
import { readTarget, verifyBackup, writeBackup } from '../../../../functions/local/backup/restore.ts';
import { readRows } from '../../../../functions/local/backup/rows.ts';
import { d1Commands } from '../../../../functions/local/backup/storage.ts';
import { takeBackup } from '../../../../functions/local/backup/take.ts';
import {
  CONFIGS,
  copyConfigs,
  copyLaunchers,
  EXAMPLES,
  editFile,
  SET,
  writeOwnerSettings,
} from '../../../fixtures/owner-settings.ts';
import { type StoredPortal, storeApplication, storedPortal } from '../stored-portal.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const top = mkdtempSync(join(tmpdir(), 'it-visa-wrangler-'));
afterAll(() => rmSync(top, { recursive: true }));
const folder = () => mkdtempSync(join(top, 'of-'));

const settingsOf = (database_id?: string) => ({
  ...{ name: 'it-visa-admin', compatibility_date: '2026-11-01' },
  d1_databases: [{ binding: 'DB', database_name: 'it-visa', ...(database_id ? { database_id } : {}) }],
  r2_buckets: [{ binding: 'FILES', bucket_name: 'it-visa-files' }],
});

it('a backup refuses an export of a folder without a database, although wrangler reports success', async () => {
  const empty = folder();
  const { exportTo } = d1Commands(empty, settingsOf(), true, ROOT);
  await exportTo(join(empty, 'export.sql'));
  expect(statSync(join(empty, 'export.sql')).size).toBe(31);
  const portal = storedPortal();
  await expect(readRows({ ...portal, exportTo } as never, folder())).rejects.toThrow(
    'the export lacks table applicants',
  );
});

describe('wrangler for backups', () => {
  const ACCOUNT = 'an-account';
  const [SOURCE, TARGET] = ['0a1b2c3d-0000-4000-8000-00000000000a', '0a1b2c3d-0000-4000-8000-00000000000b'];
  const portals: Record<string, StoredPortal> = {};
  const uploads = new Map<string, Buffer>();
  let api: Server;
  let origin: string;
  /** The bindings that wrangler has uploaded. */
  let bound: { name: string }[];

  beforeAll(async () => {
    portals[SOURCE] = storedPortal();
    portals[TARGET] = storedPortal();
    api = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { status = 200, headers = {}, body } = await replyTo(request, Buffer.concat(chunks));
      response.writeHead(status, headers).end(body);
    }).listen(0, '127.0.0.1');
    await new Promise((done) => api.once('listening', done));
    origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', origin);
    vi.stubEnv('CLOUDFLARE_API_TOKEN', 'a-token');
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', ACCOUNT);
    vi.stubEnv('WRANGLER_LOG', 'error');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    api.close();
  });

  interface ApiReply {
    status?: number;
    headers?: Record<string, string>;
    body: string | Buffer;
  }

  const jsonReply = (result: unknown): ApiReply => ({
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ success: true, errors: [], messages: [], result }),
  });
  const complete = (result: object) =>
    jsonReply({ success: true, status: 'complete', messages: [], errors: [], result });

  async function replyTo({ method, url = '' }: IncomingMessage, body: Buffer): Promise<ApiReply> {
    const path = new URL(url, 'http://localhost').pathname;
    if (path.endsWith('/workers/subdomain/edge-preview')) return jsonReply({ token: 'a-session' });
    if (path.endsWith('/workers/subdomain')) return jsonReply({ subdomain: 'an-office' });
    if (path.endsWith('/edge-preview')) bound = boundIn(String(body));
    const [, id = '', action] = /\/d1\/database\/([\w-]+)\/?(\w*)$/.exec(path) ?? [];
    const portal = portals[id];
    if (path.startsWith('/exported/')) return { body: await dump(portals[path.slice(10)] as StoredPortal) };
    if (method === 'PUT') {
      uploads.set(path, body);
      return { headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` }, body: '' };
    }
    if (!portal)
      return { status: 404, body: JSON.stringify({ success: false, errors: [{ code: 7404, message: path }] }) };
    if (action === 'export') return complete({ signed_url: `${origin}/exported/${id}`, filename: 'x.sql' });
    if (action === 'import') return imported(portal, id, JSON.parse(String(body)));
    if (action === 'query') return queried(portal, JSON.parse(String(body)));
    return jsonReply({ uuid: id, name: 'it-visa', version: 'production', num_tables: 1, file_size: 1 });
  }

  /** Returns the bindings of an uploaded worker from its form. */
  function boundIn(form: string): typeof bound {
    const [, metadata = '{}'] = /name="metadata"\r\n\r\n(.*)\r\n/.exec(form) ?? [];
    return JSON.parse(metadata).bindings;
  }

  async function dump(portal: StoredPortal) {
    const file = join(folder(), 'dump.sql');
    await portal.exportTo(file);
    return readFileSync(file);
  }

  function imported({ db }: StoredPortal, id: string, { action }: { action: string }): ApiReply {
    if (action === 'init')
      return jsonReply({ success: true, upload_url: `${origin}/uploaded/${id}`, filename: 'x.sql', messages: [] });
    db.exec(`BEGIN; ${uploads.get(`/uploaded/${id}`)} COMMIT;`);
    const meta = { duration: 1, rows_read: 1, rows_written: 1, size_after: 1 };
    return complete({ num_queries: 1, final_bookmark: '1', meta });
  }

  function queried({ db }: StoredPortal, { sql }: { sql: string }): ApiReply {
    const isRead = /^\s*(SELECT|PRAGMA)/i.test(sql);
    const results = isRead ? db.prepare(sql).all() : [];
    if (!isRead) db.exec(sql);
    return jsonReply([{ success: true, results, meta: { duration: 0 } }]);
  }

  const deployed = (id: string) => ({
    ...(portals[id] as StoredPortal),
    ...d1Commands(folder(), settingsOf(id), false, ROOT),
  });

  it('a backup of a deployed database replaces the database and bucket of another deployment', async () => {
    const [source, target] = [portals[SOURCE], portals[TARGET]] as [StoredPortal, StoredPortal];
    storeApplication(source, 'ITV-1', { passport: 'first', photo: 'second' });
    storeApplication(target, 'ITV-9', { other: 'of another' });
    const into = new BackupFolder(join(top, 'production'));
    into.prepare('production');
    await takeBackup(deployed(SOURCE) as never, { where: 'production', folder: into, say: () => {} });
    const proved = await verifyBackup(into, folder(), ROOT);
    const storage = deployed(TARGET) as never;
    const found = await readTarget(storage, proved);
    // The migrations of this code create other tables.
    await writeBackup(storage, { ...proved, newer: [] }, found, { folder: into, scratch: folder(), say: () => {} });
    for (const table of ['applicants', 'files', 'd1_migrations'])
      expect(target.db.prepare(`SELECT * FROM ${table}`).all()).toEqual(
        source.db.prepare(`SELECT * FROM ${table}`).all(),
      );
    expect([...target.bucket.keys()].sort()).toEqual(['passport', 'photo']);
  });

  it('the migrations create all tables in an empty deployed database', async () => {
    const id = '0a1b2c3d-0000-4000-8000-00000000000c';
    portals[id] = storedPortal([]);
    await deployed(id).migrate();
    const names = portals[id].db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    expect(names).toContainEqual({ name: 'applicants' });
  });

  it("a backup reports a refusal of wrangler in wrangler's words", async () => {
    const { exportTo } = deployed('0a1b2c3d-0000-4000-8000-00000000000d');
    await expect(exportTo(join(folder(), 'x.sql'))).rejects.toThrow('wrangler d1 export failed (exit code 1)');
  });

  it('a backup uses database and bucket of the named environment only', async () => {
    const root = projectCopy();
    editFile(root, CONFIGS.admin, (text) =>
      text.replace('"it-visa-files-preview"', '"it-visa-files-preview"\njurisdiction = "eu"'),
    );
    const { output } = await run(root, 'preview', join(top, 'of-preview'), 'a-token');
    expect(output).toContain("preview can't be reached: ");
    expect(bound.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      expect.objectContaining({ name: 'DB', type: 'd1', id: SET.databaseId }),
      expect.objectContaining({ name: 'FILES', bucket_name: 'it-visa-files-preview', jurisdiction: 'eu' }),
    ]);
  });

  it('a backup of a deployed database requires a sign-in and its id', async () => {
    const root = projectCopy(EXAMPLES);
    const copy = join(top, 'of-production');
    expect(await run(root, 'production', copy)).toMatchObject({
      code: 1,
      output: expect.stringContaining('has no id yet'),
    });
    writeOwnerSettings(root, SET);
    const { code, output } = await run(root, 'production', copy);
    expect(code).toBe(1);
    expect(output).toContain("production can't be reached: ");
    expect(output).toContain(
      '\nTo sign in: npx wrangler login; without a terminal set CLOUDFLARE_API_TOKEN\nNothing was backed up.',
    );
    expect(() => statSync(copy)).toThrow('ENOENT');
    writeOwnerSettings(root, { ...SET, adminHost: 'https://admin.it-park.uz' });
    expect((await run(root, 'production', copy)).output).toContain('names another admin host');
  });

  function projectCopy(settings = SET): string {
    const root = folder();
    copyConfigs(root);
    copyLaunchers(root);
    for (const path of ['functions/admin', 'src/domain'])
      cpSync(join(ROOT, path), join(root, path), { recursive: true, force: false });
    writeOwnerSettings(root, settings);
    return root;
  }

  async function run(cwd: string, where: string, to: string, token = '') {
    const env = { ...process.env, HOME: cwd, CLOUDFLARE_API_TOKEN: token, FORCE_COLOR: '0' };
    const given = ['functions/local/backup/command.ts', 'backup', where, to];
    const child = spawn(process.execPath, given, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    const code = await new Promise((done) => child.once('close', done));
    return { code, output };
  }
});
