/** The gateway's log line of a call: endpoint, result, and the gateway's own code if it refused. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../functions/gateway/log.ts';
import { startGateway } from './own-gateway.ts';
import { jsonBody, TOKEN } from './visitor.ts';

const LOGIN = '/api/v1/user-login';

type Send = (url: string, init: RequestInit) => Promise<Response>;
/** @param send replaces the call to the host */
const watched = (send: Send = (url, init) => env.ADMIN.fetch(url, init)) => startGateway({ send, timeoutMs: 60_000 });

afterEach(() => {
  vi.useRealTimers();
});

const json = jsonBody({ email: 'anna@example.org', password: 's3cret' });
const foreign = jsonBody({}, { Origin: 'https://other.test' });
const bearer = { headers: { Authorization: `Bearer ${TOKEN}` } };
const form = { method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=b' }, body: '--b--' };

it.each<[string, string, RequestInit, string, number, string]>([
  ['an unknown call', '/api/v1/anna@example.org', {}, 'unknown', 404, 'not_found'],
  ['an address that looks like a call', '/API/v1/user?s3cret', {}, 'unknown', 404, 'not_found'],
  ['another method', LOGIN, {}, 'unknown', 405, 'method_not_allowed'],
  ['an invalid file link', '/files/%61', {}, 'files', 404, 'not_found'],
  ['another site', '/api/v1/user-logout', { ...foreign }, 'logout', 403, 'cross_site'],
  ['a call without a token', '/api/v1/user', {}, 'currentUser', 401, 'token_required'],
  ['a token of another browser', '/api/v1/user', bearer, 'currentUser', 403, 'token_rejected'],
  ['a body of another type', LOGIN, form, 'login', 415, 'unsupported_media'],
  ['a body over its limit', LOGIN, jsonBody({ text: 's3cret'.repeat(4000) }), 'login', 413, 'too_large'],
])('the log has the code with which the gateway refuses %s', async (_, path, init, endpoint, status, code) => {
  const guest = watched();
  const response = await guest.visit(path, init);
  const request_id = response.headers.get('x-request-id');
  expect(guest.lines).toEqual([{ event: 'call', request_id, endpoint, status, ms: expect.any(Number), code }]);
});

it('the log has the code with which the gateway throttles a network', async () => {
  const limiter = { limit: async () => ({ success: false }) };
  const guest = startGateway({ limiters: { 20: limiter, 60: limiter, 120: limiter, 600: limiter } });
  await guest.visit(LOGIN, json);
  expect(guest.lines).toMatchObject([{ endpoint: 'login', status: 429, code: 'slow_down' }]);
});

it('a call passes while the rate limiter fails, and the log has the fault', async () => {
  const limiter = { limit: () => Promise.reject(new Error('internal error')) };
  const guest = startGateway({ limiters: { 20: limiter, 60: limiter, 120: limiter, 600: limiter } });
  const response = await guest.visit('/api/v1/check-email', json);
  expect(response.status).toBe(200);
  const request_id = response.headers.get('x-request-id');
  expect(guest.lines).toMatchObject([
    { event: 'fault', request_id, what: 'a rate limiter failed', error: 'Error' },
    { event: 'call', endpoint: 'checkEmail', status: 200 },
  ]);
});

it.each<[string, () => Promise<Response>, number, string]>([
  ['can’t be reached', () => Promise.reject(new Error('about anna@example.org')), 502, 'host_unreachable'],
  ['responds with something else', async () => new Response('<p>anna@example.org'), 502, 'host_unreachable'],
  ['refuses in words of its own', async () => new Response('anna', { status: 403 }), 400, 'refused'],
])("the log has the gateway's code for a host that %s", async (_, reach, status, code) => {
  const guest = watched(reach);
  await guest.hostResponds({ isOutside: true });
  const response = await guest.visit('/api/v1/employee-visa/s3cret');
  const request_id = response.headers.get('x-request-id');
  const line = { event: 'call', request_id, endpoint: 'employeeVisa', status, ms: expect.any(Number), code };
  expect(guest.lines).toEqual([line]);
});

it('the log has nothing of a link or of a parcel', async () => {
  const guest = watched();
  const key = 'abcdefghijk_-ABCDEFGHw';
  await guest.visit(`/ru/parcel/draft%23${key}`);
  await guest.visit(`/ru/parcel/draft%23${key}x`);
  const call = await guest.visit(`/api/v1/parcels/${key}`, { headers: { 'Parcel-Key': key.padEnd(43, 'x') } });
  await call.arrayBuffer();
  expect(guest.lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(guest.lines)).not.toContain(key);
});

it('the log has the duration of a call, and no paths of pages', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const guest = watched((url, init) => {
    vi.setSystemTime(Date.now() + 250);
    return env.ADMIN.fetch(url, init);
  });
  await guest.visit('/ru');
  await guest.visit('/api/v1/employee-visa/c0de');
  expect(guest.lines).toMatchObject([{ endpoint: 'employeeVisa', status: 200, ms: 250 }]);
});

it("the log has the host's code for a refusal, and no code for a success", async () => {
  const guest = watched();
  const refusal = { code: 'invalid_credentials', message: 'anna@example.org', request_id: 'r' };
  await guest.hostResponds({
    status: 401,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(refusal),
  });
  expect((await guest.visit(LOGIN, json)).status).toBe(401);
  await guest.hostResponds({});
  await guest.visit('/api/v1/check-email', json);
  expect(guest.lines.map(({ endpoint, status, code }) => [endpoint, status, code])).toEqual([
    ['login', 401, 'invalid_credentials'],
    ['checkEmail', 200, undefined],
  ]);
});

it.each(['getParcel', 'deleteParcel', 'getBlob', 'deleteBlob'] as const)(
  'the log of a parcel call has its endpoint, and neither id nor key (%s)',
  async (endpoint) => {
    const guest = watched();
    const parcel = `/api/v1/parcels/${'p'.repeat(22)}${endpoint.endsWith('Blob') ? `/${'b'.repeat(22)}` : ''}`;
    const method = endpoint.startsWith('get') ? 'GET' : 'DELETE';
    const response = await guest.visit(parcel, { method, headers: { 'Parcel-Key': 'k'.repeat(43) } });
    await response.text();
    const request_id = response.headers.get('x-request-id');
    const { status } = response;
    expect(guest.lines).toEqual([{ event: 'call', request_id, endpoint, status, ms: expect.any(Number) }]);
  },
);

it.each(['', `/${'b'.repeat(22)}`])('HEAD of sealed bytes is logged, and is HEAD for the host: %s', async (blob) => {
  const guest = watched();
  const sealed = { 'content-type': 'application/octet-stream', etag: '"3"', 'parcel-seconds-left': '900' };
  await guest.hostResponds({ headers: sealed, body: 'sealed' });
  const path = `/api/v1/parcels/${'p'.repeat(22)}${blob}`;
  const response = await guest.visit(path, { method: 'HEAD', headers: { 'Parcel-Key': 'k'.repeat(43) } });
  expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([200, '"3"', '']);
  await expect.poll(() => guest.lines).toMatchObject([{ status: 200 }]);
  expect((await guest.hostSaw()).map(({ method }) => method)).toEqual(['HEAD']);
});

describe('the log of a file', () => {
  const pdf = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' };
  const line = { event: 'call', endpoint: 'files', status: 200 };

  it('a file that the host aborts is logged as cut, although its status was sent', async () => {
    const guest = watched();
    await guest.hostResponds({ ...pdf, rest: 'broken' });
    const response = await guest.visit('/files/k3y/a.pdf');
    await expect(response.arrayBuffer()).rejects.toThrow();
    await expect.poll(() => guest.lines).toMatchObject([{ ...line, cut: 'host' }]);
  });

  it('a file that the client aborts is logged as cut by the client', async () => {
    const guest = watched();
    await guest.hostResponds({ ...pdf, rest: 'silent' });
    const response = await guest.visit('/files/k3y/a.pdf');
    const reader = response.body?.getReader();
    await reader?.read();
    expect(guest.lines).toEqual([]);
    await reader?.cancel();
    await expect.poll(() => guest.lines).toMatchObject([{ ...line, cut: 'client' }]);
    await guest.hostResponds({});
  });

  it.each(['GET', 'HEAD'])('a complete file is logged without cut (%s)', async (method) => {
    const guest = watched();
    await guest.hostResponds(pdf);
    const response = await guest.visit('/files/k3y/a.pdf', { method });
    expect(await response.text()).toBe(method === 'GET' ? '%PDF-1.7' : '');
    await expect.poll(() => guest.lines).toMatchObject([line]);
    expect(guest.lines[0]).not.toHaveProperty('cut');
  });
});

describe('the log of a fault', () => {
  const lines: [level: string, line: unknown][] = [];
  const log = createLog((level, line) => lines.push([level, JSON.parse(line)]));
  const faultOf = (error?: unknown) => {
    log.fault('r', 'a call failed', error);
    return lines.pop();
  };
  const line = { event: 'fault', request_id: 'r', what: 'a call failed' };

  it('a fault is logged with name and place of its error, without the message', () => {
    const error = new TypeError('anna@example.org');
    const at = Array.from({ length: 9 }, (_, index) => `at step${index} (index.js:${index}:1)`);
    error.stack = ['TypeError: anna@example.org', 'attention, s3cret', ...at.map((frame) => `    ${frame}`)].join('\n');
    expect(faultOf(error)).toEqual(['error', { ...line, error: 'TypeError', at: at.slice(0, 6) }]);
    delete error.stack;
    expect(faultOf(error)).toEqual(['error', { ...line, error: 'TypeError', at: [] }]);
  });

  it.each([undefined, 'anna@example.org', { message: 'anna@example.org' }])(
    'a thrown value that is not an error is logged without details: %j',
    (error) => {
      expect(faultOf(error)).toEqual(['error', line]);
    },
  );

  it('a fault has a log line of its own beside the call', () => {
    const call = { request_id: 'r', endpoint: 'page', status: 200, ms: 1 };
    log.call(call);
    expect(lines.pop()).toEqual(['info', { event: 'call', ...call }]);
  });
});
