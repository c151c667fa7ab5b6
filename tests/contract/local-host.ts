/** Starts the embedded host alone on a local port, with its own database and files, which are deleted on exit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeTables } from '../../functions/local/database.ts';
import { freePort, start, stop, toolCommand } from '../../functions/local/machine.ts';
import { ensureSecrets } from '../../functions/local/secrets.ts';

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
  await makeTables(state);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const serve = ['dev', ...CONFIG, '--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const child = start(
    [...toolCommand('wrangler'), ...serve, '--persist-to', state, '--show-interactive-dev-session=false'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { WRANGLER_REGISTRY_PATH: join(state, 'registry'), MINIFLARE_REGISTRY_PATH: join(state, 'registry') },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-4000);
    });
  }
  for (let tries = 0; tries < TRIES && child.exitCode === null; tries += 1) {
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    if (response?.status === 200) return { origin, stop: () => stop(child) };
    await pause(200);
  }
  await stop(child);
  throw new Error(output);
}
