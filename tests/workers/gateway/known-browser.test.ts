/** A host marks a browser at sign-in; the mark returns with the next sign-in, and other clients cannot set it. */
import { describe, expect, it } from 'vitest';
import { jsonBody, visitor } from './visitor.ts';

const MARK = 'an-id-of-the-tests.and_its-signature';
const LOGIN = '/api/v1/user-login';
const RESET = '/api/v1/forgot-password-by-code';
const signInResponse = (mark?: string) => ({
  headers: { 'content-type': 'application/json', ...(mark === undefined ? {} : { 'x-known-browser': mark }) },
});
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().filter((cookie) => cookie.includes('visa-known'));

describe('the mark of a known browser', () => {
  it.each([LOGIN, RESET])(
    'the mark of a known browser becomes a cookie that only the gateway can read (%s)',
    async (path) => {
      const guest = visitor();
      await guest.hostResponds(signInResponse(MARK));
      const response = await guest.visit(path, jsonBody({}));
      expect(cookiesOf(response)).toEqual([
        `__Host-visa-known=${MARK}; Max-Age=15552000; Path=/; Secure; HttpOnly; SameSite=Strict`,
      ]);
      expect(response.headers.has('x-known-browser')).toBe(false);
    },
  );

  it('the mark of a known browser goes to the host with the next sign-in only', async () => {
    const guest = visitor();
    const headers = { Cookie: `a=b; __Host-visa-known=${MARK}` };
    for (const path of [LOGIN, RESET, '/api/v1/check-email']) await guest.visit(path, jsonBody({}, headers));
    const marks = (await guest.hostSaw()).map(({ headers }) => Object.fromEntries(headers)['x-known-browser']);
    expect(marks).toEqual([MARK, undefined, undefined]);
  });

  it.each([16, 256])('the mark of a known browser may have %i characters', async (length) => {
    const guest = visitor();
    await guest.visit(LOGIN, jsonBody({}, { Cookie: `__Host-visa-known=${'x'.repeat(length)}` }));
    const [call] = await guest.hostSaw();
    expect(Object.fromEntries(call?.headers ?? [])).toHaveProperty('x-known-browser', 'x'.repeat(length));
  });

  it.each([
    ['as a header from outside', { 'X-Known-Browser': MARK }],
    ['as a cookie of another name', { Cookie: `visa-known=${MARK}` }],
    ['as something that no host writes', { Cookie: '__Host-visa-known="a b<c>"' }],
    ['as something long', { Cookie: `__Host-visa-known=${'x'.repeat(257)}` }],
    ['as something short', { Cookie: `__Host-visa-known=${'x'.repeat(15)}` }],
    ['as nothing', { Cookie: '__Host-visa-known=' }],
  ])('the mark of a known browser does not reach the host %s', async (_, headers) => {
    const guest = visitor();
    await guest.visit(LOGIN, jsonBody({}, headers));
    const [call] = await guest.hostSaw();
    expect(Object.fromEntries(call?.headers ?? [])).not.toHaveProperty('x-known-browser');
  });

  it.each<[string, string, object]>([
    ['from a host without marks', LOGIN, signInResponse()],
    ['one that no cookie can hold', LOGIN, signInResponse('a;b')],
    ['a call that proves nothing', '/api/v1/check-email', signInResponse(MARK)],
    [
      'a sign-in that failed',
      LOGIN,
      { ...signInResponse(MARK), status: 401, body: '{"code":"invalid_credentials","message":"","request_id":"r"}' },
    ],
  ])('no other call sets the mark of a known browser: %s', async (_, path, script) => {
    const guest = visitor();
    await guest.hostResponds(script);
    expect(cookiesOf(await guest.visit(path, jsonBody({})))).toEqual([]);
  });

  it('a sign-out keeps the mark of a known browser', async () => {
    const guest = visitor();
    const headers = await guest.signIn();
    const response = await guest.visit('/api/v1/user-logout', { method: 'POST', headers });
    expect(cookiesOf(response)).toEqual([]);
  });
});
