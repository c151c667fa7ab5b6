/** The host's responses: which pass unchanged, which are replaced, and how they affect cookies. */
import { describe, expect, it } from 'vitest';
import { type HostScript, jsonBody, readErrorCode, visitor } from './visitor.ts';

const LOGIN = '/api/v1/user-login';
const VISA = '/api/v1/employee-visa/abc';
const FILE = '/files/k3y/a.pdf';
const JSON_TYPE = { 'content-type': 'application/json' };
const CLEARED = '__Host-visa-bind=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict';

const error = (code: string) => JSON.stringify({ code, message: 'as the host says', request_id: 'r' });

/** Returns the gateway's response to the given response of the host. */
async function responseTo(script: HostScript, path = VISA, init: RequestInit = {}): Promise<Response> {
  const guest = visitor();
  await guest.hostResponds(script);
  return guest.visit(path, init);
}

describe('a response of the host', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/json;x'])(
    'a response of the host of type %s is read as JSON',
    async (type) => {
      const response = await responseTo({ headers: { 'content-type': type }, body: '{"data":1}', isOutside: true });
      expect([response.status, await response.text()]).toEqual([200, '{"data":1}']);
    },
  );

  it.each<[string, Record<string, string>]>([
    ['text/html', { 'content-type': 'text/html' }],
    ['x-application/json', { 'content-type': 'x-application/json' }],
    ['application/jsonp', { 'content-type': 'application/jsonp' }],
    ['no type', {}],
  ])('a response of the host of type %s is not JSON', async (_, headers) => {
    const response = await responseTo({ headers, body: '{"data":1}', isOutside: true });
    expect(await response.clone().json()).toMatchObject({
      message: 'The admin host sent a response that is not of the contract',
    });
    expect([response.status, await readErrorCode(response)]).toEqual([502, 'host_unreachable']);
  });

  it('a JSON response of the host may be one megabyte, and not a byte longer', async () => {
    const whole = ' '.repeat(1024 * 1024);
    const response = await responseTo({ headers: JSON_TYPE, body: whole, isOutside: true });
    expect(await response.text()).toBe(whole);
    expect(response.headers.has('retry-after')).toBe(false);
    expect((await responseTo({ headers: JSON_TYPE, body: `${whole} `, isOutside: true })).status).toBe(502);
  });

  it('a JSON response of the host may be empty', async () => {
    const response = await responseTo({ headers: JSON_TYPE, body: '', isOutside: true });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('a response of the host keeps its status and Retry-After', async () => {
    const body = error('slow_down');
    const response = await responseTo({
      status: 429,
      headers: { ...JSON_TYPE, 'retry-after': '17' },
      body,
      isOutside: true,
    });
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([429, '17', body]);
    expect(response.headers.get('content-type')).toBe('application/json');
  });
});

describe('an error that is not of the contract', () => {
  const page = { headers: { 'content-type': 'text/html' }, body: '<h1>nginx', isOutside: true };

  it('a 401 means a wrong password only at the sign-in', async () => {
    const response = await responseTo({ ...page, status: 401 }, LOGIN, jsonBody({}));
    expect(await response.json()).toMatchObject({ code: 'invalid_credentials', message: 'The sign-in failed' });
  });
});

describe('a file link', () => {
  it.each(['GET', 'HEAD'])('an expired file link is link_expired (%s)', async (method) => {
    const response = await responseTo({ status: 403, headers: {}, body: 'no', isOutside: true }, FILE, { method });
    expect(response.status).toBe(403);
    if (method === 'GET')
      expect(await response.json()).toMatchObject({
        code: 'link_expired',
        message: 'The link is not valid any more',
      });
  });

  it.each([
    [403, 'link_expired'],
    [404, 'not_found'],
  ] as const)('an error body of the contract for a file passes unchanged (%i)', async (status, code) => {
    const response = await responseTo({ status, headers: JSON_TYPE, body: error(code) }, FILE);
    expect([response.status, await response.text()]).toEqual([status, error(code)]);
  });

  it.each([
    [404, 404, 'not_found'],
    [401, 404, 'not_found'],
    [400, 404, 'not_found'],
    [206, 502, 'host_unreachable'],
    [500, 502, 'host_unreachable'],
  ])('status %i of the host for a file becomes %i %s', async (status, expected, code) => {
    const part = { headers: { 'content-type': 'application/pdf' }, body: 'part', isOutside: true };
    const response = await responseTo({ status, ...part }, FILE);
    expect([response.status, await readErrorCode(response)]).toEqual([expected, code]);
  });

  it.each([
    [{ 'content-type': 'Application/PDF ; x=y' }, 200],
    [{ 'content-type': 'application/pdfx' }, 502],
    [{}, 502],
  ])('the content type decides whether a response of the host is a file: %j', async (headers, status) => {
    expect((await responseTo({ headers, body: 'bytes', isOutside: true }, FILE)).status).toBe(status);
  });

  it('a picture of the host with a plain "inline" is shown inline', async () => {
    const headers = { 'content-type': 'image/png', 'content-disposition': 'inline' };
    const response = await responseTo({ headers, body: 'bytes' }, '/files/k3y/a.png');
    expect(response.headers.get('content-disposition')).toMatch(/^inline; /);
  });

  it('HEAD on a file link returns its headers and fetches nothing', async () => {
    const headers = { 'content-type': 'image/png', 'content-disposition': ' INLINE ;filename="x"' };
    const response = await responseTo({ headers, body: 'bytes' }, '/files/k3y/a.png', { method: 'HEAD' });
    expect(await response.text()).toBe('');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="a.png"; filename*=UTF-8''a.png`,
      'cache-control': 'private, no-store',
    });
  });

  it.each(['inlined', 'x inline', 'attachment; inline'])(
    'the disposition "%s" of a file is not inline',
    async (disposition) => {
      const headers = { 'content-type': 'image/png', 'content-disposition': disposition };
      const response = await responseTo({ headers, body: 'bytes' }, '/files/k3y/a.png');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    },
  );
});

describe('the binding cookie', () => {
  const rejected = { status: 403, body: error('token_rejected') };

  it.each([
    ['the host’s words', { headers: JSON_TYPE, ...rejected }],
    ['a page', { headers: { 'content-type': 'text/html' }, status: 403, body: '<h1>', isOutside: true }],
  ])('the binding cookie is cleared when the host rejects the token in %s', async (_, script: HostScript) => {
    const guest = visitor();
    const headers = await guest.signIn();
    await guest.hostResponds(script);
    const response = await guest.visit('/api/v1/user', { headers });
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, [CLEARED]]);
  });

  it.each([
    ['a call that needs no token', { headers: JSON_TYPE, ...rejected, isOutside: true }, VISA],
    ['one whose response is a page', { headers: {}, status: 403, body: '<h1>', isOutside: true }, VISA],
  ])('the binding cookie stays when the host refuses %s', async (_, script: HostScript, path) => {
    const guest = visitor();
    const headers = await guest.signIn();
    await guest.hostResponds(script);
    const response = await guest.visit(path, { headers });
    expect([response.ok, response.headers.getSetCookie()]).toEqual([false, []]);
  });

  it.each([401, 404, 422, 500])('the binding cookie stays when a guarded call fails with %i', async (status) => {
    const guest = visitor();
    const headers = await guest.signIn();
    await guest.hostResponds({ status, headers: {}, body: 'failed', isOutside: true });
    expect((await guest.visit('/api/v1/user', { headers })).headers.getSetCookie()).toEqual([]);
  });

  it('the binding cookie stays when a sign-out has no token', async () => {
    const guest = visitor();
    const { Cookie } = await guest.signIn();
    const response = await guest.visit('/api/v1/user-logout', { method: 'POST', headers: { Cookie } });
    expect([await readErrorCode(response), response.headers.getSetCookie()]).toEqual(['token_required', []]);
  });

  it('the binding cookie is valid for twelve hours', async () => {
    const guest = visitor();
    await guest.hostResponds({});
    const response = await guest.visit(LOGIN, jsonBody({}));
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-visa-bind=[\w-]{43}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
  });

  it('no other call than the sign-in sets the binding cookie, whatever its response holds', async () => {
    const body = JSON.stringify({ token: 'a-token-of-the-tests.0123456789_~', object: {} });
    for (const path of ['/api/v1/check-email', '/api/v1/forgot-password-by-code']) {
      const response = await responseTo({ headers: JSON_TYPE, body, isOutside: true }, path, jsonBody({}));
      expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    }
  });

  it.each(['{}', '[]', 'null', '{"token":12345678901234567890123}', '{"token":"with space 0123456789"}', 'no'])(
    'the binding cookie is not set for the token in %s',
    async (body) => {
      const response = await responseTo({ headers: JSON_TYPE, body, isOutside: true }, LOGIN, jsonBody({}));
      expect([response.status, response.headers.getSetCookie()]).toEqual([502, []]);
      expect(await readErrorCode(response)).toBe('host_unreachable');
    },
  );
});

describe('request headers', () => {
  it('a call without a body sends neither type nor body to the host', async () => {
    const guest = visitor();
    await guest.visit(VISA, { headers: { 'Content-Type': 'text/plain' } });
    const session = await guest.signIn();
    // A body of unknown length; a declared length is refused.
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(100));
        controller.close();
      },
    });
    await guest.visit('/api/v1/user-logout', { method: 'POST', body, headers: session });
    const [visa, , logout] = await guest.hostSaw();
    expect(Object.fromEntries(visa?.headers ?? [])).not.toHaveProperty('content-type');
    expect(logout).toMatchObject({ path: '/api/v1/user-logout', body: { size: 0 } });
    expect(Object.fromEntries(logout?.headers ?? [])).not.toHaveProperty('content-type');
  });
});
