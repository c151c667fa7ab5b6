/** Commands that need an account, run by wrangler against a stub of Cloudflare's API on this machine. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { copyConfigs, copyLaunchers, SET, writeOwnerSettings } from '../../fixtures/owner-settings.ts';

const ACCOUNT = 'an-account';
const TIME = '2026-11-01T00:00:00Z';

let root: string;
let api: Server;
/** The changes: method, path below the worker, and body. */
let changes: { path: string; body: unknown }[];
/** The secrets of each worker; a missing worker was never deployed. */
let secrets: Record<string, string[]>;

function respond(path: string): { status?: number; result: unknown; error?: { code: number; message: string } } {
  const [, worker = '', asked = ''] = /\/scripts\/([\w-]+)\/(.*)$/.exec(path) ?? [];
  const names = secrets[worker];
  if (!names)
    return {
      status: 404,
      result: null,
      error: { code: 10007, message: 'This Worker does not exist on your account.' },
    };
  if (asked === 'secrets') return { result: names.map((name) => ({ name, type: 'secret_text' })) };
  if (asked === 'deployments') {
    const deployments = ['today', 'yesterday'].map((version, day) => ({
      ...{ id: version, source: 'wrangler', strategy: 'percentage', author_email: '', annotations: {} },
      created_on: `2026-11-0${2 - day}T00:00:00Z`,
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
    if (request.method !== 'GET') changes.push({ path, body: JSON.parse(body) });
    const { status = 200, result, error } = respond(path);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ success: !error, errors: error ? [error] : [], messages: [], result }));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => api.once('listening', done));
});
test.beforeEach(() => {
  changes = [];
  secrets = { 'it-visa-gateway-production': ['BIND_SECRET'], 'it-visa-admin-production': ['FILES_SECRET'] };
});
test.afterAll(() => {
  api.close();
  rmSync(root, { recursive: true });
});

/** Runs a command of deploy.ts; without a token there is no sign-in. */
async function run(given: string[], token = 'a-token') {
  const address = api.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const child = spawn('node', ['functions/local/launch.mjs', 'functions/local/deploy.ts', ...given], {
    cwd: root,
    env: {
      ...process.env,
      ...{ HOME: root, CLOUDFLARE_ACCOUNT_ID: ACCOUNT, CLOUDFLARE_API_TOKEN: token, FORCE_COLOR: '0' },
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  secrets = { 'it-visa-gateway-production': ['ANOTHER'] };
  const { code, output } = await run(['deploy', 'production', '--yes', '--dirty']);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toEqual([
    'Nothing was deployed. Fix these first:',
    '  - FILES_SECRET is missing in the secrets of the admin host. Set it: npx wrangler secret put FILES_SECRET -c functions/admin/wrangler.toml --env production',
    '  - BIND_SECRET is missing in the secrets of the gateway. Set it: npx wrangler secret put BIND_SECRET -c wrangler.toml --env production',
  ]);
  expect(changes).toEqual([]);
});

test('a deployment stops without a sign-in', async () => {
  const { code, output } = await run(['deploy', 'production', '--yes', '--dirty'], '');
  expect(code).toBe(1);
  expect(output).toContain(
    'Could not list the secrets of the admin host: see the output above. To sign in: npx wrangler login',
  );
  expect(changes).toEqual([]);
});
