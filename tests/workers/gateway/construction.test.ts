import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { createGateway } from '../../../functions/gateway/app.ts';
import { createTokenBinding } from '../../../functions/gateway/cookies.ts';
import { readSettings, SettingsError } from '../../../functions/gateway/env.ts';
import { createForward } from '../../../functions/gateway/forward.ts';
import worker from '../../../functions/gateway/index.ts';
import { type Limiters, throttle } from '../../../functions/gateway/limits.ts';
import { createLog } from '../../../functions/gateway/log.ts';
import { codeOf } from './visitor.ts';

const BIND_SECRET = 's'.repeat(32);
const HOST_SECRET = 'h'.repeat(32);

describe('The gateway’s settings', () => {
  it.each([undefined, '', 'short'])('are refused with %s for a secret', (secret) => {
    expect(() => readSettings(secret === undefined ? {} : { BIND_SECRET: secret })).toThrow(SettingsError);
  });

  it.each(['http://admin.example.org', 'ftp://a.b', 'admin.example.org', 'https://a.b/path', 'https://u:p@a.b', '/'])(
    'are refused with %s for an admin host',
    (ADMIN_HOST) => {
      expect(() => readSettings({ BIND_SECRET, HOST_SECRET, ADMIN_HOST })).toThrow(SettingsError);
    },
  );

  it.each([
    ['', null],
    ['https://admin.example.org', 'https://admin.example.org'],
    ['https://admin.example.org/', 'https://admin.example.org'],
    ['http://localhost:9000', 'http://localhost:9000'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
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
    expect(() => createTokenBinding({ secret: 'short' })).toThrow(RangeError);
    expect(() => createForward({ origin: 'nowhere', send, timeoutMs: 1 })).toThrow(TypeError);
    expect(() => createForward({ origin: 'https://a.b', send, timeoutMs: 0 })).toThrow(RangeError);
    expect(() => throttle({ limiters: {} as Limiters })).toThrow(TypeError);
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
    expect(error.mock.calls.join()).toContain('BIND_SECRET is missing');
    error.mockRestore();
    expect((await visit(env)).status).toBe(401);
  });
});
