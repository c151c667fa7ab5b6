/**
 * The desk on this machine, beside a running portal: `DESK_PORT`, `ISSUER_PORT`, `PORTAL_STATE` and `PORTAL_ORIGIN`. Started by
 * `npm start`; ends with it.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { DESK_CONFIG, readConfig, writeConfig } from '../../wrangler-config.ts';
import { bundle } from '../bundle.ts';
import { ROOT, TOOL_ENV, waitForExit } from '../machine.ts';
import { wranglerDev } from '../workers.ts';

const { DESK_PORT = '8788', ISSUER_PORT = '8789', PORTAL_STATE = '', PORTAL_ORIGIN = '' } = process.env;
const desk = `http://localhost:${DESK_PORT}`;
const issuer = `http://localhost:${ISSUER_PORT}`;

/** The groups are those of functions/desk/wrangler.toml. */
const GROUPS = ['desk-read', 'desk-decide', 'desk-issue'];
const OFFICERS = [
  { name: 'anna', email: 'anna@office.example', groups: GROUPS },
  { name: 'bekzod', email: 'bekzod@office.example', groups: [...GROUPS, 'desk-erase', 'desk-export'] },
  { name: 'gulnora', email: 'gulnora@office.example', groups: ['desk-decide', 'desk-audit'] },
];

const AUDIENCE = 'made-up-officers';

/**
 * Stands in for Cloudflare Access: signs tokens for three made-up officers and serves the keys, on the loopback address only.
 * `/officers/<name>` signs an officer in and redirects to the desk, which reads these tokens like those of Access.
 */
async function startIssuer(port: number): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'local', alg: 'RS256', use: 'sig' }] };
  const tokenOf = ({ email, groups }: (typeof OFFICERS)[number]) =>
    new SignJWT({ type: 'app', email, custom: { groups } })
      .setProtectedHeader({ alg: 'RS256', kid: 'local' })
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setSubject(email)
      .setIssuedAt()
      .setExpirationTime('24 hours')
      .sign(privateKey);
  const server = createServer(async ({ url = '/' }, response) => {
    const officer = OFFICERS.find(({ name }) => url === `/officers/${name}`);
    if (officer) return signInAndRedirect(response, await tokenOf(officer));
    if (url === '/cdn-cgi/access/certs') return send(response, 'application/json', JSON.stringify(keys));
    if (url === '/cdn-cgi/access/logout') response.setHeader('Set-Cookie', `${COOKIE}=; Path=/; Max-Age=0`);
    send(response, 'text/html; charset=utf-8', PAGE);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
}

const COOKIE = 'CF_Authorization';

function signInAndRedirect(response: ServerResponse, token: string): void {
  const cookie = `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax`;
  response.writeHead(303, { 'Set-Cookie': cookie, Location: desk }).end();
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Officers</title><h1>Made-up officers</h1><ul>${OFFICERS.map(
  ({ name, email }) => `<li><a href="/officers/${name}">${email}</a></li>`,
).join('')}</ul></html>`;

/** A copy with this machine's settings. @returns its path */
async function deskConfig(folder: string): Promise<string> {
  const { vars, ...config } = readConfig(DESK_CONFIG);
  const own = { PORTAL_ORIGIN, ACCESS_ISSUER: issuer, ACCESS_AUDIENCE: AUDIENCE, STORAGE_IS_SHARED: 'yes' };
  const desk = await bundle('desk', { ...config, vars: { ...vars, ...own, FOUR_EYES: process.env.FOUR_EYES ?? '' } });
  const path = writeConfig(join(folder, 'wrangler.json'), desk);
  // `npm run desk -- demo` prints it.
  writeFileSync(join(folder, 'officers'), issuer);
  return path;
}

await startIssuer(Number(ISSUER_PORT));
const folder = join(PORTAL_STATE, 'desk');
const dev = wranglerDev([await deskConfig(folder)], { port: DESK_PORT, state: PORTAL_STATE, folder });
const [node = '', ...wrangler] = dev.command;
// In this process group: a forced end reaches both.
const worker = spawn(node, wrangler, {
  cwd: ROOT,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: { ...process.env, ...TOOL_ENV, ...dev.env },
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
