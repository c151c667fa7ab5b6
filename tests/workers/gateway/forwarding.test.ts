import { afterEach, describe, expect, it, vi } from 'vitest';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import { ENDPOINTS, type EndpointId, endpointPath } from '../../../src/domain/api/endpoints.ts';
import { startGateway } from './own-gateway.ts';
import { type HostScript, jsonBody, readErrorCode, visitor } from './visitor.ts';

const PARAMS = { type: 'founder', id: '42', code: 'c0de', blob: 'b10b' };
const ids = Object.keys(ENDPOINTS) as EndpointId[];

function requestOf(id: EndpointId): RequestInit {
  const { method, body } = ENDPOINTS[id];
  if (body === 'json') return jsonBody({ some: 'value' });
  if (body === 'none') return { method };
  if (body === 'octets') return { method, body: 'sealed', headers: { 'Content-Type': 'application/octet-stream' } };
  const form = new FormData();
  form.set('surname', 'Каримова');
  return { method, body: form };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('forwarding', () => {
  it.each(ids)('the endpoint %s reaches the host with its method, path and body', async (id) => {
    const guest = visitor();
    const { path, method, body } = ENDPOINTS[id];
    const address = endpointPath(id, PARAMS);
    expect(address).toBe(
      `/api/v1${path.replace(':type', 'founder').replace(':id', '42').replace(':code', 'c0de').replace(':blob', 'b10b')}`,
    );
    const session = await guest.signIn();
    const init = requestOf(id);

    const response = await guest.visit(`${address}?_method=DELETE`, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...session, 'X-HTTP-Method-Override': 'DELETE' },
    });

    expect(response.status).toBe(CALLS[id].success.status);
    const [, call] = await guest.hostSaw();
    expect(call).toMatchObject({ method, path: address });
    const isGuarded = ENDPOINTS[id].access === 'token';
    expect(new Headers(call?.headers).get('authorization')).toBe(isGuarded ? session.Authorization : null);
    if (body === 'json') expect(call?.body.text).toBe('{"some":"value"}');
    if (body === 'octets') expect(call?.body.text).toBe('sealed');
    if (body === 'multipart') expect(call?.body.text).toContain('Каримова');
    if (body === 'none') expect(call?.body.size).toBe(0);
  });

  it("only listed request headers reach the host, with the gateway's own request id and client address", async () => {
    const guest = visitor();
    const response = await guest.visit(
      '/api/v1/check-email',
      jsonBody(
        { email: 'a@example.org' },
        {
          Accept: 'text/html',
          'Accept-Language': 'en',
          'Idempotency-Key': 'key-1',
          'User-Agent': 'Browser/1',
          Cookie: 'i18next=en; __Host-visa-bind=x',
          'X-Request-Id': 'forged',
          'X-Client-Address': '10.0.0.1',
          'X-Forwarded-For': '10.0.0.1',
          'X-Admin': 'yes',
          Connection: 'X-Admin',
          TE: 'trailers',
        },
      ),
    );
    const [call] = await guest.hostSaw();
    const headers = Object.fromEntries(call?.headers ?? []);
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-language': 'en',
      'content-length': '25',
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
      'user-agent': 'Browser/1',
      'x-client-address': guest.address,
      'x-request-id': response.headers.get('x-request-id'),
    });
  });

  it("only listed response headers reach the browser, and never a host's cookie", async () => {
    const guest = visitor();
    await guest.hostResponds({
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'set-cookie': 'host=1',
        server: 'secret/1.0',
        'x-powered-by': 'secret',
        'x-request-id': 'the-host-s-own',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=600',
      },
    });
    const response = await guest.visit('/api/v1/employee-visa/abc');
    expect(await response.json()).toMatchObject({ data: { code: 'c0de' } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).not.toBe('the-host-s-own');
    for (const name of ['set-cookie', 'server', 'x-powered-by', 'access-control-allow-origin']) {
      expect(response.headers.has(name), name).toBe(false);
    }
  });

  it.each<[string, HostScript, string, RequestInit]>([
    ['a response', {}, '/api/v1/employee-visa/abc', {}],
    ['a body and its response', {}, '/api/v1/check-email', jsonBody({})],
    ['a refusal', { status: 404, headers: {}, body: 'no', isOutside: true }, '/api/v1/employee-visa/abc', {}],
    ['a file', { headers: { 'content-type': 'application/pdf' }, body: 'bytes' }, '/files/k/a.pdf', {}],
    ['a file’s headers', { headers: { 'content-type': 'application/pdf' } }, '/files/k/a.pdf', { method: 'HEAD' }],
  ])('the gateway leaves no timer after %s', async (_, script, path, init) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const guest = startGateway();
    await guest.hostResponds(script);
    await (await guest.visit(path, init)).text();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the gateway leaves no timer when the host cannot be reached', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const guest = startGateway({ send: () => Promise.reject(new Error('no way')) });
    expect((await guest.visit('/api/v1/employee-visa/abc')).status).toBe(502);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, 4095, 4096, 4097, 100_000])('a response of %i bytes reaches the browser complete', async (length) => {
    const guest = visitor();
    await guest.hostResponds({ body: 'ж'.repeat(length / 2) + 'z'.repeat(length % 2), isOutside: true });
    const response = await guest.visit('/api/v1/employee-visa/abc');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('ж'.repeat(length / 2) + 'z'.repeat(length % 2));
  });

  it('a JSON response of the host over one megabyte becomes an error', async () => {
    const guest = visitor();
    await guest.hostResponds({ body: ' '.repeat(1024 * 1024 + 1) });
    const response = await guest.visit('/api/v1/employee-visa/abc');
    expect(response.status).toBe(502);
    expect(await readErrorCode(response)).toBe('host_unreachable');
  });

  it('an error body of the contract from the host reaches the browser unchanged', async () => {
    const guest = visitor();
    const body = JSON.stringify({
      code: 'email_taken',
      message: 'Taken',
      request_id: 'r',
      errors: { email: ['email_taken'] },
    });
    await guest.hostResponds({ status: 409, body });
    const response = await guest.visit('/api/v1/founders', { method: 'POST', body: new FormData() });
    expect(response.status).toBe(409);
    expect(await response.text()).toBe(body);
  });

  it('a file link reaches the host with its signature', async () => {
    const guest = visitor();
    await guest.hostResponds({
      headers: { 'content-type': 'application/pdf', 'set-cookie': 'host=1' },
      body: '%PDF-1.7',
    });
    const response = await guest.visit('/files/k3y/%D0%B0.pdf?expires=1&signature=abc', { headers: { Cookie: 'a=b' } });
    expect(response.status).toBe(200);
    expect(new TextDecoder().decode(await response.arrayBuffer())).toBe('%PDF-1.7');
    expect(response.headers.has('set-cookie')).toBe(false);
    const [call] = await guest.hostSaw();
    expect(call?.path).toBe('/files/k3y/%D0%B0.pdf?expires=1&signature=abc');
    expect(Object.fromEntries(call?.headers ?? [])).not.toHaveProperty('cookie');
  });
});

describe('a file of the host', () => {
  const careless = { 'content-disposition': 'inline', 'cache-control': 'public, max-age=900' };
  const fetched = async (headers: Record<string, string>, path = '/files/k3y/photo.jpg') => {
    const guest = visitor();
    await guest.hostResponds({ headers: { ...careless, ...headers }, body: 'some bytes' });
    const response = await guest.visit(path);
    await response.clone().arrayBuffer();
    return response;
  };

  it.each(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'IMAGE/JPEG; name="a"'])(
    'a file of type %s is sent so that it cannot run, be framed or be cached',
    async (type) => {
      const response = await fetched({ 'content-type': type, 'content-security-policy': "script-src 'unsafe-inline'" });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-type')).toBe(type.toLowerCase().split(';')[0]);
    },
  );

  it.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/octet-stream',
    'text/html, image/png',
    '',
  ])('a file of type "%s" is refused', async (type) => {
    const response = await fetched(type ? { 'content-type': type } : {});
    expect(response.status).toBe(502);
    expect(await readErrorCode(response)).toBe('host_unreachable');
  });

  it.each([
    [
      'inline; filename="a.jpg"',
      'image/jpeg',
      /^inline; filename="_*\.jpg"; filename\*=UTF-8''%D1%84%D0%BE%D1%82%D0%BE\.jpg$/,
    ],
    ['inline', 'application/pdf', /^attachment; /],
    ['attachment; filename="run.exe"', 'image/png', /^attachment; (?!.*run)/],
    ['', 'image/webp', /^attachment; /],
    ['form-data', 'image/png', /^attachment; /],
  ])('Content-Disposition "%s" with type %s is inline only for a picture', async (disposition, type, expected) => {
    const headers = { 'content-type': type, 'content-disposition': disposition };
    const response = await fetched(headers, '/files/k3y/%D1%84%D0%BE%D1%82%D0%BE.jpg');
    expect(response.headers.get('content-disposition')).toMatch(expected);
  });

  it.each([
    ['attachment; filename="a.jpg"; filename*=UTF-8\'\'passport%20of%20Jan%20%C5%81.jpg', 'passport of Jan Ł.jpg'],
    ["attachment; filename*=UTF-8''..%2F..%2Frun.exe", 'run.jpg'],
    ["attachment; filename*=UTF-8''%E0%A4", 'me.jpg'],
    ['attachment; filename="other.jpg"', 'me.jpg'],
  ])('a file with the disposition %s is saved as %s', async (given, name) => {
    const response = await fetched({ 'content-type': 'image/jpeg', 'content-disposition': given }, '/files/k3y/me.jpg');
    const encoded = response.headers.get('content-disposition')?.split("''")[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe(name);
  });

  it('a file gets the extension of its type, whatever the link says', async () => {
    const response = await fetched({ 'content-type': 'application/pdf' }, '/files/k3y/cv.pdf.exe');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="cv.pdf"; filename*=UTF-8''cv.pdf`);
  });
});
