/** wrangler as an operator types it in the project's folder after a build, without the launchers and their flags. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, toolCommand } from '../../../../functions/local/machine.ts';
import { ensureSecrets } from '../../../../functions/local/secrets.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'it-visa-wrangler-'));
/** wrangler writes logs and looks for other workers outside the project. */
const env = {
  ...process.env,
  CI: '1',
  NO_COLOR: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_LOG_PATH: folder,
  WRANGLER_REGISTRY_PATH: join(folder, 'registry'),
  MINIFLARE_REGISTRY_PATH: join(folder, 'registry'),
  // The tests' own configuration silences it (tests/workers/vitest.config.ts).
  WRANGLER_LOG: undefined,
};
const [node = '', wrangler = ''] = toolCommand('wrangler');
let workers: ChildProcess | undefined;

describe('wrangler without the launcher, after a build', () => {
  let built = '';
  beforeAll(async () => {
    ensureSecrets();
    const { stdout } = await run(node, [join(ROOT, 'functions/local/build.ts')], { cwd: ROOT, env });
    built = stdout;
  }, 600_000);
  afterAll(async () => {
    if (workers?.pid && workers.exitCode === null) {
      const closed = new Promise((done) => workers?.once('close', done));
      process.kill(-workers.pid, 'SIGTERM');
      await closed;
    }
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it("the build leaves no KV namespace, and only the project's own configuration", () => {
    expect(built).not.toMatch(/\bKV\b|SESSION/);
    expect(existsSync(join(ROOT, '.wrangler/deploy'))).toBe(false);
    const left = readdirSync(join(ROOT, 'dist'), { recursive: true }).map(String);
    expect(left.filter((path) => /wrangler\.(?:json|jsonc|toml)$/.test(path))).toEqual([]);
  });

  it('wrangler deploy --dry-run bundles the gateway with its bindings', async () => {
    const { stdout } = await run(node, [wrangler, 'deploy', '--dry-run'], { cwd: ROOT, env });
    for (const binding of ['env.ADMIN (it-visa-admin)', 'env.ASSETS', 'env.RATE_20']) expect(stdout).toContain(binding);
    expect(stdout).not.toMatch(/SESSION|KV Namespace/);
    expect(stdout).toContain('--dry-run: exiting now.');
  }, 300_000);

  it('wrangler dev serves the pages', async () => {
    // Only the port is the test's; wrangler finds everything else in the folder.
    const port = await freePort();
    const given = [wrangler, 'dev', '--port', String(port), '--inspector-port', '0'];
    workers = spawn(node, given, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [workers.stdout, workers.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    const page = async () => (await fetch(`http://127.0.0.1:${port}/ru`).catch(() => null))?.status ?? output;
    await expect.poll(page, { timeout: 200_000, interval: 500 }).toBe(200);
    const icon = await fetch(`http://127.0.0.1:${port}/favicon.ico`);
    expect(Buffer.from(await icon.arrayBuffer())).toEqual(readFileSync(join(ROOT, 'public/favicon.ico')));
    const slashes = await fetch(`http://127.0.0.1:${port}//?a=b`, { redirect: 'manual' });
    expect([slashes.status, slashes.headers.get('location')]).toEqual([308, '/?a=b']);
  }, 300_000);
});
