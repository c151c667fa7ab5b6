import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ports } from '../../../../src/stores/browser/ports.ts';
import { calls, json, local, network, resetBrowser, setHost, visited } from '../account/world.ts';

const { callEndpoint } = await import('../../../../src/stores/api/client.ts');
const { callCheckEmail } = await import('../../../../src/stores/api/public-calls.ts');
const { HTTP_TIMEOUT_MS } = await import('../../../../src/domain/api/timeout.ts');
const { $session, sessionToken } = await import('../../../../src/stores/api/session-token.ts');

const error = (code: string, more: object = {}) => ({
  code,
  message: 'for a log',
  request_id: 'req-12345678',
  ...more,
});

beforeEach(() => {
  sessionToken.end();
  resetBrowser();
});

describe('requests of callEndpoint', () => {
  test("a request has the path and method of the endpoint table, a JSON body and the page's language", async () => {
    setHost(() => json(200, { exists: false }));
    const response = await callEndpoint('checkEmail', { json: { email: 'a@b.uz' }, locale: 'en' });
    expect(response).toEqual({ ok: true, status: 200, body: { exists: false } });
    const [call] = calls;
    expect(call?.path).toBe('/api/v1/check-email');
    expect(call?.request.method).toBe('POST');
    expect(call?.request.body).toBe('{"email":"a@b.uz"}');
    expect(call?.headers.get('Content-Type')).toBe('application/json');
    expect(call?.headers.get('Accept-Language')).toBe('en');
  });

  test('callCheckEmail sends a pasted address without its hidden characters', async () => {
    setHost(() => json(200, { exists: true }));
    expect(await callCheckEmail('\u202aa@\u200bb.uz\u202c', { locale: 'en' })).toBe(true);
    expect(calls.at(-1)?.request.body).toBe('{"email":"a@b.uz"}');
  });

  test('a request has the token only where the endpoint table requires it', async () => {
    setHost(() => json(200, {}));
    sessionToken.start('secret-token');
    await callEndpoint('currentUser');
    await callEndpoint('checkEmail', { json: { email: 'a@b.uz' } });
    expect(calls.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer secret-token', null]);
  });

  test('a request that requires a token is not made without one', async () => {
    expect(await callEndpoint('currentUser')).toMatchObject({ ok: false, refusal: { code: 'token_required' } });
    expect(calls).toEqual([]);
  });

  test('a request with an id that is not a path segment is not made', async () => {
    sessionToken.start('secret-token');
    const response = await callEndpoint('changePassword', { params: { type: 'founder', id: '../user' } });
    expect(response).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
    expect(calls).toEqual([]);
  });

  test('a request does not follow redirects', async () => {
    setHost(() => json(200, {}));
    await callEndpoint('checkEmail');
    expect(calls[0]?.request.redirect).toBe('error');
  });
});

describe('responses of callEndpoint', () => {
  test('an error response keeps code, fields and request id', async () => {
    setHost(() => json(422, error('validation_failed', { errors: { email: ['email_format'] } })));
    expect(await callEndpoint('checkEmail')).toEqual({
      ok: false,
      status: 422,
      refusal: { code: 'validation_failed', fields: { email: ['email_format'] }, requestId: 'req-12345678' },
    });
  });

  test('a 429 has the seconds to wait', async () => {
    setHost(() => json(429, error('slow_down'), { 'Retry-After': '42' }));
    expect(await callEndpoint('login')).toMatchObject({ refusal: { code: 'slow_down', retryAfter: 42 } });
  });

  test('a response of maintenance has the time when the portal reopens', async () => {
    setHost(() => json(503, error('maintenance'), { 'Retry-After': '7200' }));
    const response = await callEndpoint('login');
    const reopensAt = ports.now() + 7_200_000;
    expect(response).toMatchObject({ refusal: { code: 'maintenance', reopensAt } });
    expect(response).not.toHaveProperty('refusal.retryAfter');
  });

  test.each([
    [400, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [409, 'conflict'],
    [413, 'too_large'],
    [418, 'refused'],
    [429, 'slow_down'],
    [500, 'host_unreachable'],
    [502, 'host_unreachable'],
    [503, 'host_unreachable'],
    [504, 'host_timeout'],
    [599, 'host_unreachable'],
  ])('the status %i without an error body is %s', async (status, code) => {
    setHost(() => new Response('<h1>Oops</h1>', { status }));
    expect(await callEndpoint('checkEmail')).toMatchObject({ ok: false, status, refusal: { code } });
  });

  test('the code of a status without an error body depends on the endpoint', async () => {
    setHost(
      (path) => new Response('', { status: path.includes('forgot') ? 410 : path.includes('user-login') ? 401 : 404 }),
    );
    expect(await callEndpoint('resetPassword')).toMatchObject({ refusal: { code: 'code_expired' } });
    expect(await callEndpoint('login')).toMatchObject({ refusal: { code: 'invalid_credentials' } });
    expect(await callEndpoint('employeeVisa', { params: { code: 'a' } })).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });

  test('any 2xx is a success of callEndpoint, whatever its body', async () => {
    setHost(() => new Response('<html>'));
    expect(await callEndpoint('checkEmail')).toEqual({ ok: true, status: 200, body: undefined });
    setHost(() => new Response(''));
    expect(await callEndpoint('checkEmail')).toEqual({ ok: true, status: 200, body: null });
  });

  test("an error response has the host's own words", async () => {
    const host_words = { message: 'The email is taken.', errors: { email: ['Taken.'], surname: [] } };
    setHost(() => json(422, error('validation_failed', { host_words })));
    expect(await callEndpoint('checkEmail')).toMatchObject({
      refusal: { code: 'validation_failed', sentence: 'The email is taken.', fields: host_words.errors },
    });
  });
});

describe('calls without a response', () => {
  test('a request without a response is offline, or no_answer when the device is online', async () => {
    setHost(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await callEndpoint('checkEmail')).toMatchObject({ refusal: { code: 'no_answer' } });
    network.online = false;
    expect(await callEndpoint('checkEmail')).toMatchObject({ refusal: { code: 'offline' } });
  });

  test('a request without a response fails after sixty seconds, and not before', async () => {
    vi.useFakeTimers();
    try {
      setHost(() => new Promise(() => {}));
      let settled: unknown = null;
      const call = callEndpoint('checkEmail').then((response) => {
        settled = response;
      });
      expect(HTTP_TIMEOUT_MS).toBe(60_000);
      await vi.advanceTimersByTimeAsync(59_999);
      expect(settled).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      await call;
      expect(settled).toMatchObject({ ok: false, refusal: { code: 'no_answer' } });
    } finally {
      vi.useRealTimers();
    }
  });

  test('an aborted request fails at once', async () => {
    setHost(() => new Promise(() => {}));
    const controller = new AbortController();
    const call = callEndpoint('checkEmail', { signal: controller.signal });
    controller.abort();
    expect(await call).toMatchObject({ ok: false });
  });
});

describe('a rejected token', () => {
  test.each([
    [401, 'token_required', 'missing'],
    [403, 'token_rejected', 'ended'],
    [419, 'token_rejected', 'ended'],
  ])('a token is removed after status %i, and reason and page are stored', async (status, code, reason) => {
    sessionToken.start('dead-token');
    setHost(() => json(status, error(code)));
    await callEndpoint('currentUser');
    expect($session.get()).toEqual({ signedIn: false, token: null });
    expect(JSON.stringify(local)).not.toContain('dead-token');
    expect(Object.keys(local)).toEqual(['sessionLost']);
    expect(sessionStorage.getItem('returnTo')).toBe(`{"reason":"${reason}","route":"/profile"}`);
  });

  test('a newer token stays when an older one is rejected', async () => {
    sessionToken.start('old-token');
    setHost(() => {
      sessionToken.start('new-token');
      return json(403, error('token_rejected'));
    });
    await callEndpoint('currentUser');
    expect($session.get().token).toBe('new-token');
    expect(visited).toEqual([]);
  });

  test('a token stays when a public endpoint returns 403', async () => {
    sessionToken.start('good-token');
    setHost(() => json(403, error('token_rejected')));
    await callEndpoint('checkEmail');
    expect($session.get().token).toBe('good-token');
  });
});
