/**
 * The desk on this machine, beside a portal that runs: `DESK_PORT`, `ISSUER_PORT`, `PORTAL_STATE` and `PORTAL_ORIGIN` say where.
 * Started by `npm start`; ends with it.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ended, ROOT, tool } from '../machine.mjs';
import { AUDIENCE, startIssuer } from './issuer.ts';

const { DESK_PORT = '8788', ISSUER_PORT = '8789', PORTAL_STATE = '', PORTAL_ORIGIN = '' } = process.env;
const FOLDER = join(ROOT, 'functions/desk');
const desk = `http://localhost:${DESK_PORT}`;
const issuer = `http://localhost:${ISSUER_PORT}`;

/** A copy with what holds on this machine only. @returns its path */
function writeConfig(): string {
  const values: Record<string, string> = {
    ...{ PORTAL_ORIGIN, ACCESS_ISSUER: issuer, ACCESS_AUDIENCE: AUDIENCE },
    FOUR_EYES: process.env.FOUR_EYES ?? '',
  };
  const text = readFileSync(join(FOLDER, 'wrangler.toml'), 'utf8')
    .replace(/^(main|migrations_dir|directory) = "(.*)"$/gm, (_, key, path) => `${key} = "${join(FOLDER, path)}"`)
    .replace(/^(\w+) = ".*"$/gm, (line, name: string) => (name in values ? `${name} = "${values[name]}"` : line))
    .replace('[vars]', '[vars]\nSTORAGE_IS_SHARED = "yes"');
  const folder = join(PORTAL_STATE, 'desk');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'wrangler.toml'), text);
  copyFileSync(join(ROOT, 'functions/admin/.dev.vars'), join(folder, '.dev.vars'));
  // `npm run desk -- demo` tells it.
  writeFileSync(join(folder, 'officers'), issuer);
  return join(folder, 'wrangler.toml');
}

await startIssuer({ port: Number(ISSUER_PORT), desk });
const [node = '', ...wrangler] = tool('wrangler');
const options = [
  ...['dev', '-c', writeConfig(), '--ip', '127.0.0.1', '--port', DESK_PORT, '--inspector-port', '0'],
  ...['--persist-to', PORTAL_STATE, '--show-interactive-dev-session=false'],
];
// In the process group of this one: whatever ends this by force ends both.
const worker = spawn(node, [...wrangler, ...options], {
  cwd: ROOT,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: {
    ...process.env,
    WRANGLER_SEND_METRICS: 'false',
    // As it is deployed: React renders several times slower in development.
    NODE_ENV: 'production',
    // Two portals on one machine must not find each other's workers.
    WRANGLER_REGISTRY_PATH: join(PORTAL_STATE, 'desk/registry'),
    MINIFLARE_REGISTRY_PATH: join(PORTAL_STATE, 'desk/registry'),
    WRANGLER_LOG_PATH: join(PORTAL_STATE, 'wrangler-logs'),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    NO_COLOR: '1',
  },
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => worker.kill('SIGTERM'));
const seen: string[] = [];
for (const stream of [worker.stdout, worker.stderr])
  if (stream) createInterface({ input: stream }).on('line', (line) => seen.push(line));

/** Without a token the desk answers 403 once it runs. */
async function isReady(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${DESK_PORT}/`).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === 403;
}

const over = ended(worker);
for (let tries = 0; !(await Promise.race([isReady(), over.then(() => false)])); tries += 1) {
  if (worker.exitCode !== null || tries > 600) {
    console.error(`The desk did not start:\n${seen.slice(-20).join('\n')}`);
    process.exit(1);
  }
  await pause(200);
}
console.log(`Desk ready at ${desk} (enter as an officer: ${issuer})`);
process.exit(await over);
