import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication } from '../admin/support/applications.ts';
import { migrate } from '../admin/support/host.ts';
import { ORIGIN, officer, visit } from './support/desk.ts';
import { AUDIENCE, fetched, ISSUER, publicModulus, serveKeys, stranger, tokenOf } from './support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const claims = { iss: ISSUER, aud: [AUDIENCE], email: 'anna@office.example', custom: { groups: ['desk-read'] } };
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const anHourAgo = () => Math.floor(Date.now() / 1000) - 3600;

/** The bytes that a forger knows: the modulus of the issuer's published key. */
const publicKeyText = new TextEncoder().encode(publicModulus);
/** A token of the issuer, whose clock is ahead. */
const issuedAt = (iat: number) =>
  tokenOf('anna@office.example', undefined, { claims: { iat }, keepsTime: true, expires: iat + 600 });

const FORGED: Record<string, () => Promise<string | null> | string | null> = {
  'no token': () => null,
  'a token that is none': () => 'eyJhbGciOiJSUzI1NiJ9.e30.AAAA',
  'another audience': () => tokenOf('anna@office.example', undefined, { audience: 'audience-of-another' }),
  'another issuer': () => tokenOf('anna@office.example', undefined, { issuer: 'https://other.cloudflareaccess.com' }),
  'a key of a stranger': () => tokenOf('anna@office.example', undefined, { key: stranger.privateKey }),
  'a key id that the issuer does not have': () =>
    tokenOf('anna@office.example', undefined, { key: stranger.privateKey, kid: 'second' }),
  'an expiry in the past': () => tokenOf('anna@office.example', undefined, { expires: anHourAgo() }),
  'alg none': () => new UnsecuredJWT(claims).setIssuedAt().setExpirationTime(inAnHour()).encode(),
  'no email, like a service token': () => tokenOf(null),
  'a list of emails': () => tokenOf(null, undefined, { claims: { email: ['anna@office.example'] } }),
  'two emails in one text': () => tokenOf('anna@office.example, bekzod@office.example'),
  'an email without a domain': () => tokenOf('anna@'),
  'a time of issue in the future': () => issuedAt(inAnHour()),
  'a time before which it is not valid': () =>
    tokenOf('anna@office.example', undefined, { claims: { nbf: inAnHour() } }),
  'HS256 with the public key as secret': () =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .setIssuedAt()
      .setExpirationTime('10 minutes')
      .sign(publicKeyText),
  'ES256 with a key of its own': async () =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'first' })
      .setIssuedAt()
      .setExpirationTime('10 minutes')
      .sign((await generateKeyPair('ES256')).privateKey),
};

describe('a request without a token of Access', () => {
  it.each(Object.entries(FORGED))(
    'a request to the desk without a token is refused with %s, for pages, files and assets',
    async (_, token) => {
      for (const path of ['/', '/mails', '/files/any', '/assets/desk.css', '/scan', '/nowhere']) {
        const response = await visit(path, { token: await token() });
        expect(response.status, path).toBe(403);
        expect(await response.text()).not.toContain('<');
        expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      }
    },
  );

  it('a request to the desk with an altered payload of its token is refused', async () => {
    const [head, , signature] = (await tokenOf('anna@office.example', ['desk-read'])).split('.');
    const payload = btoa(JSON.stringify({ ...claims, exp: inAnHour(), iat: anHourAgo() })).replace(/=+$/, '');
    expect((await visit('/', { token: `${head}.${payload}.${signature}` })).status).toBe(403);
  });
});

describe('a request with a token of Access', () => {
  it('a request with a token of Access in header or cookie is served, and the keys are fetched once', async () => {
    const token = await tokenOf('anna@office.example');
    expect((await visit('/', { token })).status).toBe(200);
    const before = fetched.count;
    expect((await visit('/', { token: null, headers: { Cookie: `CF_Authorization=${token}` } })).status).toBe(200);
    expect((await visit('/assets/desk.css', { token })).status).toBe(200);
    expect(fetched.count).toBe(before);
  });

  it("a request to the desk without a known group is refused in the officer's language", async () => {
    const token = await tokenOf('new@office.example', ['accounting']);
    const response = await visit('/', { token, headers: { 'Accept-Language': 'ru' } });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('нет\u00A0роли');
  });

  it('a form of an account without a role, such as one that has lost it, shows no page and keeps what was typed', async () => {
    const { id } = await createApplication({ type: 'founder' });
    const former = await officer('former@office.example', ['accounting']);
    const paths = [
      '/',
      '/log',
      '/messages',
      '/mails',
      '/templates',
      '/statistics',
      '/search',
      `/applications/${id}/notes`,
    ];
    for (const path of paths) {
      const page = await (await former.post(path, { text: 'Typed with care' })).text();
      expect(page, path).toContain('You may not do this</h1>');
      expect(page, path).toContain('Typed with care');
      if (!path.includes(id)) expect(page, path).not.toContain(id);
    }
    const headers = {
      Origin: ORIGIN,
      'Content-Type': 'application/x-www-form-urlencoded',
      Cookie: `desk_search=${id}`,
    };
    const token = await tokenOf('former@office.example', ['accounting']);
    const found = await visit('/search', { token, method: 'POST', body: 'text=x', headers });
    expect(await found.text()).not.toContain(id);
  });

  it('groups of an Access token may be names or objects, at the top or below custom', async () => {
    for (const given of [{ groups: ['desk-read'] }, { custom: { groups: [{ id: '1', name: 'desk-read' }] } }])
      expect((await visit('/', { token: await tokenOf('a@office.example', [], { claims: given }) })).status).toBe(200);
  });

  it.each([
    { groups: 'desk-read' },
    { groups: null },
    { groups: [null, 7, 'desk-read'] },
    { groups: null, custom: null },
  ])('groups that are %o give the roles of their names, and no error', async (given) => {
    const token = await tokenOf('a@office.example', ['desk-read'], { claims: { custom: null, ...given } });
    const isKnown = JSON.stringify(given).includes('desk-read');
    expect((await visit('/', { token })).status).toBe(isKnown ? 200 : 403);
  });

  it("a token is served although the issuer's clock is half a minute ahead", async () => {
    expect((await visit('/', { token: await issuedAt(Math.floor(Date.now() / 1000) + 30) })).status).toBe(200);
  });

  it('a request to the desk is 503 while the issuer of tokens returns no keys', async () => {
    serveKeys(() => new Response('', { status: 500 }));
    const env = { ACCESS_ISSUER: 'https://away.cloudflareaccess.com' };
    expect((await visit('/', { env })).status).toBe(503);
  });
});

describe('settings of the desk', () => {
  it.each([
    { ACCESS_ISSUER: '' },
    { ACCESS_ISSUER: 'http://office.cloudflareaccess.com' },
    { ACCESS_AUDIENCE: '' },
    { ROLE_READ: '', ROLE_DECIDE: '', ROLE_ISSUE: '', ROLE_ERASE: '', ROLE_EXPORT: '', ROLE_AUDIT: '' },
    { FOUR_EYES: 'maybe' },
  ])('the desk serves nothing with the settings %o', async (env) => {
    expect((await visit('/', { env })).status).toBe(503);
  });
});
