/** Commands that need an account, run by wrangler against a stub of Cloudflare's API on this machine. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { fingerprintOf } from '../../../functions/platform/fingerprint.ts';
import { copyConfigs, copyLaunchers, SET, writeOwnerSettings } from '../../fixtures/owner-settings.ts';

const ACCOUNT = 'an-account';
const TIME = '2026-11-01T00:00:00Z';
const [GATEWAY, ADMIN] = ['it-visa-gateway-production', 'it-visa-admin-production'];

let root: string;
let api: Server;
/** The changes: method, path below the worker, and body. */
let changes: { path: string; body: unknown }[];
/** The names and values of each worker's secrets; a missing worker was never deployed. */
let secrets: Record<string, Record<string, string>>;
/** Of the sign-in. */
let accounts: { id: string; name: string }[];
/** Whether the workers read the secrets that are set. */
let isStuck: boolean;
/** The versions of the deployments of each worker, newest first. */
let deployed: string[];

/** What the deployed portal answers at the same address. */
function respondAsPortal(path: string): { status: number; body: object } | null {
  const markers = (worker: string) => {
    const all = isStuck ? [] : Object.entries(secrets[worker] ?? {});
    return {
      ok: true,
      ms: 1,
      secrets: Object.fromEntries(all.map(([name, value]) => [name, fingerprintOf(name, value)])),
    };
  };
  if (path === '/healthz') return { status: 200, body: { gateway: markers(GATEWAY), host: markers(ADMIN) } };
  if (path !== '/api/v1/messages') return null;
  return secrets[GATEWAY]?.MAINTENANCE ? { status: 503, body: { code: 'maintenance' } } : { status: 200, body: {} };
}

function setSecret(path: string, body: string): void {
  const [, worker = '', removed] = /\/scripts\/([\w-]+)\/secrets(?:\/(\w+))?$/.exec(path) ?? [];
  const own = secrets[worker];
  if (!own) return;
  if (removed) delete own[removed];
  else if (body) Object.assign(own, { [JSON.parse(body).name]: JSON.parse(body).text });
}

function respond(path: string): { status?: number; result: unknown; error?: { code: number; message: string } } {
  if (path === '/accounts') return { result: accounts };
  if (path === '/memberships') return { result: accounts.map((account) => ({ id: account.id, account })) };
  if (path.endsWith('/secrets/MAINTENANCE/gone'))
    return { status: 404, result: null, error: { code: 10056, message: "Binding 'MAINTENANCE' not found." } };
  if (path.startsWith('/user')) return { result: { id: 'u', status: 'active', email: 'ops@it-park.uz' } };
  const [, worker = '', asked = ''] = /\/scripts\/([\w-]+)\/(.*)$/.exec(path) ?? [];
  const names = secrets[worker];
  if (!names)
    return {
      status: 404,
      result: null,
      error: { code: 10007, message: 'This Worker does not exist on your account.' },
    };
  if (asked === 'secrets') return { result: Object.keys(names).map((name) => ({ name, type: 'secret_text' })) };
  if (asked === 'deployments') {
    const deployments = deployed.map((version, day) => ({
      ...{ id: `${version}-${day}`, source: 'wrangler', strategy: 'percentage', author_email: '', annotations: {} },
      created_on: `2026-11-0${9 - day}T00:00:00Z`,
      versions: [{ version_id: version, percentage: 100 }],
    }));
    return { result: { deployments } };
  }
  // The commit of each version, as a deployment marks it.
  const marked = (version: string) => ({
    ...{ id: version, number: 1, resources: {} },
    metadata: { created_on: TIME, modified_on: TIME, source: 'wrangler', author_email: '' },
    annotations: { 'workers/tag': `commit-of-${version}` },
  });
  if (asked === 'versions') return { result: { items: ['today', 'yesterday'].map(marked) } };
  const id = /^versions\/(\w+)$/.exec(asked)?.[1];
  return {
    result: { id, number: 1, metadata: { created_on: TIME, modified_on: TIME }, annotations: {}, resources: {} },
  };
}

test.beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'it-visa-account-'));
  copyConfigs(root);
  copyLaunchers(root);
  writeOwnerSettings(root, SET);
  api = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    let body = '';
    for await (const chunk of request) body += chunk;
    const served = respondAsPortal(path);
    if (served) {
      response.writeHead(served.status).end(JSON.stringify(served.body));
      return;
    }
    if (request.method !== 'GET') {
      changes.push({ path, body: JSON.parse(body || 'null') });
    }
    const isMissing = request.method === 'DELETE' && secrets[GATEWAY]?.MAINTENANCE === undefined;
    const { status = 200, result, error } = respond(isMissing ? `${path}/gone` : path);
    if (request.method !== 'GET') setSecret(path, body);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    const result_info = { page: 1, per_page: 50, count: 1, total_count: 1, total_pages: 1 };
    response.end(JSON.stringify({ success: !error, errors: error ? [error] : [], messages: [], result, result_info }));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => api.once('listening', done));
});
test.beforeEach(() => {
  changes = [];
  secrets = { [GATEWAY]: { BIND_SECRET: 'old' }, [ADMIN]: { FILES_SECRET: 'old' } };
  accounts = [{ id: ACCOUNT, name: 'IT Park' }];
  isStuck = false;
  deployed = ['today', 'yesterday'];
});
test.afterAll(() => {
  api.close();
  rmSync(root, { recursive: true });
});

interface RunOptions {
  /** Empty: there is no sign-in. */
  token?: string;
  account?: string;
  input?: string;
}

/** Runs deploy.ts, or ops.ts with the answers of the portal. */
async function run(given: string[], { token = 'a-token', account = ACCOUNT, input = '' }: RunOptions = {}) {
  const address = api.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const portal = ['--origin', `http://127.0.0.1:${port}`, '--wait', '3'];
  const isOps = !['deploy', 'rollback'].includes(given[0] ?? '');
  const script = isOps
    ? ['functions/local/ops/command.ts', ...given, ...portal]
    : ['functions/local/deploy.ts', ...given];
  const child = spawn('node', ['functions/local/launch.mjs', ...script], {
    cwd: root,
    env: {
      ...process.env,
      ...{ HOME: root, CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token, FORCE_COLOR: '0' },
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise((done) => child.once('close', done));
  return { code, output };
}

test('a rollback restores the previous version of the gateway, then of the host, with the reason', async () => {
  const { code, output } = await run(['rollback', 'production', 'sign-in fails', '--yes']);
  expect(code, output).toBe(0);
  const deployment = {
    strategy: 'percentage',
    versions: [{ version_id: 'yesterday', percentage: 100 }],
    annotations: { 'workers/message': 'sign-in fails' },
  };
  expect(changes).toEqual(
    ['it-visa-gateway-production', 'it-visa-admin-production'].map((worker) => ({
      path: `/accounts/${ACCOUNT}/workers/scripts/${worker}/deployments`,
      body: expect.objectContaining(deployment),
    })),
  );
});

test('a rollback tells what becomes of secrets, and how to return to the later commit', async () => {
  const { output } = await run(['rollback', 'production', '--to', 'commit-of-yesterday', '--yes']);
  expect(output).toContain('Secrets are those of that version: a rotated one is the old one again');
  expect(output).toContain('To return to the later commit: npm run rollback -- production');
});

test('a second rollback to the same commit changes nothing and says so', async () => {
  deployed = ['yesterday', 'today', 'yesterday'];
  const { code, output } = await run(['rollback', 'production', '--to', 'commit-of-yesterday', '--yes']);
  expect(code, output).toBe(0);
  expect(output).toContain('Nothing was rolled back: commit-of-yesterday runs already.');
  expect(output).not.toContain('Rolled back to');
  expect(changes).toEqual([]);
});

test('a rollback without a terminal requires --yes, and changes nothing', async () => {
  const { code, output } = await run(['rollback', 'production', 'sign-in fails']);
  expect(code).toBe(1);
  expect(output).toContain(
    'There is no terminal to confirm it in; to confirm it here, add --yes. Nothing was rolled back.',
  );
  expect(changes).toEqual([]);
});

test('a dry run of a rollback shows its steps and changes nothing', async () => {
  const { code, output } = await run(['rollback', 'production', '--dry-run']);
  expect(code, output).toBe(0);
  expect(output).toContain('npx wrangler rollback yesterday -c wrangler.toml --env production');
  expect(output).toContain('Dry run: nothing was rolled back.');
  expect(changes).toEqual([]);
});

test('a rollback stops when a worker was never deployed', async () => {
  delete secrets['it-visa-gateway-production'];
  const { code, output } = await run(['rollback', 'production', '--yes']);
  expect(code).toBe(1);
  expect(output).toContain('Could not list the deployments of the gateway');
  expect(changes).toEqual([]);
});

test('a deployment stops while a secret of either worker is missing', async () => {
  secrets = { [GATEWAY]: { ANOTHER: '' } };
  const { code, output } = await run(['deploy', 'production', '--yes', '--dirty']);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toEqual([
    `Account: IT Park (${ACCOUNT})`,
    'Nothing was deployed. Fix these first:',
    '  - FILES_SECRET is missing in the secrets of the admin host. Set it: npx wrangler secret put FILES_SECRET -c functions/admin/wrangler.toml --env production',
    '  - BIND_SECRET is missing in the secrets of the gateway. Set it: npx wrangler secret put BIND_SECRET -c wrangler.toml --env production',
  ]);
  expect(changes).toEqual([]);
});

test('a deployment stops without a sign-in', async () => {
  const { code, output } = await run(['deploy', 'production', '--yes', '--dirty'], { token: '' });
  expect(code).toBe(1);
  expect(output).toContain('Could not list the accounts: see the output above. To sign in: npx wrangler login');
  expect(changes).toEqual([]);
});

test('a rotated secret is set at its worker only, is never printed, and its fingerprint is compared', async () => {
  const { code, output } = await run(['rotate', 'production', 'FILES_SECRET', '--yes']);
  expect(code, output).toBe(0);
  const value = secrets[ADMIN]?.FILES_SECRET ?? '';
  expect(value).toMatch(/^[\w+/]{43}=$/);
  expect(secrets[GATEWAY]).toEqual({ BIND_SECRET: 'old' });
  expect(output).toContain(`Account: IT Park (${ACCOUNT})`);
  expect(output).toContain(`(fingerprint ${fingerprintOf('FILES_SECRET', value)})`);
  expect(output).not.toContain(value);
});

test('a rotation whose value the portal does not use fails', async () => {
  isStuck = true;
  const { code, output } = await run(['rotate', 'production', 'BIND_SECRET', '--yes']);
  expect(code).toBe(1);
  expect(output).toContain('/healthz does not show it after 3 seconds');
  expect(secrets[GATEWAY]?.BIND_SECRET).not.toBe('old');
});

test('a rotation refuses a short value, a secret that no worker has, and a missing confirmation', async () => {
  for (const [given, input, sentence] of [
    [['BIND_SECRET', '--yes', '--stdin'], 'short', 'BIND_SECRET needs at least 32 characters. Nothing was changed.'],
    [['HOST_SECRET', '--yes'], '', 'No worker of production has HOST_SECRET. Nothing was changed.'],
    [['BIND_SECRET'], '', 'There is no terminal to confirm it in; to confirm it here, add --yes. Nothing was changed.'],
  ] as const) {
    const { code, output } = await run(['rotate', 'production', ...given], { input });
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  }
  expect(changes).toEqual([]);
});

test('maintenance closes and opens the portal, and a mistyped or past end changes nothing', async () => {
  const until = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;
  const closed = await run(['close', 'production', '--until', until, '--yes']);
  expect(closed.output).toContain(`The portal is closed until ${until}.`);
  expect(secrets[GATEWAY]?.MAINTENANCE).toBe(until);
  const opened = await run(['open', 'production', '--yes']);
  expect(opened.output).toContain('The portal is open.');
  expect(secrets[GATEWAY]).toEqual({ BIND_SECRET: 'old' });
  changes = [];
  const again = await run(['open', 'production', '--yes']);
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('The portal is open.')]);
  for (const wrong of ['tomorrow', '2026-01-01T03:00Z', '2030-01-01T03:00'])
    expect((await run(['close', 'production', '--until', wrong, '--yes'])).code, wrong).toBe(1);
  expect(changes).toEqual([]);
});

test('with several accounts a command without a terminal names them, and works on the one that is set', async () => {
  accounts.push({ id: 'another', name: 'Ministry' });
  const { code, output } = await run(['open', 'production', '--yes'], { account: '' });
  expect([code, output]).toEqual([1, expect.stringContaining(`IT Park (${ACCOUNT}), Ministry (another)`)]);
  expect((await run(['open', 'production', '--yes'], { account: 'unknown' })).code).toBe(1);
  expect(changes).toEqual([]);
  expect((await run(['rollback', 'production', '--yes'], { account: 'another' })).output).toContain(
    'Account: Ministry (another)',
  );
  expect(changes.map(({ path }) => path.split('/')[2])).toEqual(['another', 'another']);
});
