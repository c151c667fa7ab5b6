/** Runs the desk on this machine, beside a portal. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { DESK_CONFIG, readConfig, writeConfig } from '../wrangler-config.ts';
import { bundle } from './bundle.ts';
import { start, stop } from './machine.ts';
import { READY_TIMEOUT_MS, wranglerDev } from './workers.ts';

/** Names of groups as in functions/desk/wrangler.toml. */
const GROUPS = ['desk-read', 'desk-decide', 'desk-issue'];
const OFFICERS = [
  { name: 'anna', email: 'anna@office.example', groups: GROUPS },
  { name: 'bekzod', email: 'bekzod@office.example', groups: [...GROUPS, 'desk-erase', 'desk-export'] },
  { name: 'gulnora', email: 'gulnora@office.example', groups: ['desk-decide', 'desk-audit'] },
];

const AUDIENCE = 'made-up-officers';

/**
 * Stands in for Cloudflare Access: signs tokens for three fictional officers and serves the keys, on the loopback address only.
 * `/officers/<name>` signs an officer in and redirects to the desk, which reads these tokens like those of Access.
 */
async function startIssuer(issuer: string, desk: string): Promise<Server> {
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
    if (officer) return signInAndRedirect(response, desk, await tokenOf(officer));
    if (url === '/cdn-cgi/access/certs') return send(response, 'application/json', JSON.stringify(keys));
    if (url === '/cdn-cgi/access/logout') response.setHeader('Set-Cookie', `${COOKIE}=; Path=/; Max-Age=0`);
    send(response, 'text/html; charset=utf-8', PAGE);
  });
  await once(server.listen(Number(new URL(issuer).port), '127.0.0.1'), 'listening');
  return server;
}

const COOKIE = 'CF_Authorization';

function signInAndRedirect(response: ServerResponse, desk: string, token: string): void {
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
async function deskConfig(folder: string, issuer: string, { origin, vars }: DeskOptions): Promise<string> {
  const config = readConfig(DESK_CONFIG);
  const own = { PORTAL_ORIGIN: origin, ACCESS_ISSUER: issuer, ACCESS_AUDIENCE: AUDIENCE, STORAGE_IS_SHARED: 'yes' };
  const desk = await bundle('desk', { ...config, vars: { ...config.vars, ...own, ...vars } });
  const path = writeConfig(join(folder, 'wrangler.json'), desk);
  // `npm run desk -- demo` prints it.
  writeFileSync(join(folder, 'officers'), issuer);
  return path;
}

/** The desk runs once it responds 403 to a request without a token. */
async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === 403;
}

interface DeskOptions {
  port: number;
  issuerPort: number;
  state: string;
  /** Origin of the portal. */
  origin: string;
  /** Other settings, such as FOUR_EYES. */
  vars?: Record<string, string>;
}

/** Serves the desk with the state of a portal, until its function `stop` is called. @throws Error if it does not start */
export async function serveDesk(options: DeskOptions): Promise<{ stop: () => Promise<void> }> {
  const { port, issuerPort, state } = options;
  const issuer = `http://localhost:${issuerPort}`;
  const server = await startIssuer(issuer, `http://localhost:${port}`);
  const folder = join(state, 'desk');
  const dev = wranglerDev([await deskConfig(folder, issuer, options)], { port, state, folder });
  const worker = start(dev.command, { stdio: ['ignore', 'pipe', 'pipe'], env: dev.env });
  const output: string[] = [];
  for (const stream of [worker.stdout, worker.stderr])
    if (stream) createInterface({ input: stream }).on('line', (line) => output.push(line));
  for (const until = Date.now() + READY_TIMEOUT_MS; !(await isReady(port)); await pause(200))
    if (worker.exitCode !== null || Date.now() > until) throw new Error(output.slice(-20).join('\n'));
  const stopAll = async () => {
    server.close();
    await stop(worker);
  };
  return { stop: stopAll };
}
