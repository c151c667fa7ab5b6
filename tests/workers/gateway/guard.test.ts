import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointId, endpointPath } from '../../../src/domain/api/endpoints.ts';
import { startGateway } from './own-gateway.ts';
import { sampleRecord, signedInAs } from './sample-responses.ts';
import { jsonBody, readErrorCode, TOKEN, visitor } from './visitor.ts';

const guarded = (Object.keys(ENDPOINTS) as EndpointId[]).filter((id) => ENDPOINTS[id].access === 'token');
const addressOf = (id: EndpointId) => endpointPath(id, { type: 'founder', id: '42', code: 'c0de', blob: 'b10b' });
const requestFor = (id: EndpointId): RequestInit => ({ method: ENDPOINTS[id].method });

describe('the token guard', () => {
  it.each(guarded)('the endpoint %s without a token is 401 and does not reach the host', async (id) => {
    const guest = visitor();
    const response = await guest.visit(addressOf(id), requestFor(id));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await readErrorCode(response)).toBe('token_required');
    expect(await guest.hostSaw()).toEqual([]);
  });

  it.each([
    ['another scheme', `Basic ${TOKEN}`],
    ['no scheme', TOKEN],
    ['a short token', 'Bearer short'],
    ['a token of 4097 characters', `Bearer ${'a'.repeat(4097)}`],
    ['a token with odd characters', `Bearer ${TOKEN}<script>`],
    ['two tokens', `Bearer ${TOKEN}, Bearer ${TOKEN}`],
  ])('the guard does not accept %s as a token', async (_, Authorization) => {
    const guest = visitor();
    const { Cookie } = await guest.signIn();
    const response = await guest.visit('/api/v1/user', { headers: { Authorization, Cookie } });
    expect(await readErrorCode(response)).toBe('token_required');
    expect(await guest.hostSaw()).toHaveLength(1);
  });

  it.each(['bearer', 'BEARER', 'Bearer '])(
    'the guard accepts the scheme "%s" and passes on "Bearer"',
    async (scheme) => {
      const guest = visitor();
      const { Cookie } = await guest.signIn();
      const headers = { Authorization: `${scheme} ${TOKEN}`, Cookie };
      expect((await guest.visit('/api/v1/user', { headers })).status).toBe(200);
      const [, call] = await guest.hostSaw();
      expect(new Headers(call?.headers).get('authorization')).toBe(`Bearer ${TOKEN}`);
    },
  );

  it('no spelling of a guarded path reaches the host without a token', async () => {
    const guest = visitor();
    const mangled = fc
      .tuple(fc.constantFrom(...guarded), fc.array(fc.tuple(fc.nat(), mutation()), { maxLength: 4 }))
      .map(([id, changes]) => changes.reduce((path, [at, change]) => change(path, at % path.length), addressOf(id)))
      .filter((path) => path.startsWith('/') && URL.canParse(`https://portal.test${path}`));
    const method = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS');
    const { Cookie } = await guest.signIn();
    const signedIn = (await guest.hostSaw()).length;
    const one = (name: string, values: fc.Arbitrary<string>) => values.map((value) => ({ [name]: value }));
    // The cookie is valid, and only a well-formed token is missing.
    const headers = fc
      .tuple(
        one('Authorization', malformed()),
        fc.constantFrom({}, { Cookie }, { Cookie: '__Host-visa-bind=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
        fc.constantFrom(
          {},
          ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map((name) => ({ [name]: 'GET' })),
        ),
        fc.constantFrom(
          {},
          { 'X-Original-URL': '/api/v1/user', 'X-Rewrite-URL': '/api/v1/user', 'X-Forwarded-Path': '/api/v1/user' },
        ),
      )
      .map((parts): Record<string, string> => Object.assign({}, ...parts));
    await fc.assert(
      fc.asyncProperty(mangled, method, headers, async (path, verb, extra) => {
        const response = await guest.visit(path, { method: verb, headers: extra });
        await response.arrayBuffer();
        const reached = (await guest.hostSaw()).slice(signedIn);
        // A mangled path may still be a public call; then it is one of the table, byte for byte.
        for (const { path: target } of reached)
          expect(isPublic(target), `${verb} ${path} reached ${target}`).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('no malformed token reaches the host on a canonical path', async () => {
    const guest = visitor();
    const { Cookie } = await guest.signIn();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...guarded), malformed(), async (id, Authorization) => {
        const response = await guest.visit(addressOf(id), { ...requestFor(id), headers: { Authorization, Cookie } });
        expect(response.status, Authorization).toBe(401);
        await response.arrayBuffer();
      }),
      { numRuns: 200 },
    );
    // Only the sign-in has reached the host.
    expect(await guest.hostSaw()).toHaveLength(1);
  });
});

describe('the token binding', () => {
  it('a sign-in sets a cookie that only the gateway can read', async () => {
    const guest = visitor();
    await guest.hostResponds({ body: signedInAs(sampleRecord()) });
    const response = await guest.visit('/api/v1/user-login', jsonBody({ email: 'a@example.org', password: 'x' }));
    expect(await response.json()).toEqual({ token: TOKEN, object: sampleRecord() });
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-visa-bind=[A-Za-z0-9_-]{43}; /);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain('Domain');
    expect(cookie).not.toContain(TOKEN);
  });

  it('a token together with its cookie opens guarded calls', async () => {
    const guest = visitor();
    const headers = await guest.signIn();
    const response = await guest.visit('/api/v1/user', { headers });
    expect(response.status).toBe(200);
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  it.each(['missing', 'another token’s', 'altered', 'empty', 'longer', 'led by a sign'])(
    'a token is rejected when its binding cookie is %s',
    async (kind) => {
      const guest = visitor();
      const { Authorization, Cookie } = await guest.signIn();
      const other = await visitor().signIn('another-token-of-the-tests-000');
      const cookies: Record<string, string> = {
        'another token’s': other.Cookie,
        altered: Cookie.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
        empty: '__Host-visa-bind=',
        // Decoders of base64url ignore other characters.
        longer: `${Cookie}.`,
        'led by a sign': Cookie.replace('=', '=.'),
      };
      const cookie = cookies[kind];
      const response = await guest.visit('/api/v1/user', {
        headers: { Authorization, ...(cookie === undefined ? {} : { Cookie: cookie }) },
      });
      expect(response.status).toBe(403);
      expect(await readErrorCode(response)).toBe('token_rejected');
      // The cookie may belong to a later sign-in.
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await guest.hostSaw()).toHaveLength(1);
    },
  );

  it.each([
    ['/api/v1/user', 'GET'],
    ['/api/v1/user-logout', 'POST'],
  ])('a late call of an earlier session to %s leaves the session that began since', async (path, method) => {
    const guest = visitor();
    const earlier = await guest.signIn('earlier-token-of-the-tests-000');
    const present = await guest.signIn();
    const late = await guest.visit(path, { method, headers: { ...earlier, Cookie: present.Cookie } });
    expect([late.status, late.headers.getSetCookie()]).toEqual([403, []]);
    expect((await guest.visit('/api/v1/user', { headers: present })).status).toBe(200);
  });

  it('a binding cookie without a token opens nothing', async () => {
    const guest = visitor();
    const { Cookie } = await guest.signIn();
    const response = await guest.visit('/api/v1/user', { headers: { Cookie } });
    expect(await readErrorCode(response)).toBe('token_required');
  });

  it('a second sign-in replaces the cookie of the first', async () => {
    const guest = visitor();
    const [first, second] = await Promise.all([
      visitor().signIn('first-token-of-the-tests-00000'),
      visitor().signIn('second-token-of-the-tests-0000'),
    ]);
    expect((await guest.visit('/api/v1/user', { headers: second })).status).toBe(200);
    expect((await guest.visit('/api/v1/user', { headers: { ...first, Cookie: second.Cookie } })).status).toBe(403);
  });

  it.each([200, 403, 500])('a sign-out clears the binding cookie, also when the host responds %i', async (status) => {
    const guest = visitor();
    const headers = await guest.signIn();
    await guest.hostResponds({ status, ...(status === 200 ? {} : { body: 'not of the contract' }) });
    const response = await guest.visit('/api/v1/user-logout', { method: 'POST', headers });
    expect(response.headers.get('set-cookie')).toContain('__Host-visa-bind=; Max-Age=0');
  });

  it('the binding cookie is cleared when the host rejects the token', async () => {
    const guest = visitor();
    const headers = await guest.signIn();
    await guest.hostResponds({ status: 403, body: '{"code":"token_rejected","message":"","request_id":"r"}' });
    const response = await guest.visit('/api/v1/user', { headers });
    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toContain('__Host-visa-bind=; Max-Age=0');
  });

  it('a failed sign-in sets no binding cookie', async () => {
    const guest = visitor();
    await guest.hostResponds({ status: 401, body: '{"code":"invalid_credentials","message":"","request_id":"r"}' });
    const response = await guest.visit('/api/v1/user-login', jsonBody({}));
    expect(response.status).toBe(401);
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  it('a sign-in without a usable token from the host is an error', async () => {
    const guest = visitor();
    await guest.hostResponds({ body: '{"token":"short"}' });
    const response = await guest.visit('/api/v1/user-login', jsonBody({}));
    expect(response.status).toBe(502);
    expect(await readErrorCode(response)).toBe('host_unreachable');
  });
});

describe('clients without cookies', () => {
  const ofOwner = (allowsBearerOnly: boolean) => startGateway({ allowsBearerOnly });

  it('a token alone opens guarded calls only where the owner has allowed it', async () => {
    for (const allowed of [true, false]) {
      const guest = ofOwner(allowed);
      const { Authorization } = await guest.signIn();
      const response = await guest.visit('/api/v1/user', { headers: { Authorization } });
      expect(response.status).toBe(allowed ? 200 : 403);
      const [, call] = await guest.hostSaw();
      expect(call?.path).toBe(allowed ? '/api/v1/user' : undefined);
    }
  });

  it('BEARER_ONLY accepts requests with other cookies', async () => {
    const guest = ofOwner(true);
    const { Authorization } = await guest.signIn();
    const headers = { Authorization, Cookie: 'i18next=en; __Host-visa-known=abcdefghijklmnop' };
    expect((await guest.visit('/api/v1/user', { headers })).status).toBe(200);
  });

  it.each(['__Host-visa-bind=', '__Host-visa-bind=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'BEARER_ONLY still rejects a wrong binding cookie: %s',
    async (Cookie) => {
      const guest = ofOwner(true);
      const { Authorization } = await guest.signIn();
      const response = await guest.visit('/api/v1/user', { headers: { Authorization, Cookie } });
      expect(await readErrorCode(response)).toBe('token_rejected');
    },
  );

  it.each([{}, { Authorization: 'Bearer short' }])(
    'BEARER_ONLY still requires a token: %j is refused',
    async (headers) => {
      const response = await ofOwner(true).visit('/api/v1/user', { headers });
      expect(await readErrorCode(response)).toBe('token_required');
    },
  );
});

it('a token of 4096 characters passes sign-in, cookie and guarded calls', async () => {
  const guest = visitor();
  const token = 'aB3.'.repeat(1024);
  const headers = await guest.signIn(token);
  expect((await guest.visit('/api/v1/user', { headers })).status).toBe(200);
  const [, call] = await guest.hostSaw();
  expect(Object.fromEntries(call?.headers ?? [])).toMatchObject({ authorization: `Bearer ${token}` });
});

/** Authorization headers without a well-formed token, near misses included. */
function malformed(): fc.Arbitrary<string> {
  const odd = fc.constantFrom(' ', ',', ';', '"', '<', '%', '=', '\t', '(', '@');
  const mangledToken = fc
    .tuple(fc.nat({ max: TOKEN.length - 1 }), odd)
    .map(([at, sign]) => `Bearer ${TOKEN.slice(0, at)}${sign}${TOKEN.slice(at)}`);
  const scheme = fc
    .constantFrom('bear', 'Bearer:', 'Token', 'Basic', 'Bearer Bearer', '')
    .map((name) => `${name} ${TOKEN}`);
  const short = fc.stringMatching(/^[A-Za-z0-9]{0,19}$/).map((text) => `Bearer ${text}`);
  const latin = fc.stringMatching(/^[ -~]{0,60}$/);
  return fc
    .oneof(mangledToken, scheme, short, latin, fc.constant(`Bearer ${'a'.repeat(4097)}`))
    .filter((header) => !/^\s*Bearer +[A-Za-z0-9._~+/|-]{20,4096}={0,2}\s*$/i.test(header));
}

type Change = (path: string, at: number) => string;

/** Other spellings of a path, changed at one place. */
function mutation(): fc.Arbitrary<Change> {
  const insert =
    (text: string): Change =>
    (path, at) =>
      path.slice(0, at) + text + path.slice(at);
  return fc.constantFrom<Change>(
    ...['/', '//', '/./', '/../', '/x/../', '%2f', '%2e%2e/', '%00', ';a=b', '\\', '%', '?', '#', '.'].map(insert),
    (path, at) => `${path.slice(0, at)}%${path.charCodeAt(at).toString(16).padStart(2, '0')}${path.slice(at + 1)}`,
    (path, at) => `${path.slice(0, at)}%25${path.charCodeAt(at).toString(16)}${path.slice(at + 1)}`,
    (path, at) => path.slice(0, at) + path.charAt(at).toUpperCase() + path.slice(at + 1),
    (path, at) => path.slice(0, at) + path.slice(at + 1),
    (path) => `${path}/`,
    (path) => `/${path}`,
  );
}

/** Returns whether a target is public: in the endpoint table, or a file. */
function isPublic(target: string): boolean {
  if (target.startsWith('/files/')) return true;
  return Object.values(ENDPOINTS).some(
    ({ access, path }) =>
      access === 'public' && new RegExp(`^/api/v1${path.replace(/:\w+/g, '[A-Za-z0-9_-]+')}$`).test(target),
  );
}
