import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkConfiguration } from '../../../functions/admin/runtime/settings.ts';
import { LastRuns } from '../../../functions/admin/store/last-runs.ts';
import { fingerprintOf } from '../../../functions/platform/fingerprint.ts';
import { API_BASE } from '../../../src/domain/api/bases.ts';
import { ENDPOINTS, type EndpointId, endpointPath, PARCEL_ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { createApplication, newEmail, openSession, PASSWORD, validValues } from './support/applications.ts';
import { bindings, call, mails, migrate, readRefusal, runMail, runSweep } from './support/host.ts';

beforeAll(migrate);

const pathOf = (id: EndpointId) =>
  endpointPath(
    id as 'changePassword',
    { type: 'founder', id: 'x', code: 'x', blob: 'x' } as { type: string; id: string },
  ).slice(API_BASE.length);
const ids = Object.keys(ENDPOINTS) as EndpointId[];

describe('the endpoint table at the host', () => {
  it.each(ids)('the endpoint %s has its own handler at the host', async (id) => {
    const { method, access, body } = ENDPOINTS[id];
    const response = await call(pathOf(id), { method, ...(method === 'GET' ? {} : { body: '' }) });
    const code = response.ok ? 'ok' : (await readRefusal(response)).code;
    const ofBody = body === 'none' ? ['ok', 'not_found'] : ['unsupported_media'];
    const ofPublic = PARCEL_ENDPOINTS.includes(id) ? ['parcel_gone'] : ofBody;
    expect(access === 'token' ? ['token_required'] : ofPublic).toContain(code);
  });

  it.each(ids)('the endpoint %s with another method is 405 with the allowed methods', async (id) => {
    const response = await call(pathOf(id), { method: 'PATCH', body: '' });
    expect(response.headers.get('Allow')?.split(', ')).toContain(ENDPOINTS[id].method);
    expect(await readRefusal(response)).toEqual({ status: 405, code: 'method_not_allowed' });
  });

  it.each(ids.filter((id) => ENDPOINTS[id].body === 'json' && ENDPOINTS[id].access === 'public'))(
    'the endpoint %s refuses a body that is too large, not JSON or not an object',
    async (id) => {
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      const large = JSON.stringify({ email: 'a'.repeat(17 * 1024) });
      for (const [body, status, code] of [
        [large, 413, 'too_large'],
        ['{', 400, 'malformed'],
        ['[]', 400, 'malformed'],
        ['null', 400, 'malformed'],
      ] as const)
        expect(await readRefusal(await call(pathOf(id), { body, headers }))).toEqual({ status, code });
    },
  );
});

describe('other paths', () => {
  it.each(['/', '/users', '/user/', '/founders/a/b', '/%66ounders', '/employee-visa/a%2Fb'])(
    'the path %s outside the contract is 404 at the host',
    async (path) => {
      expect(await readRefusal(await call(path))).toEqual({ status: 404, code: 'not_found' });
    },
  );
});

describe('the request id', () => {
  it("the gateway's request id is in the response and in the error body", async () => {
    const headers = { 'X-Request-Id': 'b2f3c1d0-0000-4000-8000-000000000000' };
    const response = await call('/nothing', { headers });
    expect(response.headers.get('X-Request-Id')).toBe(headers['X-Request-Id']);
    expect((await response.json<{ request_id: string }>()).request_id).toBe(headers['X-Request-Id']);
  });

  it('a missing or malformed request id is replaced', async () => {
    for (const headers of [{}, { 'X-Request-Id': '{"level":"x"}' }])
      expect((await call('/nothing', { headers })).headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the log of the host', () => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    return () => spy.mockRestore();
  });

  it("the log has one line per request, without the applicant's data", async () => {
    const email = newEmail();
    const record = await createApplication({ type: 'founder', values: validValues({ email }) });
    const token = await openSession(email);
    await call(`/change-password/founder/${record.id}`, { token, json: { new_password: 'short' } });
    await call(record.file4);
    await call('/check-email', { json: { email: 'not an address' } });
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed.map(({ endpoint, status, code }) => [endpoint, status, code])).toEqual([
      ['createFounder', 201, undefined],
      ['mail', undefined, undefined],
      ['login', 200, undefined],
      ['changePassword', 422, 'validation_failed'],
      ['files', 200, undefined],
      ['checkEmail', 422, 'validation_failed'],
    ]);
    for (const secret of [email, record.id, token, PASSWORD, 'Sample', 'passport.pdf', 'short'])
      expect(lines.join('\n')).not.toContain(secret);
  });

  it('an unexpected error is logged without data, and the response does not name it', async () => {
    const DB = new Proxy(bindings.DB, {
      get: () => () => {
        throw new TypeError('cannot read anna@example.com');
      },
    });
    const response = await call('/check-email', { json: { email: 'anna@example.com' }, env: { ...bindings, DB } });
    expect(await readRefusal(response.clone())).toEqual({ status: 500, code: 'internal' });
    expect(await response.text()).not.toMatch(/anna|TypeError/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', endpoint: 'checkEmail', status: 500 });
    expect(lines.join()).toContain('TypeError');
    expect(lines.join()).not.toContain('anna');
  });

  it.each(['', 'too short'])(
    'FILES_SECRET "%s" is named in the log, and every response is 500',
    async (FILES_SECRET) => {
      const response = await call('/check-email', {
        json: { email: 'a@example.com' },
        env: { ...bindings, FILES_SECRET },
      });
      expect(await readRefusal(response)).toEqual({ status: 500, code: 'internal' });
      expect(lines.join()).toContain('FILES_SECRET');
    },
  );

  it('a mail that cannot be sent is logged without its address', async () => {
    const MAIL = { send: () => Promise.reject(new Error('refused: anna@example.com')) } as unknown as SendEmail;
    await createApplication({ type: 'founder', env: { ...bindings, MAIL } });
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'error', endpoint: 'mail', mail: 'received', outcome: 'failed' }),
    );
    expect(lines.join()).not.toContain('@');
  });

  it('each sent mail is logged with its kind, without its address', async () => {
    await createApplication({ type: 'founder', headers: { 'X-Request-Id': 'the-request' } });
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({
      level: 'info',
      request_id: 'the-request',
      endpoint: 'mail',
      mail: 'received',
      outcome: 'sent',
    });
    expect(lines.join()).not.toContain('@');
  });
});

/** Stores when background work last ran. */
const setLastRun = (name: string, at: number | string) =>
  bindings.DB.prepare('INSERT OR REPLACE INTO last_runs (name, at) VALUES (?, ?)').bind(name, at).run();

describe('GET /healthz at the host', () => {
  const health = async (env = bindings) => {
    const response = await call('/healthz', { env });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    return { status: response.status, body: await response.json() };
  };
  const healthOf = (ok: boolean) => ({ ok, ms: expect.any(Number) });
  const broken = <Bound extends object>(bound: Bound) =>
    new Proxy(bound, {
      get: () => () => {
        throw new Error('down');
      },
    });

  it('/healthz has the state and milliseconds of database and bucket', async () => {
    expect(await health()).toEqual({
      status: 200,
      body: expect.objectContaining({
        ...{ d1: healthOf(true), r2: healthOf(true) },
        secrets: { FILES_SECRET: fingerprintOf('FILES_SECRET', bindings.FILES_SECRET) },
      }),
    });
    // The platform's metadata of a version that its deployment has marked.
    const VERSION = { id: 'a-version', tag: '0123456789ab', timestamp: '2026-11-01T00:00:00Z' };
    expect((await health({ ...bindings, VERSION })).body).toMatchObject({ commit: '0123456789ab' });
  });

  it('/healthz reports late mail, the last cron and the last backup with 200', async () => {
    const now = Date.now();
    const MINUTE = 60_000;
    const background = async () => {
      const { status, body } = await health();
      const { mail, cron, backup } = body as Record<string, unknown>;
      return { status, mail, cron, backup };
    };
    const none = { mail: { ok: true, waiting: 0, age_s: null }, backup: { ok: false, age_s: null } };
    expect(await background()).toMatchObject({ status: 200, ...none });
    await bindings.DB.prepare('DELETE FROM last_runs').run();
    expect(await background()).toMatchObject({ status: 200, cron: { ok: false, age_s: null } });
    const addMail = bindings.DB.prepare(
      "INSERT INTO mails (id, kind, content, made_at, due_at, expires_at) VALUES (?1, 'code', '{}', ?2, ?2, ?3)",
    );
    await bindings.DB.batch([
      addMail.bind('M-1', now - 20 * MINUTE, now + 90 * MINUTE),
      addMail.bind('M-2', now - MINUTE, now + 90 * MINUTE),
      // A failed mail is not due until its next attempt.
      addMail.bind('M-3', now + 30 * MINUTE, now + 90 * MINUTE),
    ]);
    await setLastRun('backup', now - 60 * MINUTE);
    const late = await background();
    expect(late).toMatchObject({ status: 200, mail: { ok: false, waiting: 2 }, cron: { ok: false, age_s: null } });
    expect(late.mail).toHaveProperty('age_s', expect.closeTo(20 * 60, -2));
    expect(late.backup).toMatchObject({ ok: true, age_s: expect.closeTo(60 * 60, -2) });
    await runMail(now);
    expect(await background()).toMatchObject({
      mail: { ok: true, waiting: 0, age_s: null },
      cron: { ok: true, age_s: expect.any(Number) },
    });
  });

  it('/healthz reports mails that are being sent, unclear ones, the sweep, and what is left of each kind', async () => {
    const now = Date.now();
    const env = { ...bindings, MAILS_PER_DAY: '100' };
    await bindings.DB.batch(['mails', 'last_runs'].map((name) => bindings.DB.prepare(`DELETE FROM ${name}`)));
    const left = async () => (await health(env)).body as Record<string, Record<string, unknown>>;
    expect(await left()).toMatchObject({
      mail_left: { ok: true, code: 20, received: 20, answer: 5 },
      sweep: { ok: false },
    });
    await bindings.DB.batch(
      ['sending', 'unclear'].map((state) =>
        bindings.DB.prepare(
          "INSERT INTO mails (id, kind, content, state, made_at, due_at, expires_at) VALUES (?1, 'code', '{}', ?1, ?2, ?2, ?2)",
        ).bind(state, now),
      ),
    );
    expect((await left()).mail).toMatchObject({ ok: false, sending: 1, unclear: 1 });
    await bindings.DB.prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20)
       INSERT INTO mails (id, kind, content, state, made_at, due_at, expires_at, tried_at)
       SELECT i, 'code', '{}', 'sent', ?1, ?1, ?1, ?1 FROM n`,
    )
      .bind(now)
      .run();
    await runSweep(now);
    expect(await left()).toMatchObject({ mail_left: { ok: false, code: 0, received: 20 }, sweep: { ok: true } });
  });

  describe('the last backup', () => {
    const DAY = 86_400_000;
    const ALARM_TO = 'owner@example.org';
    const now = Date.now();
    const limit = (days: string) => ({ ...bindings, ALARM_TO, BACKUP_MAX_AGE_DAYS: days });
    const backupOf = async (env = bindings) => ((await health(env)).body as { backup: object }).backup;

    it.each<[string, string, number | string | null, object]>([
      ['is younger than the limit', '2', now - 1.9 * DAY, { ok: true, age_s: 164_160, limit_s: 172_800 }],
      ['is older than the limit', '2', now - 2.1 * DAY, { ok: false, age_s: 181_440, limit_s: 172_800 }],
      [
        'is younger than eight days, without a limit',
        '',
        now - 7.9 * DAY,
        { ok: true, age_s: 682_560, limit_s: 691_200 },
      ],
      [
        'is older than eight days, without a limit',
        '',
        now - 8.1 * DAY,
        { ok: false, age_s: 699_840, limit_s: 691_200 },
      ],
      ['was never made', '2', null, { ok: false, age_s: null }],
      ['has a text for its time', '2', 'yesterday', { ok: false, age_s: null, unreadable: true }],
      ['has a negative time', '2', -1, { ok: false, age_s: null, unreadable: true }],
      ['has a time in the future', '2', now + 2 * DAY, { ok: false, age_s: null, unreadable: true }],
      ['has the time of a clock that is a little ahead', '2', now + 60_000, { ok: true, age_s: 0 }],
    ])('/healthz reports that the last backup %s', async (_, days, at, expected) => {
      await bindings.DB.prepare('DELETE FROM last_runs').run();
      if (at !== null) await setLastRun('backup', at);
      const found = (await backupOf(limit(days))) as { age_s: number | null };
      const age_s = found.age_s === null ? null : Math.round(found.age_s / 60) * 60;
      expect({ ...found, age_s }).toEqual({ limit_s: 172_800, unreadable: false, ...expected });
    });

    it('the owner gets one alarm a day about a backup that is too old, missing or unreadable', async () => {
      await bindings.DB.batch(['mails', 'last_runs'].map((name) => bindings.DB.prepare(`DELETE FROM ${name}`)));
      mails.length = 0;
      const run = async (hour: number, env = limit('2')) => {
        const before = mails.length;
        // Queued by the first run, sent by the next one.
        for (const minute of [0, 1, 2]) await runMail(now + hour * 3_600_000 + minute * 60_000, env);
        return mails.slice(before).map(({ text }) => /backup: .*/.exec(text.replaceAll('\u00A0', ' '))?.[0]);
      };
      expect(await run(0)).toEqual(['backup: ещё нет ни одной резервной копии']);
      expect(await run(1)).toEqual([]);
      await setLastRun('backup', now);
      expect(await run(47)).toEqual([]);
      expect(await run(49, limit('3'))).toEqual([]);
      expect(await run(49)).toEqual(['backup: последняя резервная копия старше срока BACKUP_MAX_AGE_DAYS']);
      expect(await run(72)).toEqual([]);
      expect(await run(74)).toEqual(['backup: последняя резервная копия старше срока BACKUP_MAX_AGE_DAYS']);
      await setLastRun('backup', 'yesterday');
      expect(await run(75)).toEqual(['backup: время последней резервной копии не читается']);
      expect(await run(76)).toEqual([]);
    });

    it.each(['yesterday', now + 400 * DAY])('a new backup replaces the unreadable time %s', async (at) => {
      await setLastRun('backup', at);
      const lastRuns = new LastRuns(bindings.DB);
      await lastRuns.store('backup', now);
      expect(await backupOf()).toMatchObject({ ok: true, unreadable: false });
      await lastRuns.store('backup', now - DAY);
      expect(await backupOf()).toMatchObject({ age_s: expect.closeTo(0, -2) });
    });

    it.each(['0', '1.5', 'week', '3651'])('the host refuses BACKUP_MAX_AGE_DAYS = "%s" by name', async (days) => {
      expect((await call('/healthz', { env: limit(days) })).status).toBe(500);
      expect(() => checkConfiguration(limit(days))).toThrow(`BACKUP_MAX_AGE_DAYS is "${days}"`);
    });
  });

  it('the owner gets one alarm a day for each part of the background work that is not well', async () => {
    const now = Date.now();
    const ALARM_TO = 'owner@example.org';
    const env = { ...bindings, ALARM_TO };
    await bindings.DB.batch(['mails', 'last_runs'].map((name) => bindings.DB.prepare(`DELETE FROM ${name}`)));
    mails.length = 0;
    const alarms = () => mails.filter(({ to }) => to === ALARM_TO).map(({ text }) => text);
    await setLastRun('sweep', now - 3 * 3_600_000);
    // Sent by the next run.
    for (const minute of [0, 1, 2]) await runMail(now + minute * 60_000, env);
    expect(alarms()).toEqual([expect.stringMatching(/sweep: .*\n.*backup: /)]);
    await runSweep(now, env);
    await setLastRun('backup', now);
    await runMail(now + 25 * 3_600_000, env);
    await runMail(now + 25 * 3_600_000 + 1, env);
    expect(alarms().slice(1)).toEqual([expect.stringMatching(/sweep: /)]);
    expect(alarms()[1]).not.toContain('backup');
  });

  it('/healthz is 503 when database or bucket fails', async () => {
    expect(await health({ ...bindings, DB: broken(bindings.DB) })).toEqual({
      status: 503,
      // A failing database leaves out background work.
      body: { d1: healthOf(false), r2: healthOf(true), secrets: expect.any(Object) },
    });
    expect(await health({ ...bindings, FILES: broken(bindings.FILES) })).toEqual({
      status: 503,
      body: expect.objectContaining({ d1: healthOf(true), r2: healthOf(false) }),
    });
  });

  it('/healthz of the host accepts GET and HEAD only', async () => {
    const response = await call('/healthz', { method: 'POST', body: '' });
    expect(response.headers.get('Allow')).toBe('GET');
    expect(await readRefusal(response)).toEqual({ status: 405, code: 'method_not_allowed' });
  });
});
