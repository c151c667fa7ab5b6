import { beforeEach, describe, expect, test, vi } from 'vitest';
import { calls, hostAnswers, json, local, network, newBrowser, visited } from '../account/world.ts';

const { callEndpoint } = await import('../../../../src/stores/api/client.ts');
const { callCheckEmail } = await import('../../../../src/stores/api/public-calls.ts');
const { HTTP_TIMEOUT_MS } = await import('../../../../src/domain/api/timeout.ts');
const { $session, endSession, startSession } = await import('../../../../src/stores/api/token.ts');

const error = (code: string, more: object = {}) => ({
  code,
  message: 'for a log',
  request_id: 'req-12345678',
  ...more,
});

beforeEach(() => {
  endSession();
  newBrowser();
});

describe('a request', () => {
  test('goes to the address of the endpoint table, as JSON, in the language of the page', async () => {
    hostAnswers(() => json(200, { exists: false }));
    const answer = await callEndpoint('checkEmail', { json: { email: 'a@b.uz' }, locale: 'en' });
    expect(answer).toEqual({ ok: true, status: 200, body: { exists: false } });
    const [call] = calls;
    expect(call?.path).toBe('/api/v1/check-email');
    expect(call?.request.method).toBe('POST');
    expect(call?.request.body).toBe('{"email":"a@b.uz"}');
    expect(call?.headers.get('Content-Type')).toBe('application/json');
    expect(call?.headers.get('Accept-Language')).toBe('en');
  });

  test('asks about an address without the hidden characters that were pasted with it', async () => {
    hostAnswers(() => json(200, { exists: true }));
    expect(await callCheckEmail('\u202aa@\u200bb.uz\u202c', { locale: 'en' })).toBe(true);
    expect(calls.at(-1)?.request.body).toBe('{"email":"a@b.uz"}');
  });

  test('carries the token where the table asks for one, and nowhere else', async () => {
    hostAnswers(() => json(200, {}));
    startSession('secret-token');
    await callEndpoint('currentUser');
    await callEndpoint('checkEmail', { json: { email: 'a@b.uz' } });
    expect(calls.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer secret-token', null]);
  });

  test('is not made at all without a token where one is needed', async () => {
    expect(await callEndpoint('currentUser')).toMatchObject({ ok: false, error: { code: 'token_required' } });
    expect(calls).toEqual([]);
  });

  test('is not made with an id that is no plain path segment', async () => {
    startSession('secret-token');
    const answer = await callEndpoint('changePassword', { params: { type: 'founder', id: '../user' } });
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(calls).toEqual([]);
  });

  test('never follows a redirect with the token', async () => {
    hostAnswers(() => json(200, {}));
    await callEndpoint('checkEmail');
    expect(calls[0]?.request.redirect).toBe('error');
  });
});

describe('an answer', () => {
  test('with an error of the contract keeps its code, its fields and the number of the call', async () => {
    hostAnswers(() => json(422, error('validation_failed', { errors: { email: ['email_format'] } })));
    expect(await callEndpoint('checkEmail')).toEqual({
      ok: false,
      status: 422,
      error: { code: 'validation_failed', fields: { email: ['email_format'] }, requestId: 'req-12345678' },
    });
  });

  test('of 429 tells how many seconds to wait', async () => {
    hostAnswers(() => json(429, error('slow_down'), { 'Retry-After': '42' }));
    expect(await callEndpoint('login')).toMatchObject({ error: { code: 'slow_down', retryAfter: 42 } });
  });

  test('of maintenance tells when the portal opens again', async () => {
    vi.useFakeTimers({ now: new Date('2026-12-01T01:00:00Z'), toFake: ['Date'] });
    hostAnswers(() => json(503, error('maintenance'), { 'Retry-After': '7200' }));
    const answer = await callEndpoint('login');
    vi.useRealTimers();
    const reopensAt = Date.parse('2026-12-01T03:00:00Z');
    expect(answer).toMatchObject({ error: { code: 'maintenance', reopensAt } });
    expect(answer).not.toHaveProperty('error.retryAfter');
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
  ])('of status %i without a body of the contract is %s', async (status, code) => {
    hostAnswers(() => new Response('<h1>Oops</h1>', { status }));
    expect(await callEndpoint('checkEmail')).toMatchObject({ ok: false, status, error: { code } });
  });

  test('without a body of the contract is read by its call', async () => {
    hostAnswers(
      (path) => new Response('', { status: path.includes('forgot') ? 410 : path.includes('user-login') ? 401 : 404 }),
    );
    expect(await callEndpoint('resetPassword')).toMatchObject({ error: { code: 'code_expired' } });
    expect(await callEndpoint('login')).toMatchObject({ error: { code: 'invalid_credentials' } });
    expect(await callEndpoint('employeeVisa', { params: { code: 'a' } })).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  test('of 2xx is a success, whatever its body', async () => {
    hostAnswers(() => new Response('<html>'));
    expect(await callEndpoint('checkEmail')).toEqual({ ok: true, status: 200, body: undefined });
    hostAnswers(() => new Response(''));
    expect(await callEndpoint('checkEmail')).toEqual({ ok: true, status: 200, body: null });
  });

  test('brings what the host says in its own words, bounded and clean', async () => {
    const host_words = {
      message: 'The\u202e email\nis taken.',
      errors: { email: ['Taken.', '<b>Taken</b>', 5], 'a b': ['x'], surname: [] },
    };
    hostAnswers(() => json(422, error('validation_failed', { host_words })));
    expect(await callEndpoint('checkEmail')).toMatchObject({
      error: {
        code: 'validation_failed',
        hostMessage: 'The email is taken.',
        fields: { email: ['Taken.'], surname: [] },
      },
    });
    hostAnswers(() => json(422, error('validation_failed', { host_words: { message: 'x'.repeat(301) } })));
    expect(await callEndpoint('checkEmail')).not.toHaveProperty('error.hostMessage');
  });
});

describe('no answer', () => {
  test('is told apart: the device is offline, or nobody answered', async () => {
    hostAnswers(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await callEndpoint('checkEmail')).toMatchObject({ error: { code: 'no_answer' } });
    network.online = false;
    expect(await callEndpoint('checkEmail')).toMatchObject({ error: { code: 'offline' } });
  });

  test('is given up after sixty seconds and not before', async () => {
    vi.useFakeTimers();
    try {
      hostAnswers(() => new Promise(() => {}));
      let settled: unknown = null;
      const call = callEndpoint('checkEmail').then((answer) => {
        settled = answer;
      });
      expect(HTTP_TIMEOUT_MS).toBe(60_000);
      await vi.advanceTimersByTimeAsync(59_999);
      expect(settled).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      await call;
      expect(settled).toMatchObject({ ok: false, error: { code: 'no_answer' } });
    } finally {
      vi.useRealTimers();
    }
  });

  test('comes at once when the caller calls the request off', async () => {
    hostAnswers(() => new Promise(() => {}));
    const controller = new AbortController();
    const call = callEndpoint('checkEmail', { signal: controller.signal });
    controller.abort();
    expect(await call).toMatchObject({ ok: false });
  });
});

describe('a refused token', () => {
  test.each([
    [401, 'token_required', 'missing'],
    [403, 'token_rejected', 'ended'],
  ])('is removed on %i, with the reason and the page remembered', async (status, code, reason) => {
    startSession('dead-token');
    hostAnswers(() => json(status, error(code)));
    await callEndpoint('currentUser');
    expect($session.get()).toEqual({ signedIn: false, token: null });
    expect(JSON.stringify(local)).not.toContain('dead-token');
    expect(Object.keys(local)).toEqual(['sessionLost']);
    expect(sessionStorage.getItem('returnTo')).toBe(`{"reason":"${reason}","route":"/profile"}`);
  });

  test('stays when the answer is to an older one', async () => {
    startSession('old-token');
    hostAnswers(() => {
      startSession('new-token');
      return json(403, error('token_rejected'));
    });
    await callEndpoint('currentUser');
    expect($session.get().token).toBe('new-token');
    expect(visited).toEqual([]);
  });

  test('has nothing to do with a 403 on a public call', async () => {
    startSession('good-token');
    hostAnswers(() => json(403, error('token_rejected')));
    await callEndpoint('checkEmail');
    expect($session.get().token).toBe('good-token');
  });
});
