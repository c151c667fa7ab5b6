/** The embedded host alone, on a port of this machine, with a temporary database and bucket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, run, start, stop, tool } from '../../functions/local/machine.ts';
import { ensureSecrets } from '../../functions/local/set-up.ts';

const CONFIG = ['-c', 'functions/admin/wrangler.toml'];
const TRIES = 600;

export interface LocalHost {
  origin: string;
  stop(): Promise<void>;
}

/** @throws Error with wrangler's output when it does not start */
export async function startLocalHost(): Promise<LocalHost> {
  const state = mkdtempSync(join(tmpdir(), 'it-visa-check-host-'));
  process.once('exit', () => rmSync(state, { recursive: true, force: true }));
  ensureSecrets();
  const tables = ['d1', 'migrations', 'apply', 'DB', '--local', ...CONFIG, '--persist-to', state];
  const { code, output } = await run([...tool('wrangler'), ...tables]);
  if (code !== 0) throw new Error(output);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const serve = ['dev', ...CONFIG, '--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const child = start([...tool('wrangler'), ...serve, '--persist-to', state, '--show-interactive-dev-session=false'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { WRANGLER_REGISTRY_PATH: join(state, 'registry'), MINIFLARE_REGISTRY_PATH: join(state, 'registry') },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      written = `${written}${chunk}`.slice(-4000);
    });
  }
  for (let tries = 0; tries < TRIES && child.exitCode === null; tries += 1) {
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    if (response?.status === 200) return { origin, stop: () => stop(child) };
    await pause(200);
  }
  await stop(child);
  throw new Error(written);
}
