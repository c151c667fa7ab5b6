/**
 * The desk on this machine, beside a running portal: `DESK_PORT`, `ISSUER_PORT`, `PORTAL_STATE` and `PORTAL_ORIGIN`. Started by
 * `npm start`; ends with it.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { DESK_CONFIG, readConfig, writeConfig } from '../../wrangler-config.ts';
import { bundle } from '../bundle.ts';
import { ROOT, toolCommand, waitForExit } from '../machine.ts';
import { AUDIENCE, startIssuer } from './issuer.ts';

const { DESK_PORT = '8788', ISSUER_PORT = '8789', PORTAL_STATE = '', PORTAL_ORIGIN = '' } = process.env;
const desk = `http://localhost:${DESK_PORT}`;
const issuer = `http://localhost:${ISSUER_PORT}`;

/** A copy with this machine's settings. @returns its path */
async function deskConfig(): Promise<string> {
  const folder = join(PORTAL_STATE, 'desk');
  const { vars, ...config } = readConfig(DESK_CONFIG);
  const own = { PORTAL_ORIGIN, ACCESS_ISSUER: issuer, ACCESS_AUDIENCE: AUDIENCE, STORAGE_IS_SHARED: 'yes' };
  const desk = await bundle('desk', { ...config, vars: { ...vars, ...own, FOUR_EYES: process.env.FOUR_EYES ?? '' } });
  const path = writeConfig(join(folder, 'wrangler.json'), desk);
  // `npm run desk -- demo` prints it.
  writeFileSync(join(folder, 'officers'), issuer);
  return path;
}

await startIssuer({ port: Number(ISSUER_PORT), desk });
const [node = '', ...wrangler] = toolCommand('wrangler');
const options = [
  ...['dev', '-c', await deskConfig(), '--ip', '127.0.0.1', '--port', DESK_PORT, '--inspector-port', '0'],
  ...['--persist-to', PORTAL_STATE, '--show-interactive-dev-session=false'],
];
// In this process group: a forced end reaches both.
const worker = spawn(node, [...wrangler, ...options], {
  cwd: ROOT,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: {
    ...process.env,
    WRANGLER_SEND_METRICS: 'false',
    // Two portals on one machine must not find each other's workers.
    WRANGLER_REGISTRY_PATH: join(PORTAL_STATE, 'desk/registry'),
    MINIFLARE_REGISTRY_PATH: join(PORTAL_STATE, 'desk/registry'),
    WRANGLER_LOG_PATH: join(PORTAL_STATE, 'wrangler-logs'),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    NO_COLOR: '1',
  },
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => worker.kill('SIGTERM'));
const output: string[] = [];
for (const stream of [worker.stdout, worker.stderr])
  if (stream) createInterface({ input: stream }).on('line', (line) => output.push(line));

/** Without a token the desk responds 403 once it runs. */
async function isReady(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${DESK_PORT}/`).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === 403;
}

const over = waitForExit(worker);
for (let tries = 0; !(await Promise.race([isReady(), over.then(() => false)])); tries += 1) {
  if (worker.exitCode !== null || tries > 600) {
    console.error(`The desk did not start:\n${output.slice(-20).join('\n')}`);
    process.exit(1);
  }
  await pause(200);
}
console.log(`Desk ready at ${desk} (enter as an officer: ${issuer})`);
process.exit(await over);
