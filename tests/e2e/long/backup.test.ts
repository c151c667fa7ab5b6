/**
 * A drill: a running portal is backed up, lost, and restored into another running one; then everything is compared, and an
 * applicant continues. It uses the operator's commands, the real wrangler and both workers.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'playwright/test';
import { DROPPED_BY_A_RESTORE } from '../../../functions/admin/store/restored.ts';
import { runDueCrons } from '../../../functions/local/crons.ts';
import { PASSWORD } from '../support/applicants.ts';
import { apply } from '../support/apply.ts';
import { decide } from '../support/desk.ts';
import { type OwnPortal, ROOT, startPortal } from '../support/own-portal.ts';
import { sha256 } from '../support/portal.ts';

let top: string;
let folder: string;
let first: OwnPortal;
let isLost = false;
let second: OwnPortal;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'it-visa-drill-'));
  folder = join(top, 'backup');
  [first, second] = await Promise.all([startPortal(), startPortal()]);
});
test.afterAll(async () => {
  await Promise.all([isLost || first?.stop(), second?.stop()]);
  rmSync(top, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  output: string;
}

/** Runs a command like an operator without a terminal. @param onLine gets its output */
function run(
  script: string,
  given: string[],
  state: string,
  onLine = (_: string, __: () => void) => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...given], {
    cwd: ROOT,
    env: { ...process.env, PORTAL_STATE: state, LC_ALL: 'en_GB.UTF-8', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      onLine(String(chunk), () => child.kill('SIGINT'));
    });
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}

const COMMAND = 'functions/local/backup/command.ts';
const backUp = (state: string, to = folder) => run(COMMAND, ['backup', 'local', to], state);
const restore = (state: string, ...flags: string[]) => run(COMMAND, ['restore', 'local', folder, ...flags], state);
const desk = async (state: string, ...given: string[]) => {
  const { code, output } = await run('functions/terminal/main.ts', given, state);
  expect(code, output).toBe(0);
};

const OBJECT = 'key, size, etag, checksums, http_metadata, custom_metadata';

/** Returns every row of every table, and every object with its metadata and bytes, from the disk. */
async function contents({ state }: OwnPortal) {
  const open = (kind: string) => {
    const [path = ''] = globSync(`${state}/v3/${kind}/*.sqlite`).filter((file) => !file.endsWith('metadata.sqlite'));
    return new DatabaseSync(path, { readOnly: true, timeout: 60_000 });
  };
  const rows = open('d1/miniflare-D1DatabaseObject');
  const named =
    "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY type, name";
  const schema = rows.prepare(named).all() as { type: string; name: string; sql: string | null }[];
  // A cron may run at any time.
  const names = schema.filter(({ type, name }) => type === 'table' && name !== 'last_runs').map(({ name }) => name);
  const text = (row: unknown) => JSON.stringify(row);
  const rowsOf = (name: string) => rows.prepare(`SELECT * FROM "${name}"`).all();
  const tables = names.map((name) => ({ name, rows: rowsOf(name).sort((a, b) => (text(a) < text(b) ? -1 : 1)) }));
  rows.close();
  const bucket = open('r2/miniflare-R2BucketObject');
  const listed = bucket.prepare(`SELECT ${OBJECT}, blob_id FROM _mf_objects ORDER BY key`).all();
  bucket.close();
  const objects = await Promise.all(
    listed.map(async ({ blob_id, ...object }) => {
      const [blob = ''] = globSync(`${state}/v3/r2/*/blobs/${blob_id}`);
      return { ...object, bytes: await sha256(new Uint8Array(readFileSync(blob))) };
    }),
  );
  return { schema, tables, objects };
}

const rowsIn = (found: Awaited<ReturnType<typeof contents>>, table: string) =>
  found.tables.find(({ name }) => name === table)?.rows.length ?? 0;

/** Returns the contents once no mail is about to be sent, which happens after the response. */
async function settledContents(portal: OwnPortal): Promise<Awaited<ReturnType<typeof contents>>> {
  let found = await contents(portal);
  const isDue = ({ state, due_at }: Record<string, unknown>) =>
    state === 'sending' || (state === 'waiting' && Number(due_at) <= Date.now());
  await expect
    .poll(async () => {
      found = await contents(portal);
      return found.tables.find(({ name }) => name === 'mails')?.rows.filter(isDue);
    })
    .toEqual([]);
  return found;
}

interface Session {
  token: string;
  cookie: string;
}

const visitor = { 'CF-Connecting-IP': '203.0.113.99' };

async function signIn({ origin }: OwnPortal, email: string): Promise<Session> {
  const response = await fetch(`${origin}/api/v1/user-login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...visitor },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { token: ((await response.json()) as { token: string }).token, cookie: cookie.join('; ') };
}

async function readAccount({ origin }: OwnPortal, { token, cookie }: Session) {
  const headers = { Authorization: `Bearer ${token}`, Cookie: cookie, ...visitor };
  const response = await fetch(`${origin}/api/v1/user`, { headers });
  return { status: response.status, text: await response.text() };
}

/** Mails and sweep: the minute of both. */
const runCrons = ({ origin }: OwnPortal) => runDueCrons(new URL(origin).port, 17);

let before: Awaited<ReturnType<typeof contents>>;
let applicant: { id: string; email: string };
let session: Session;

test('a running portal is backed up', async () => {
  await desk(first.state, 'demo');
  applicant = await apply(first.origin, 'en', 'founder');
  await apply(first.origin, 'ru', 'specialist');
  session = await signIn(first, applicant.email);
  // Texts that wrangler's export alters, and one that exceeds a statement of D1.
  const { DB } = first.storage();
  await decide({ DB, origin: first.origin }, applicant.id, 'in_review');
  const note = (text: string, position: number) =>
    DB.prepare('UPDATE status_history SET note = ? WHERE applicant_id = ? AND position = ?').run(
      text,
      applicant.id,
      position,
    );
  note("C:\\new\nline; it's -- /* nothing */ \\r\r\u2028", 0);
  note('я'.repeat(150_000), 1);
  // Every cron may run at any time; a second sweep finds nothing to delete.
  await runCrons(first);
  before = await settledContents(first);
  expect(rowsIn(before, 'applicants')).toBeGreaterThan(15);
  for (const table of ['visas', 'tokens', 'idempotency', 'files', 'status_history'])
    expect(rowsIn(before, table), table).toBeGreaterThan(0);

  const interrupted = await run(COMMAND, ['backup', 'local', folder], first.state, (text, stop) => {
    if (text.includes('Reading the rows')) stop();
  });
  expect(interrupted.code).toBe(130);
  expect(readdirSync(folder).sort()).toEqual(['objects', 'unfinished']);
  expect(await restore(second.state)).toMatchObject({ code: 1, output: expect.stringContaining('is incomplete') });
  const { code, output } = await backUp(first.state);
  expect(code, output).toBe(0);
  expect(output).toContain(`${before.objects.length} files.`);
  expect(await contents(first)).toEqual(before);
  expect(await backUp(first.state)).toMatchObject({
    code: 1,
    output: expect.stringContaining('already contains a backup'),
  });
});

/** Removes what a restore drops. */
function asRestored(found: Awaited<ReturnType<typeof contents>>): typeof found {
  const dropped = new Map<string, string | undefined>(DROPPED_BY_A_RESTORE.map(({ table, where }) => [table, where]));
  const tables = found.tables.map((table) => {
    if (!dropped.has(table.name)) return table;
    const isCode = ({ kind }: Record<string, unknown>) => kind === 'code';
    return { ...table, rows: dropped.get(table.name) ? table.rows.filter((row) => !isCode(row)) : [] };
  });
  return { ...found, tables };
}

test('a backup is restored completely into a running portal', async () => {
  await first.stop();
  isLost = true;
  const { code, output } = await restore(second.state);
  expect(code, output).toBe(0);
  await runCrons(second);
  expect(await contents(second)).toEqual(asRestored(before));

  // The earlier session has ended, and the applicant can sign in again.
  expect((await readAccount(second, session)).status).toBe(403);
  const { status, text } = await readAccount(second, await signIn(second, applicant.email));
  expect(status).toBe(200);
  expect(text).toContain(applicant.id);
  const [link = ''] = /\/files\/[^"]+/.exec(text) ?? [];
  const file = await fetch(`${second.origin}${link}`, { headers: visitor });
  expect(file.status).toBe(200);
  const digest = await sha256(new Uint8Array(await file.arrayBuffer()));
  expect(before.objects.map(({ bytes }) => bytes)).toContain(digest);
});
