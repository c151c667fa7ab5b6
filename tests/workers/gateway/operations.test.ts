/** Operations: the health of all parts at one URL, and maintenance by one variable. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../functions/gateway/env.ts';
import type { ForwardOptions } from '../../../functions/gateway/forward.ts';
import { Fault } from '../../../functions/platform/fault.ts';
import { MAIL_SHARES } from '../../../src/domain/account/mails.ts';
import { startGateway } from './own-gateway.ts';
import { jsonBody, readErrorCode, TOKEN, visitor } from './visitor.ts';

type Send = ForwardOptions['send'];

const part = (ok: boolean) => ({ ok, ms: expect.any(Number) });

afterEach(() => {
  vi.useRealTimers();
});

describe('/healthz', () => {
  const healthy = { d1: { ok: true, ms: 3 }, r2: { ok: true, ms: 5 } };

  it.each([
    ['all is well', healthy, 200, 200],
    ['the database fails', { ...healthy, d1: { ok: false, ms: 5000 } }, 503, 503],
    [
      'mail is late and no cron runs, which is no reason for 503',
      {
        ...healthy,
        mail: { ok: false, waiting: 3, age_s: 4000, sending: 1, unclear: 0 },
        mail_left: { ok: true, ...Object.fromEntries(Object.keys(MAIL_SHARES).map((kind) => [kind, 7])) },
        cron: { ok: false, age_s: null },
        sweep: { ok: true, age_s: 60 },
        backup: { ok: false, age_s: 900_000, limit_s: 691_200, unreadable: false },
      },
      200,
      200,
    ],
    ['an older host reports only the age of the backup', { ...healthy, backup: { age_s: 90_000 } }, 200, 200],
    ['the storage fails, whatever the host’s status', { ...healthy, r2: { ok: false, ms: 1 } }, 200, 503],
  ])('/healthz reports each part when %s, uncached', async (_, health, status, expected) => {
    const guest = startGateway({ send: async () => Response.json(health, { status }) });
    const response = await guest.visit('/healthz');
    expect(response.status).toBe(expected);
    expect(await response.json()).toEqual({ gateway: part(true), host: part(true), ...health });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(guest.lines).toMatchObject([{ endpoint: 'health', status: expected }]);
  });

  it.each<[string, Send, boolean]>([
    ['responds with something else', async () => new Response('<h1>nginx 1.29', { status: 404 }), true],
    ['adds unknown properties', async () => Response.json({ d1: { ok: true }, version: '1.29' }), true],
    ['reports one part only', async () => Response.json({ d1: healthy.d1 }), true],
    ['reports a part in another shape', async () => Response.json({ d1: healthy.d1, r2: { ok: 'yes', ms: 1 } }), true],
    ['reports invalid times', async () => Response.json({ d1: healthy.d1, r2: { ok: true, ms: '1' } }), true],
    ['reports nothing', async () => Response.json({ d1: null, r2: 'well' }), true],
    ['responds with more than 16 KiB', async () => Response.json({ ...healthy, more: 'x'.repeat(16 * 1024) }), true],
    ['responds with more than 16 KiB and 500', async () => new Response('x'.repeat(17 * 1024), { status: 500 }), false],
    ['fails', async () => new Response('<h1>nginx 1.29', { status: 500 }), false],
    ['can’t be reached', () => Promise.reject(new Error('10.0.0.1')), false],
  ])('/healthz reports only the host itself where another host %s', async (_, send, ok) => {
    const response = await startGateway({ send }).visit('/healthz');
    expect(response.status).toBe(ok ? 200 : 503);
    expect(await response.json()).toEqual({ gateway: part(true), host: part(ok) });
  });

  it.each<[string, object]>([
    ['a text for a number', { mail: { ok: true, waiting: 'three', age_s: 0 } }],
    ['a number for yes', { cron: { ok: 1, age_s: 0 } }],
    ['a member missing', { backup: {} }],
    ['a text for a limit', { backup: { ok: true, age_s: 1, limit_s: 'week', unreadable: false } }],
    ['a number for unreadable', { backup: { ok: true, age_s: 1, limit_s: 2, unreadable: 1 } }],
    ['a commit that is an address', { commit: 'https://example.org/' }],
    ['a secret for its fingerprint', { secrets: { SECRET: 'the value', FILES_SECRET: '0a1b2c3d' } }],
    ['a fingerprint of another name', { secrets: { other: '0a1b2c3d' } }],
    ['an unknown property', { load: { ok: true } }],
  ])('/healthz drops malformed background values: %s', async (_, health) => {
    const response = await startGateway({ send: async () => Response.json({ ...healthy, ...health }) }).visit(
      '/healthz',
    );
    expect(await response.json()).toEqual({ gateway: part(true), host: part(true), ...healthy });
  });

  it('/healthz has the commits of gateway and host, and fingerprints of their secrets', async () => {
    const secrets = { FILES_SECRET: '0a1b2c3d' };
    const send = async () => Response.json({ ...healthy, commit: '0123456789ab', secrets });
    const own = { commit: 'ba9876543210', secrets: { BIND_SECRET: '00000000' } };
    const response = await startGateway({ send, ...own }).visit('/healthz');
    expect(await response.json()).toMatchObject({
      gateway: own,
      host: { commit: '0123456789ab', secrets },
    });
  });

  it('/healthz reports a host that is silent for five seconds twice as failing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const response = startGateway({ send: () => new Promise(() => {}) }).visit('/healthz');
    await vi.advanceTimersByTimeAsync(11_000);
    expect((await response).status).toBe(503);
  });

  it('/healthz is 200 when the second of two checks succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const answers = [Response.json({}, { status: 500 }), Response.json(healthy)];
    const response = startGateway({ send: async () => answers.shift() ?? Response.error() }).visit('/healthz');
    await vi.advanceTimersByTimeAsync(1000);
    expect((await response).status).toBe(200);
  });

  it("/healthz has the host's duration", async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const send = async () => {
      vi.setSystemTime(Date.now() + 7);
      return Response.json(healthy);
    };
    const response = await startGateway({ send }).visit('/healthz');
    expect(await response.json()).toMatchObject({ gateway: { ms: 7 }, host: { ms: 7 } });
  });

  it("/healthz calls the host once in five seconds, without the visitor's headers", async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const asked: [string, RequestInit][] = [];
    const guest = startGateway({
      send: async (...call) => {
        asked.push(call);
        return Response.json(healthy);
      },
    });
    const visit = () => guest.visit('/healthz?a=b', { headers: { Authorization: `Bearer ${TOKEN}` } });
    for (let times = 0; times < 10; times += 1) expect((await visit()).status).toBe(200);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.[0]).toBe('https://host.test/healthz');
    expect(asked[0]?.[1].headers).not.toHaveProperty('authorization');
    vi.setSystemTime(Date.now() + 4999);
    await visit();
    expect(asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    await visit();
    expect(asked).toHaveLength(2);
  });

  it('/healthz accepts GET and HEAD only', async () => {
    expect((await visitor().visit('/healthz', { method: 'POST' })).status).toBe(405);
    expect((await visitor().visit('/healthz/')).status).toBe(404);
  });
});

describe('maintenance', () => {
  const HOUR_MS = 60 * 60 * 1000;
  const END = Date.parse('2026-12-01T03:00Z');
  const closed = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: END - 2 * HOUR_MS });
    return startGateway({ closedUntil: END });
  };

  it.each<[string, RequestInit]>([
    ['/api/v1/user', {}],
    ['/api/v1/employee-visa/abc', {}],
    ['/api/v1/user-login', jsonBody({})],
    ['/api/v1/founders', { method: 'POST' }],
  ])('during maintenance %s is refused with its code and the seconds left, before the host', async (path, init) => {
    const guest = closed();
    const response = await guest.visit(path, init);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('7200');
    expect(await readErrorCode(response)).toBe('maintenance');
    expect(await guest.hostSaw()).toEqual([]);
  });

  it('during maintenance pages and /healthz work', async () => {
    const guest = closed();
    for (const path of ['/', '/auth/login', '/healthz']) expect((await guest.visit(path)).status, path).toBe(200);
  });

  it("during maintenance a sign-out still clears this browser's cookie", async () => {
    const response = await closed().visit('/api/v1/user-logout', { method: 'POST' });
    expect(await readErrorCode(response)).toBe('maintenance');
    expect(response.headers.get('set-cookie')).toContain('__Host-visa-bind=; Max-Age=0');
  });

  it('maintenance ends by itself at its time', async () => {
    const guest = closed();
    vi.setSystemTime(END);
    expect((await guest.visit('/api/v1/employee-visa/abc')).status).toBe(200);
  });

  it.each([
    [undefined, null],
    ['', null],
    ['2026-12-01T03:00Z', END],
    ['2026-12-01T03:00:00Z', END],
    ['2026-12-01T08:00+05:00', END],
    ['2026-11-30T22:00-05:00', END],
  ])('MAINTENANCE is read as a time: %s', (value, closedUntil) => {
    const settings = { BIND_SECRET: env.BIND_SECRET, ...(value === undefined ? {} : { MAINTENANCE: value }) };
    expect(readSettings(settings).closedUntil).toBe(closedUntil);
  });

  it.each([
    'on',
    '2026-12-01',
    '2026-12-01T03:00',
    '2026-13-01T03:00Z',
    '1764558000',
    '12026-12-01T03:00Z',
    '2026-12-01T03:00Z.',
    '2026-12-01T03:00:0Z',
    '2026-12-01T03:00+5:00',
  ])('MAINTENANCE rejects "%s"', (MAINTENANCE) => {
    const settings = () => readSettings({ BIND_SECRET: env.BIND_SECRET, MAINTENANCE });
    expect(settings).toThrow(Fault);
    expect(settings).toThrow(/^MAINTENANCE must be empty, or the time of its end such as /);
    const invalid: string[] = [];
    const running = readSettings({ BIND_SECRET: env.BIND_SECRET, MAINTENANCE }, ({ message }) => invalid.push(message));
    expect([running.closedUntil, invalid.length]).toEqual([Number.POSITIVE_INFINITY, 1]);
  });

  it('a portal whose MAINTENANCE is invalid closes its calls, and answers for its pages', async () => {
    const gateway = startGateway({ closedUntil: Number.POSITIVE_INFINITY });
    const response = await gateway.visit('/api/v1/check-email', jsonBody({ email: 'a@example.org' }));
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '600']);
    expect((await gateway.visit('/no-such-call')).status).toBe(404);
  });
});
