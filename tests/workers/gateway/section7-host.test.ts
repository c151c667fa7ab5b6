/** The gateway in front of a minimal host: any 2xx is a success, and a refusal keeps the host's words. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_HOST_PROFILE } from '../../../functions/gateway/host/profile.ts';
import { CREATED, type CREATED as Created, REFUSALS, type Reply } from '../../contract/section7-host/modes.ts';
import { startGateway } from './own-gateway.ts';
import { type HostScript, jsonBody, readErrorCode, TOKEN, visitor } from './visitor.ts';

type Kind = keyof typeof Created;

/** A response of the recording host. */
function scriptOf({ status, body = '', type, headers = {} }: Reply): HostScript {
  const isText = typeof body === 'string';
  const contentType = type ?? (isText ? 'text/html; charset=utf-8' : 'application/json');
  return {
    status,
    headers: body === '' ? headers : { 'content-type': contentType, ...headers },
    body: isText ? body : JSON.stringify(body),
    isOutside: true,
  };
}

async function responseTo(reply: Reply, path: string, init: RequestInit): Promise<Response> {
  const guest = visitor();
  await guest.hostResponds(scriptOf(reply));
  return guest.visit(path, init);
}

function creation(): RequestInit {
  const form = new FormData();
  form.append('email', 'a@example.org');
  return { method: 'POST', body: form };
}

interface NestBody {
  code: string;
  host_words: { message?: string; errors?: object };
}
const NEST_SENTENCES = [
  'passport_number must be longer than or equal to 5 characters',
  'passport_number must be a string',
  'formatted_relatives.0.name should not be empty',
];
const NEST_ERRORS = [
  {
    property: 'passport_number',
    constraints: { minLength: NEST_SENTENCES[0], isString: NEST_SENTENCES[1] },
    children: [],
  },
  {
    property: 'formatted_relatives',
    children: [
      {
        property: '0',
        children: [{ property: 'name', constraints: { isNotEmpty: 'name should not be empty' } }],
      },
    ],
  },
];
const OWN = { status: 201, body: { message: 'Application created', id: 57 } };
const done = { record: { id: 57, email: 'a@example.org' }, reply: OWN };

describe("a host's profile", () => {
  it('pages get the form of bodies of the host in use from the gateway, which calls no host for it', async () => {
    const profile = { ...DEFAULT_HOST_PROFILE, list_files: 'file6[]', time_zone: 'Asia/Tashkent' } as const;
    const form = { list_files: 'file6[]', partial_dates: false, own_parts: false, update: 'known' };
    const { visit, hostSaw } = startGateway({ profile });
    const response = await visit('/body-form.json');
    expect([response.status, await response.json()]).toEqual([200, form]);
    expect(response.headers.get('cache-control')).toBe('private, max-age=300');
    expect((await visit('/body-form.json', { method: 'POST' })).status).toBe(405);
    expect(await hostSaw()).toEqual([]);
  });

  it('calls end with a slash where the profile says so, and files do not', async () => {
    const { visit, hostResponds, hostSaw } = startGateway({
      profile: { ...DEFAULT_HOST_PROFILE, trailing_slash: true },
    });
    await hostResponds({ isOutside: true });
    await visit('/api/v1/check-email', jsonBody({ email: 'a@example.org' }));
    await visit('/files/k3y/a.pdf');
    expect((await hostSaw()).map(({ path }) => path)).toEqual(['/api/v1/check-email/', '/files/k3y/a.pdf']);
  });
});

describe('a 2xx of a host outside the contract', () => {
  it.each(Object.keys(CREATED))(
    'a 2xx of a minimal host to a creation passes with its status: %s',
    async (name: Kind) => {
      const reply = CREATED[name]?.reply(done) ?? OWN;
      const response = await responseTo(reply, '/api/v1/founders', creation());
      expect(response.status).toBe(reply.status);
      expect(response.headers.get('content-type') ?? 'application/json').toMatch(/^application\/json/);
      expect(await response.text()).not.toContain('nginx');
    },
  );

  it.each(['/api/v1/forgot-password-token', '/api/v1/check-email'])(
    'a 2xx of a minimal host passes without its text: %s',
    async (path) => {
      const response = await responseTo(
        { status: 200, body: 'OK', type: 'text/plain' },
        path,
        jsonBody({ email: 'a@b.org' }),
      );
      expect([response.status, await response.json()]).toEqual([200, {}]);
    },
  );

  it('a 2xx of a minimal host to a sign-in requires its body', async () => {
    const response = await responseTo(
      { status: 200, body: 'OK', type: 'text/plain' },
      '/api/v1/user-login',
      jsonBody({}),
    );
    expect([response.status, await readErrorCode(response)]).toEqual([502, 'host_unreachable']);
  });

  it.each([200, 201, 202, 203])(
    'a sign-in with a token is bound to the browser, so that the next call is authorised: %i',
    async (status) => {
      const guest = visitor();
      await guest.hostResponds({ ...scriptOf({ status, body: { token: TOKEN, object: { id: 57 } } }) });
      const response = await guest.visit('/api/v1/user-login', jsonBody({ email: 'a@example.org', password: 'x' }));
      const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect([response.status, cookie.startsWith('__Host-visa-bind=')]).toEqual([status, true]);
      await guest.hostResponds(scriptOf({ status: 200, body: { object: { id: 57 } } }));
      const next = await guest.visit('/api/v1/user', {
        headers: { Authorization: `Bearer ${TOKEN}`, Cookie: cookie },
      });
      expect(next.status).toBe(200);
    },
  );

  it('a sign-in without a body of the contract is no sign-in', async () => {
    for (const reply of [{ status: 204 }, { status: 201, body: {} }, { status: 201, body: { token: 'short' } }]) {
      const response = await responseTo(reply, '/api/v1/user-login', jsonBody({}));
      expect([response.status, await readErrorCode(response)]).toEqual([502, 'host_unreachable']);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
  });

  it('a 2xx of a minimal host to a creation over one megabyte passes without its body', async () => {
    const body = { id: 57, more: 'x'.repeat(1024 * 1024) };
    const response = await responseTo({ status: 201, body }, '/api/v1/founders', creation());
    expect([response.status, await response.json()]).toEqual([201, {}]);
  });
});

describe('a refusal of a host outside the contract', () => {
  const EXPECTED: Record<string, { code: string; host_words?: object }> = {
    'Laravel, known field': {
      code: 'validation_failed',
      host_words: {
        message: 'The email has already been taken.',
        errors: { email: ['The email has already been taken.'] },
      },
    },
    'unknown field': { code: 'validation_failed', host_words: { errors: { promo_code: ['required'] } } },
    'fields as texts': {
      code: 'validation_failed',
      host_words: { message: 'Wrong data', errors: { 'formatted_relatives.0.name': ['Too short'] } },
    },
    'list of fields': { code: 'validation_failed', host_words: { errors: { passport_number: ['Seen before'] } } },
    'list of texts': { code: 'validation_failed', host_words: { message: 'The passport was seen before' } },
    'no errors': { code: 'validation_failed', host_words: { message: 'Unprocessable' } },
    'RFC 9457': { code: 'validation_failed', host_words: { message: 'Seen before' } },
    '400': { code: 'refused', host_words: { message: 'Bad request' } },
    '401': { code: 'refused', host_words: { message: 'Unauthenticated.' } },
    '402': { code: 'refused', host_words: { message: 'Pay first' } },
    '403': { code: 'refused', host_words: { message: 'Forbidden' } },
    '404': { code: 'refused' },
    '405': { code: 'refused' },
    '409': { code: 'conflict', host_words: { message: 'Application exists' } },
    '413': { code: 'too_large' },
    '415': { code: 'unsupported_media', host_words: { message: 'Unsupported' } },
    '418': { code: 'refused', host_words: { message: 'A teapot' } },
    '429': { code: 'slow_down', host_words: { message: 'Too Many Attempts.' } },
    redirect: { code: 'host_unreachable' },
    '500': { code: 'host_unreachable' },
    '500 page': { code: 'host_unreachable' },
    '504': { code: 'host_timeout' },
  };

  it.each(Object.entries(EXPECTED))(
    "a creation that a minimal host refuses gets its code and the host's words: %s",
    async (name, expected) => {
      const response = await responseTo(REFUSALS[name] as Reply, '/api/v1/founders', creation());
      const body = await response.json<{ host_words?: object }>();
      expect(body).toMatchObject(expected);
      if (!expected.host_words) expect(body).not.toHaveProperty('host_words');
      expect(JSON.stringify(body)).not.toMatch(/[<>]/);
    },
  );

  it('words in another charset than UTF-8 are not shown, their fields are', async () => {
    const body = Buffer.from('{"message":"\xcd\xe5\xf2","errors":{"email":["\xc7\xe0\xed\xff\xf2"]}}', 'latin1');
    const headers = { 'Content-Type': 'application/json; charset=windows-1251' };
    const { visit, hostResponds } = startGateway({ send: async () => new Response(body, { status: 422, headers }) });
    await hostResponds({ isOutside: true });
    const response = await visit('/api/v1/founders', creation());
    expect(await response.json()).toMatchObject({ code: 'validation_failed', host_words: { errors: { email: [] } } });
    expect(JSON.stringify(await (await visit('/api/v1/founders', creation())).json())).not.toContain('\ufffd');
  });

  it.each<[string, unknown]>([
    ['Django REST', { passport_number: ['field required'] }],
    ['Rails', { errors: { passport_number: ['field required'] } }],
    ['express-validator', { errors: [{ type: 'field', path: 'passport_number', msg: 'field required' }] }],
    ['brackets', { errors: { 'a[0][b]': 'x y', passport_number: 'field required' } }],
    ['a list of maps', { errors: [{ passport_number: 'field required' }] }],
    [
      'a contract code with fields in another form',
      { code: 'validation_failed', errors: { passport_number: 'field required' } },
    ],
  ])("the fields of a minimal host's error are read in the shape of %s", async (_, body) => {
    const response = await responseTo({ status: 422, body }, '/api/v1/founders', creation());
    expect(await response.json()).toMatchObject({ host_words: { errors: { passport_number: ['field required'] } } });
  });

  it.each<[string, unknown]>([
    ['lists of items', { formatted_relatives: [{}, { name: ['too short'] }] }],
    ['items by number', { errors: { formatted_relatives: { 1: { name: ['too short'] } } } }],
    ['brackets', { errors: { 'formatted_relatives[1][name]': ['too short'] } }],
  ])("a minimal host's error of a list item is read: %s", async (_, body) => {
    const response = await responseTo({ status: 400, body }, '/api/v1/founders', creation());
    expect(await response.json()).toMatchObject({
      code: 'validation_failed',
      host_words: { errors: { 'formatted_relatives.1.name': ['too short'] } },
    });
  });

  it.each<[string, unknown]>([
    ['NestJS', { statusCode: 400, message: NEST_SENTENCES, error: 'Bad Request' }],
    ['class-validator, as the body', NEST_ERRORS],
    ['class-validator in message', { statusCode: 400, message: NEST_ERRORS, error: 'Bad Request' }],
    ['class-validator in errors', { message: 'Validation failed', errors: NEST_ERRORS }],
  ])("all fields of a minimal host's error are read in the shape of %s", async (_, body) => {
    const form = creation();
    const change = visitor();
    const headers = await change.signIn();
    const calls: [string, RequestInit][] = [
      ['/api/v1/founders', form],
      ['/api/v1/founders/42', { ...creation(), headers }],
    ];
    for (const [path, init] of calls) {
      await change.hostResponds(scriptOf({ status: 400, body }));
      const { code, host_words } = await (await change.visit(path, init)).json<NestBody>();
      expect([code, host_words.errors]).toEqual([
        'validation_failed',
        {
          passport_number: ['Must be longer than or equal to 5 characters', 'Must be a string'],
          'formatted_relatives.0.name': ['Should not be empty'],
        },
      ]);
      expect(host_words.message).not.toBe('Bad Request');
    }
  });

  it.each([
    ['/api/v1/change-password/founder/42', 'new_password'],
    ['/api/v1/forgot-password-by-code', 'password'],
    ['/api/v1/check-forgot-password-token', 'code'],
    ['/api/v1/check-email', 'email'],
  ])('a field of a NestJS or FastAPI error is read at every call with fields: %s', async (path, field) => {
    for (const body of [
      { statusCode: 400, message: [`${field} is not accepted`], error: 'Bad Request' },
      { detail: [{ loc: ['body', field], msg: 'Is not accepted', type: 'value_error' }] },
    ]) {
      const guest = visitor();
      const headers = await guest.signIn();
      await guest.hostResponds(scriptOf({ status: 422, body }));
      const response = await guest.visit(path, jsonBody({}, headers));
      expect(await response.json()).toMatchObject({
        code: 'validation_failed',
        host_words: { errors: { [field]: ['Is not accepted'] } },
      });
    }
  });

  it('a sentence about a field that a call lacks keeps its name, and other sentences of the list stay', async () => {
    const message = ['promo_code must be a string', 'The quota is used up', 'name should not be empty'];
    const response = await responseTo({ status: 400, body: { message } }, '/api/v1/founders', creation());
    expect(await response.json()).toMatchObject({
      host_words: {
        message: 'The quota is used up',
        errors: { promo_code: ['promo_code must be a string'], name: ['Should not be empty'] },
      },
    });
  });

  it('errors inside an address are read, values that a host repeats are not', async () => {
    const body = { formatted_address: { street: ['No such street here'] }, roles: { admin: ['a', 'b'] } };
    const response = await responseTo({ status: 400, body }, '/api/v1/founders', creation());
    const { code, host_words } = await response.json<NestBody>();
    expect([code, host_words]).toEqual([
      'validation_failed',
      { errors: { 'formatted_address.street': ['No such street here'] } },
    ]);
  });

  it.each<[string, unknown, string?]>([
    ['a list of texts', { errors: ['Seen before', 'Too late'] }],
    ['a list of entries', { errors: [{ message: 'Seen before' }] }],
    ['an object', { error: { code: 7, message: 'Seen before' } }],
    ['a text', { error: 'Seen before' }],
    ['JSON that is called a page', { message: 'Seen before' }, 'text/html; charset=utf-8'],
    ['JSON that is called a text', { message: 'Seen before' }, 'text/plain'],
    ['JSON of another name', { message: 'Seen before' }, 'text/json'],
  ])("the sentence of a minimal host's error is read in %s", async (_, body, type = 'application/json') => {
    const reply = { status: 400, body: JSON.stringify(body), type };
    const response = await responseTo(reply, '/api/v1/founders', creation());
    expect(await response.json()).toMatchObject({ code: 'refused', host_words: { message: 'Seen before' } });
  });

  it('values that a minimal host repeats are not read as errors', async () => {
    const body = { message: 'Bad', data: { email: 'a@example.org', last_trips: [{ trip_aim: 'work' }], roles: [] } };
    const response = await responseTo({ status: 400, body }, '/api/v1/founders', creation());
    expect((await response.json<{ host_words: object }>()).host_words).toEqual({ message: 'Bad' });
  });

  it("developers' reports, markup and long texts of a minimal host are dropped", async () => {
    for (const body of [
      { message: 'SQLSTATE[42S02]', exception: 'QueryException', trace: [] },
      { message: '<b>no</b>' },
      { message: 'x '.repeat(400) },
      { message: { a: 1 } },
      { message: '\u0007\u202e' },
    ]) {
      const response = await responseTo({ status: 422, body }, '/api/v1/founders', creation());
      expect(await response.json()).not.toHaveProperty('host_words');
    }
  });

  it('control and direction characters of a minimal host are dropped', async () => {
    const body = { message: 'The\u0000 \u202eemail\u2066\n\tis  taken' };
    const response = await responseTo({ status: 400, body }, '/api/v1/founders', creation());
    expect(await response.json()).toMatchObject({ host_words: { message: 'The email is taken' } });
  });

  it.each<[number, string]>([
    [401, 'invalid_credentials'],
    [400, 'invalid_credentials'],
    [403, 'invalid_credentials'],
    [404, 'refused'],
    [422, 'invalid_credentials'],
    [429, 'slow_down'],
  ])('a sign-in that a minimal host refuses with %i is %s', async (status, code) => {
    const response = await responseTo({ status, body: { message: 'No' } }, '/api/v1/user-login', jsonBody({}));
    expect(await readErrorCode(response)).toBe(code);
  });

  it('a refused sign-in is one of address and password unless its error names another field', async () => {
    const errorOf = async (status: number, body: unknown) => {
      const response = await responseTo({ status, body }, '/api/v1/user-login', jsonBody({}));
      const { code, host_words } = await response.json<{ code: string; host_words?: object }>();
      return { code, ...host_words };
    };
    const wrong = 'E-mail or password is not right.';
    const refused = { code: 'invalid_credentials', message: wrong };
    expect(await errorOf(422, { message: wrong, errors: { email: [wrong] } })).toEqual(refused);
    expect(await errorOf(400, { non_field_errors: [wrong] })).toEqual(refused);
    expect(await errorOf(400, { captcha: ['Missing'] })).toEqual({
      code: 'validation_failed',
      errors: { captcha: ['Missing'] },
    });
  });

  it('check-email answered with 409 says that the address has an application', async () => {
    const reply = { status: 409, body: { statusCode: 409, message: 'Email already exists', error: 'Conflict' } };
    const response = await responseTo(reply, '/api/v1/check-email', jsonBody({ email: 'a@example.org' }));
    expect([response.status, await response.json()]).toEqual([200, { exists: true }]);
  });

  it.each<[Record<string, string>, string | null]>([
    [{ 'Retry-After': '7' }, '7'],
    [{ 'Retry-After-short': '2', 'Retry-After-long': '40' }, '40'],
    [{ 'X-RateLimit-Reset': '9' }, '9'],
    [{ 'RateLimit-Reset': '1790000000' }, null],
    [{}, null],
  ])('a limit of a minimal host is said without the name of an exception, with the wait: %o', async (headers, wait) => {
    const body = { statusCode: 429, message: 'ThrottlerException: Too Many Requests' };
    const response = await responseTo({ status: 429, body, headers }, '/api/v1/founders', creation());
    const error = await response.json<object>();
    expect(error).toMatchObject({ code: 'slow_down' });
    expect(error).not.toHaveProperty('host_words');
    expect(response.headers.get('retry-after')).toBe(wait);
  });

  it('a sign-in that the host refuses with a status of its profile is one of address and password', async () => {
    const guest = startGateway({ profile: { ...DEFAULT_HOST_PROFILE, refused_sign_in: [404] } });
    await guest.hostResponds({ status: 404, body: '{}', isOutside: true });
    const response = await guest.visit('/api/v1/user-login', jsonBody({}));
    expect([response.status, await readErrorCode(response)]).toEqual([401, 'invalid_credentials']);
  });

  it.each([419, 440])('a call with a token that a host refuses with %i ends the session', async (status) => {
    const guest = visitor();
    const headers = await guest.signIn();
    await guest.hostResponds({ status, body: '{"message":"Page expired."}', isOutside: true });
    const response = await guest.visit('/api/v1/user-logout', { method: 'POST', headers });
    expect([response.status, await readErrorCode(response)]).toEqual([403, 'token_rejected']);
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-visa-bind=; Max-Age=0/);
  });
});
