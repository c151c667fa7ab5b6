import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { createGateway } from '../../../functions/gateway/app.ts';
import { createTokenBinding } from '../../../functions/gateway/cookies.ts';
import { readSettings, SettingsError } from '../../../functions/gateway/env.ts';
import { createForward } from '../../../functions/gateway/forward.ts';
import { createIdleTimeout } from '../../../functions/gateway/idle-timeout.ts';
import worker from '../../../functions/gateway/index.ts';
import { type Limiters, throttle } from '../../../functions/gateway/limits.ts';
import { createLog } from '../../../functions/gateway/log.ts';
import { createPages } from '../../../functions/gateway/pages.ts';
import { createApi } from '../../../functions/gateway/routes.ts';
import { codeOf } from './visitor.ts';

const BIND_SECRET = 's'.repeat(32);
const HOST_SECRET = 'h'.repeat(32);

describe('The gateway’s settings', () => {
  it.each([undefined, '', 's'.repeat(31)])('are refused with %s for a secret', (secret) => {
    const settings = () => readSettings(secret === undefined ? {} : { BIND_SECRET: secret });
    expect(settings).toThrow(SettingsError);
    expect(settings).toThrow(
      /^BIND_SECRET is missing or shorter than 32 characters; set it with "wrangler secret put BIND_SECRET -c wrangler.toml"$/,
    );
  });

  it('are those of the environment', () => {
    expect(readSettings({ BIND_SECRET })).toEqual({ bindSecret: BIND_SECRET, otherHost: null, closedUntil: null });
    const other = { ADMIN_HOST: 'https://admin.example.org', HOST_SECRET, MAINTENANCE: '2026-12-01T03:00Z' };
    expect(readSettings({ BIND_SECRET, ...other })).toEqual({
      bindSecret: BIND_SECRET,
      otherHost: { origin: 'https://admin.example.org', secret: HOST_SECRET },
      closedUntil: Date.UTC(2026, 11, 1, 3),
    });
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
  ])('are refused with %s for an admin host', (ADMIN_HOST) => {
    const settings = () => readSettings({ BIND_SECRET, HOST_SECRET, ADMIN_HOST });
    expect(settings).toThrow(SettingsError);
    expect(settings).toThrow(/^ADMIN_HOST must be an https origin such as https:/);
  });

  it.each([
    ['', null],
    ['https://admin.example.org', 'https://admin.example.org'],
    ['https://admin.example.org/', 'https://admin.example.org'],
    ['http://localhost:9000', 'http://localhost:9000'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['https://localhost', 'https://localhost'],
  ])('take "%s" for an admin host', (ADMIN_HOST, origin) => {
    expect(readSettings({ BIND_SECRET, HOST_SECRET, ADMIN_HOST }).otherHost?.origin ?? null).toBe(origin);
  });

  it.each([undefined, '', 'short'])('need the secret that is shared with another host, and not %s', (secret) => {
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

describe('The gateway’s parts', () => {
  const send = () => Promise.resolve(new Response());

  it('refuse options they could not work with, when they are made', () => {
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
    const limiters = { few: env.RATE_FEW, some: env.RATE_SOME, many: env.RATE_MANY };
    const noLimiter = new TypeError('The throttle needs the rate limiter "often"');
    expect(() => throttle({ limiters: limiters as Limiters })).toThrow(noLimiter);
    const noLimit = { ...limiters, often: {} } as Limiters;
    expect(() => throttle({ limiters: noLimit })).toThrow(noLimiter);
    const assets = undefined as unknown as typeof env.ASSETS;
    for (const broken of [assets, {} as typeof assets])
      expect(() => createPages({ assets: broken })).toThrow(new TypeError('Pages need the built files'));
    const binding = createTokenBinding({ secret: BIND_SECRET });
    const forward = () => Promise.reject(new Error());
    const noSteps = new TypeError('The API needs its guard and its limits');
    expect(() => createApi({ steps: [], forward, binding, hostOrigin: null })).toThrow(noSteps);
  });

  it('answer a failure of their own with the contract’s body, and log it without what the visitor sent', async () => {
    const lines: string[] = [];
    const gateway = createGateway({
      forward: () => Promise.reject(new TypeError('about secret@example.org')),
      binding: createTokenBinding({ secret: BIND_SECRET }),
      limiters: { few: env.RATE_FEW, some: env.RATE_SOME, many: env.RATE_MANY, often: env.RATE_OFTEN },
      assets: env.ASSETS,
      log: createLog((_, line) => lines.push(line)),
    });
    const answer = await gateway.fetch(new Request('https://portal.test/api/v1/employee-visa/s3cret?x=s3cret'));
    expect(answer.status).toBe(500);
    const body: { code: string; request_id: string } = await answer.json();
    expect(body.code).toBe('internal');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { event: 'fault', request_id: body.request_id, error: 'TypeError' },
      { event: 'call', request_id: body.request_id, endpoint: 'employeeVisa', status: 500 },
    ]);
    expect(lines.join()).not.toMatch(/s3cret|secret@example/);
  });
});

describe('The worker', () => {
  const visit = (settings: Env) => {
    const request = new Request<unknown, IncomingRequestCfProperties>('https://portal.test/api/v1/user');
    return worker.fetch(request, settings, createExecutionContext());
  };

  it('answers nothing without its secret and says so in its log, and works once it has one', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = await visit({ ...env, BIND_SECRET: '' });
    expect(broken.status).toBe(500);
    expect(await codeOf(broken)).toBe('internal');
    const line: Record<string, unknown> = JSON.parse(String(error.mock.calls[0]?.[0]));
    expect(line).toMatchObject({ event: 'fault', request_id: broken.headers.get('x-request-id') });
    expect(line.what).toContain('BIND_SECRET is missing');
    expect(line.error).toBe('SettingsError');
    expect(broken.headers.get('content-security-policy')).not.toBeNull();
    error.mockRestore();
    expect((await visit(env)).status).toBe(401);
  });
});
