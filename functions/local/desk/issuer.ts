/**
 * Stands in for Cloudflare Access on a developer's machine: signs tokens for three made-up officers and serves the keys, on the
 * loopback address only. The desk reads its tokens like those of Access.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

interface MadeUpOfficer {
  name: string;
  email: string;
  groups: readonly string[];
}

/** The groups are those of functions/desk/wrangler.toml. */
const GROUPS = ['desk-read', 'desk-decide', 'desk-issue'];
const OFFICERS: readonly MadeUpOfficer[] = [
  { name: 'anna', email: 'anna@office.example', groups: GROUPS },
  { name: 'bekzod', email: 'bekzod@office.example', groups: [...GROUPS, 'desk-erase', 'desk-export'] },
  { name: 'gulnora', email: 'gulnora@office.example', groups: ['desk-decide', 'desk-audit'] },
];

export const AUDIENCE = 'made-up-officers';

/** Starts the issuer; `/officers/<name>` signs an officer in and redirects to the desk. */
export async function startIssuer({ port, desk }: { port: number; desk: string }): Promise<Server> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'local', alg: 'RS256', use: 'sig' }] };
  const issuer = `http://localhost:${port}`;
  const tokenOf = ({ email, groups }: MadeUpOfficer) =>
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
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
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
