import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { addCommonHeaders } from '../../../functions/gateway/app.ts';
import { createTokenBinding } from '../../../functions/gateway/cookies.ts';
import { readSettings } from '../../../functions/gateway/env.ts';
import { createForward } from '../../../functions/gateway/forward.ts';
import { DEFAULT_HOST_PROFILE } from '../../../functions/gateway/host/profile.ts';
import { type Limiters, throttle } from '../../../functions/gateway/limits.ts';
import { createLog } from '../../../functions/gateway/log.ts';
import { createPages } from '../../../functions/gateway/pages.ts';
import { createIdleTimeout } from '../../../functions/gateway/time-limits.ts';
import { Fault } from '../../../functions/platform/fault.ts';
import { OWN_BODY_FORM } from '../../../src/domain/application/body-form.ts';
import { DATA_POLICY } from '../../../src/domain/security/headers.ts';
import { HOST, startGateway } from './own-gateway.ts';
import { sampleRecord, signedInAs } from './sample-responses.ts';
import { jsonBody, readErrorCode, visitor } from './visitor.ts';

const BIND_SECRET = 's'.repeat(32);
const HOST_SECRET = 'h'.repeat(32);

describe('readSettings', () => {
  it.each([undefined, '', 's'.repeat(31)])('readSettings rejects %s as a secret', (secret) => {
    const settings = () => readSettings(secret === undefined ? {} : { BIND_SECRET: secret });
    expect(settings).toThrow(Fault);
    expect(settings).toThrow(
      /^BIND_SECRET is missing or shorter than 32 characters; set it with "wrangler secret put BIND_SECRET -c wrangler.toml"$/,
    );
  });

  it('readSettings reads the environment', () => {
    expect(readSettings({ BIND_SECRET })).toEqual({
      bindSecret: BIND_SECRET,
      otherHost: null,
      profile: { ...DEFAULT_HOST_PROFILE, ...OWN_BODY_FORM },
      closedUntil: null,
      allowsBearerOnly: false,
    });
    const other = {
      ADMIN_HOST: 'https://admin.example.org',
      HOST_SECRET,
      MAINTENANCE: '2026-12-01T03:00Z',
      BEARER_ONLY: 'yes',
    };
    expect(readSettings({ BIND_SECRET, ...other })).toEqual({
      bindSecret: BIND_SECRET,
      otherHost: { origin: 'https://admin.example.org', secret: HOST_SECRET },
      profile: DEFAULT_HOST_PROFILE,
      closedUntil: Date.UTC(2026, 11, 1, 3),
      allowsBearerOnly: true,
    });
  });

  const readProfile = (profile: object) =>
    readSettings({
      ...{ BIND_SECRET, HOST_SECRET, ADMIN_HOST: 'https://admin.example.org' },
      HOST_PROFILE: JSON.stringify(profile),
    }).profile;

  it('readSettings completes the profile of another host, and ignores it for the embedded one', () => {
    const given = {
      list_files: 'file6[]',
      files: ['/storage/a/', '/uploads/'],
      refused_sign_in: [422],
      statuses: { ' Closed ': { title: { ru: 'Закрыто', en: 'Closed' }, tone: 'info', closed: true } },
      time_zone: 'Asia/Tashkent',
    };
    expect(readProfile(given)).toEqual({
      ...DEFAULT_HOST_PROFILE,
      ...given,
      statuses: { closed: given.statuses[' Closed '] },
    });
    expect(readSettings({ BIND_SECRET, HOST_PROFILE: '{' }).profile).toEqual({
      ...DEFAULT_HOST_PROFILE,
      ...OWN_BODY_FORM,
    });
  });

  it.each([
    [{ list_file: 'file6' }, 'has no setting "list_file"'],
    [{ list_files: 'file6[1]' }, '"list_files" of the host profile must be "file6" or "file6[]" or "file6[0]"'],
    [{ trailing_slash: 'yes' }, '"trailing_slash" of the host profile must be true or false'],
    [{ refused_sign_in: [500] }, '"refused_sign_in" of the host profile must be a list of statuses from 400 to 499'],
    [{ statuses: { a: { title: { ru: 'А' }, tone: 'info', closed: true } } }, '"statuses" of the host profile must be'],
    [{ statuses: { a: { title: { ru: 'А', en: 'A' }, tone: 'red', closed: true } } }, '"statuses" of the host profile'],
    [{ time_zone: 'Tashkent' }, '"time_zone" of the host profile must be null, or an IANA time zone'],
    [{ update: 'all' }, '"update" of the host profile must be "known" or "changed"; it is "all"'],
    [[], 'The host profile must be a JSON object'],
  ])('readSettings rejects the profile %j', (profile, message) => {
    expect(() => readProfile(profile)).toThrow(message);
    expect(() => readProfile(profile)).toThrow(Fault);
  });

  it.each([
    '/',
    '//',
    '/storage',
    'storage/',
    '/storage//a/',
    '/storage/../',
    '/storage/./a/',
    '/storage/%2e%2e/',
    '/storage/%2Fa/',
    '/storage/*/',
    '/storage/?x/',
    'https://admin.example.org/storage/',
    '/api/',
    '/api/v1/',
    '/api/v1/user/',
    '/files/',
    '/files/a/',
    '/good bad/',
  ])('readSettings rejects %s as a folder of files', (folder) => {
    expect(() => readProfile({ files: [folder] })).toThrow(/^"files" of the host profile must list folders/);
  });

  it.each([
    'http://admin.example.org',
    'ftp://a.b',
    'ftp://localhost',
    'admin.example.org',
    'https://a.b/path',
    'https://a.b?x',
    'https://a.b//',
    'https://u:p@a.b',
    'http://localhost.example.org',
    '/',
  ])('readSettings rejects %s as ADMIN_HOST', (ADMIN_HOST) => {
    const settings = () => readSettings({ BIND_SECRET, HOST_SECRET, ADMIN_HOST });
    expect(settings).toThrow(Fault);
    expect(settings).toThrow(/^ADMIN_HOST must be an https origin such as https:/);
  });

  it.each([
    ['', null],
    ['https://admin.example.org', 'https://admin.example.org'],
    ['https://admin.example.org/', 'https://admin.example.org'],
    ['http://localhost:9000', 'http://localhost:9000'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['https://localhost', 'https://localhost'],
  ])('readSettings accepts "%s" as ADMIN_HOST', (ADMIN_HOST, origin) => {
    expect(readSettings({ BIND_SECRET, HOST_SECRET, ADMIN_HOST }).otherHost?.origin ?? null).toBe(origin);
  });

  it.each(['no', 'true', 'YES', ' '])('readSettings rejects "%s" as BEARER_ONLY', (BEARER_ONLY) => {
    expect(() => readSettings({ BIND_SECRET, BEARER_ONLY })).toThrow(/^BEARER_ONLY must be empty, or "yes"/);
  });

  it.each([undefined, '', 'short'])('readSettings requires HOST_SECRET beside ADMIN_HOST and rejects %s', (secret) => {
    const env = {
      BIND_SECRET,
      ADMIN_HOST: 'https://admin.example.org',
      ...(secret !== undefined && { HOST_SECRET: secret }),
    };
    expect(() => readSettings(env)).toThrow(
      /^HOST_SECRET is missing or shorter than 32 characters; set it with .*host/,
    );
    expect(readSettings({ BIND_SECRET }).otherHost).toBeNull();
  });
});

describe('factories of the gateway', () => {
  const send = () => Promise.resolve(new Response());

  it('factories of the gateway throw for unusable options when they are called', () => {
    for (const secret of ['', 's'.repeat(31)]) {
      const tooShort = new RangeError('The secret of the token binding is too short');
      expect(() => createTokenBinding({ secret })).toThrow(tooShort);
    }
    const noOrigin = new TypeError('The admin host needs an origin');
    expect(() => createForward({ origin: 'nowhere', send, timeoutMs: 1 })).toThrow(noOrigin);
    for (const timeoutMs of [0, -1, Number.NaN]) {
      const notPositive = new RangeError('The time-out must be positive');
      expect(() => createForward({ origin: 'https://a.b', send, timeoutMs })).toThrow(notPositive);
      expect(() => createIdleTimeout(timeoutMs, () => new Error())).toThrow(
        new RangeError('A time-out must be positive'),
      );
    }
    const log = createLog(() => undefined);
    const limiters = { 20: env.RATE_20, 60: env.RATE_60, 120: env.RATE_120 };
    const noLimiter = new TypeError('The throttle needs the rate limiter of 600 calls a minute');
    expect(() => throttle({ limiters: limiters as Limiters, log })).toThrow(noLimiter);
    const noLimit = { ...limiters, 600: {} } as Limiters;
    expect(() => throttle({ limiters: noLimit, log })).toThrow(noLimiter);
    const assets = undefined as unknown as typeof env.ASSETS;
    for (const broken of [assets, {} as typeof assets])
      expect(() => createPages({ assets: broken })).toThrow(new TypeError('Pages need the built files'));
  });

  it("an unexpected error is a 500 of the contract and is logged without the visitor's data", async () => {
    const guest = startGateway({ forward: () => Promise.reject(new TypeError('about secret@example.org')) });
    const response = await guest.visit('/api/v1/employee-visa/s3cret?x=s3cret');
    expect(response.status).toBe(500);
    const body: { code: string; request_id: string } = await response.json();
    expect(body).toMatchObject({ code: 'internal', message: 'The gateway failed' });
    expect(guest.lines).toMatchObject([
      { event: 'fault', what: 'a call failed unexpectedly', request_id: body.request_id, error: 'TypeError' },
      { event: 'call', request_id: body.request_id, endpoint: 'employeeVisa', status: 500 },
    ]);
    expect(JSON.stringify(guest.lines)).not.toMatch(/s3cret|secret@example/);
  });
});

describe('headers of every response', () => {
  const html = (type: string) =>
    addCommonHeaders(new Response('', { headers: { 'content-type': type } }), 'an-id').headers;

  it('every response except pages has the data policy; pages bring their own', () => {
    expect(html('text/html; charset=utf-8').has('content-security-policy')).toBe(false);
    for (const type of ['application/json', 'x-text/html', 'text/plain'])
      expect(html(type).get('content-security-policy'), type).toBe(DATA_POLICY);
    expect(addCommonHeaders(new Response(null), 'an-id').headers.get('content-security-policy')).toBe(DATA_POLICY);
  });

  it('every response has its request id and no-store', () => {
    const { headers } = addCommonHeaders(new Response(null), 'an-id');
    expect([headers.get('x-request-id'), headers.get('cache-control')]).toEqual(['an-id', 'no-store']);
  });
});

describe('the gateway worker', () => {
  /** The initial environment has no settings. */
  const started = async () => {
    vi.resetModules();
    return (await import('../../../functions/gateway/index.ts')).default;
  };
  type Worker = Awaited<ReturnType<typeof started>>;
  const visit = (worker: Worker, settings: Env, path = '/api/v1/user', init: RequestInit = {}) => {
    const request = new Request(`https://portal.test${path}`, init) as Parameters<Worker['fetch']>[0];
    return worker.fetch(request, settings, createExecutionContext());
  };

  it('the worker calls the host of ADMIN_HOST over the internet with a signature and rewrites its file links', async () => {
    const { address, hostSaw, hostResponds } = visitor();
    await hostResponds({
      body: signedInAs(sampleRecord('founder', { file4: 'https://admin.example.org/files/k/a.pdf' })),
    });
    const settings = { ...env, ADMIN_HOST: 'https://admin.example.org', HOST_SECRET };
    // The recording host takes the place of the internet.
    vi.stubGlobal('fetch', env.ADMIN.fetch.bind(env.ADMIN));
    const init = jsonBody({}, { 'CF-Connecting-IP': address });
    const response = await visit(await started(), settings, '/api/v1/user-login', init);
    vi.unstubAllGlobals();
    const file4 = 'https://admin.example.org/files/k/a.pdf';
    expect(await response.json()).toMatchObject({ object: { file4, file_links: { [file4]: '/files/k/a.pdf' } } });
    const [call] = await hostSaw();
    expect(call).toMatchObject({ origin: 'https://admin.example.org', path: '/api/v1/user-login' });
    expect(new Headers(call?.headers).get('x-gateway-signature')).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  });

  it(`the worker sends the host "unknown" where the visitor's address is missing`, async () => {
    await visit(await started(), env, '/api/v1/employee-visa/c0de');
    const calls = await env.ADMIN.fetch(`${HOST}/test/calls?address=unknown`);
    expect(await calls.json()).toHaveLength(1);
  });

  it('the worker responds 500 and logs the reason without its secret, and works once it has one', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const worker = await started();
    const broken = await visit(worker, { ...env, BIND_SECRET: '' });
    expect(broken.status).toBe(500);
    expect(await readErrorCode(broken)).toBe('internal');
    const line: Record<string, unknown> = JSON.parse(String(error.mock.calls[0]?.[0]));
    expect(line).toMatchObject({ event: 'fault', request_id: broken.headers.get('x-request-id') });
    expect(line.what).toContain('BIND_SECRET is missing');
    expect(line.error).toBe('Fault');
    expect(broken.headers.get('content-security-policy')).not.toBeNull();
    error.mockRestore();
    expect((await visit(worker, env)).status).toBe(401);
  });
});
