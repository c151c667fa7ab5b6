import { beforeAll, describe, expect, it } from 'vitest';
import { pauseTimes } from '../../../functions/platform/passing-faults.ts';
import {
  createApplication,
  newEmail,
  openSession,
  PASSWORD,
  readRecord,
  shortValues,
  tokenOf,
  type WireRecord,
} from './support/applications.ts';
import { envWith } from './support/between.ts';
import { MINUTE, NOW, setClock } from './support/clock.ts';
import { bindings, call, migrate, readRefusal } from './support/host.ts';

let record: WireRecord;

beforeAll(async () => {
  await migrate();
  record = await createApplication({ type: 'founder', values: shortValues({ email: 'Anna.Sample@example.com' }) });
});

const login = (email: string, password: string) => call('/user-login', { json: { email, password } });
/** Tries a wrong password. @returns the seconds to wait; 0 for a password that was checked */
async function guess(email: string, address: string): Promise<number> {
  const headers = { 'X-Client-Address': address };
  const response = await call('/user-login', { json: { email, password: 'wrong' }, headers });
  const wait = Number(response.headers.get('Retry-After') ?? 0);
  expect(response.status).toBe(wait > 0 ? 429 : 401);
  return wait;
}
const forgetGuesses = () => bindings.DB.prepare('DELETE FROM sign_in_tries').run();
const isLive = async (token: string) => (await call('/user', { token })).status === 200;

describe('signing in', () => {
  it('a sign-in returns token and record, whatever the case of the address', async () => {
    const response = await login(' anna.sample@EXAMPLE.com ', PASSWORD);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const { token, object } = await response.json<{ token: string; object: WireRecord }>();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(object).toMatchObject({ id: record.id, email: 'Anna.Sample@example.com', version: 1 });
    expect(await readRecord(token)).toMatchObject({ id: record.id });
  });

  it('a sign-in accepts a password in either Unicode form', async () => {
    const email = newEmail();
    await createApplication({
      type: 'founder',
      values: shortValues({ email }),
      password: 'cafe\u0301 au lait tre\u0300s chaud',
    });
    expect(await openSession(email, 'caf\u00e9 au lait tr\u00e8s chaud')).toBeTruthy();
  });

  it('a sign-in responds alike for an unknown address and a wrong password', async () => {
    const responses = [await login(record.email, 'wrong'), await login('nobody@example.com', PASSWORD)];
    for (const response of responses)
      expect(await readRefusal(response)).toEqual({ status: 401, code: 'invalid_credentials' });
  });

  it.each([
    ['no password', { email: 'a@example.com' }, 422, 'validation_failed', { password: ['required'] }],
    ['no address', { email: ' ', password: 'x' }, 422, 'validation_failed', { email: ['required'] }],
    ['a number', { email: 1, password: 'x' }, 400, 'malformed', undefined],
  ])('a sign-in is refused for %s', async (_, json, status, code, errors) => {
    const expected = errors ? { status, code, errors } : { status, code };
    expect(await readRefusal(await call('/user-login', { json }))).toEqual(expected);
  });

  it('a sign-in rehashes a password with outdated parameters', async () => {
    const email = newEmail();
    const { id } = await createApplication({ type: 'founder', values: shortValues({ email }) });
    const { scryptSync } = await import('node:crypto');
    const key = scryptSync(PASSWORD, 'salt', 32, { N: 64, r: 8, p: 1 }).toString('base64url');
    const old = `scrypt$64$8$1$${Buffer.from('salt').toString('base64url')}$${key}`;
    await bindings.DB.prepare('UPDATE applicants SET password_hash = ? WHERE id = ?').bind(old, id).run();
    await openSession(email);
    const row = await bindings.DB.prepare('SELECT password_hash FROM applicants WHERE id = ?').bind(id).first();
    expect(row?.password_hash).toMatch(/^scrypt\$16384\$8\$5\$/);
    await openSession(email);
  });
});

it('a sign-in that fails leaves no session', async () => {
  pauseTimes.passing = pauseTimes.passing.map(() => 0);
  const email = newEmail();
  const { id } = await createApplication({ type: 'founder', values: shortValues({ email }) });
  const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'));
  const failing = envWith('SELECT status, note', lost, 3);
  const response = await call('/user-login', { json: { email, password: PASSWORD }, env: failing });
  expect(await readRefusal(response)).toEqual({ status: 503, code: 'busy' });
  const token = await tokenOf(id);
  const listed = await call('/user/sessions', { token });
  expect((await listed.json<{ sessions: object[] }>()).sessions).toHaveLength(1);
});

describe.each([
  ['a known address', () => record.email],
  ['an unknown address', () => 'stranger@example.com'],
])('guessing at %s', (who, address) => {
  it(`guessing the password of ${who} is slowed down after five wrong tries, and after each further one`, async () => {
    let time = 60 * MINUTE;
    const attempt = async () => {
      setClock(time);
      return login(address(), 'a wrong password');
    };
    await forgetGuesses();
    for (let nth = 1; nth <= 5; nth += 1) expect((await attempt()).status).toBe(401);
    for (const seconds of [30, 60]) {
      const blocked = await attempt();
      expect(await readRefusal(blocked.clone())).toEqual({ status: 429, code: 'slow_down' });
      expect(blocked.headers.get('Retry-After')).toBe(String(seconds));
      time += seconds * 1000;
      if (seconds === 30) expect((await attempt()).status).toBe(401);
    }
  });
});

it('guessing a password waits twice as long each time, at most 15 minutes', async () => {
  let now = 0;
  const waits: number[] = [];
  const attempt = (ms: number) => {
    setClock(ms);
    return guess('patient@example.com', '192.0.2.1');
  };
  for (let nth = 1; nth <= 12; nth += 1) {
    expect(await attempt(now)).toBe(0);
    const wait = nth < 5 ? 0 : await attempt(now);
    waits.push(wait);
    now += wait * 1000;
    if (wait > 0) expect(await attempt(now - 1)).toBe(1);
  }
  expect(waits).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
});

it('a right password is not checked during the wait, and clears the wrong tries afterwards', async () => {
  const email = newEmail();
  await createApplication({ type: 'founder', values: shortValues({ email }) });
  setClock(120 * MINUTE);
  for (let nth = 1; nth <= 5; nth += 1) await login(email, 'wrong');
  expect((await login(email, PASSWORD)).status).toBe(429);
  setClock(121 * MINUTE);
  expect((await login(email, PASSWORD)).status).toBe(200);
  expect((await login(email, 'wrong')).status).toBe(401);
  expect((await login(email, PASSWORD)).status).toBe(200);
});

it('simultaneous wrong passwords are all counted', async () => {
  const email = 'crowd@example.com';
  const responses = await Promise.all(Array.from({ length: 12 }, () => login(email, 'wrong')));
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(7);
});

describe('a session', () => {
  it('a session ends with the sign-out', async () => {
    const token = await tokenOf(record.id);
    const response = await call('/user-logout', { token, method: 'POST' });
    expect(await response.json()).toEqual({ status: 'ok' });
    expect(await readRefusal(await call('/user', { token }))).toEqual({ status: 403, code: 'token_rejected' });
    expect(await readRefusal(await call('/user-logout', { token, method: 'POST' }))).toMatchObject({ status: 403 });
  });

  it('a session ends after 30 minutes without use', async () => {
    setClock(0);
    const token = await tokenOf(record.id);
    setClock(29 * MINUTE);
    expect(await isLive(token)).toBe(true);
    setClock(58 * MINUTE);
    expect(await isLive(token)).toBe(true);
    setClock(89 * MINUTE);
    expect(await isLive(token)).toBe(false);
  });

  it('a session lasts its full 30 minutes, although its use is stored once a minute', async () => {
    setClock(0);
    const token = await tokenOf(record.id);
    setClock(MINUTE - 1);
    expect(await isLive(token)).toBe(true);
    setClock(31 * MINUTE - 2);
    expect(await isLive(token)).toBe(true);
  });

  it('a session ends after 12 hours in any case', async () => {
    setClock(0);
    const token = await tokenOf(record.id);
    for (let time = 20; time < 720; time += 20) {
      setClock(time * MINUTE);
      expect(await isLive(token)).toBe(true);
    }
    setClock(720 * MINUTE);
    expect(await isLive(token)).toBe(false);
  });

  it.each([
    ['no token', undefined, 401, 'token_required'],
    ['something else', 'Basic YTpi', 401, 'token_required'],
    ['an unknown token', 'Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 403, 'token_rejected'],
  ])('a session is required by every guarded endpoint: %s', async (_, authorization, status, code) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
    const { ENDPOINTS, endpointPath } = await import('../../../src/domain/api/endpoints.ts');
    const { API_BASE } = await import('../../../src/domain/api/bases.ts');
    for (const [id, { access, method }] of Object.entries(ENDPOINTS)) {
      if (access !== 'token') continue;
      const params = { type: 'founder', id: record.id };
      const path = endpointPath(id as 'changePassword', params).slice(API_BASE.length);
      const body = method === 'GET' ? {} : { body: '' };
      expect(await readRefusal(await call(path, { method, headers, ...body })), id).toEqual({ status, code });
    }
  });
});

describe('the list of sessions', () => {
  it('the list of sessions has browser and times, marks this one, and can end all others', async () => {
    const email = newEmail();
    await createApplication({ type: 'founder', values: shortValues({ email }) });
    const agents = [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ];
    setClock(0);
    const other = await openSession(email, PASSWORD, { 'User-Agent': agents[0] });
    setClock(5 * MINUTE);
    const token = await openSession(email, PASSWORD, { 'User-Agent': agents[1] });
    setClock(6 * MINUTE);
    await call('/user', { token: other });
    expect(await (await call('/user/sessions', { token })).json()).toEqual({
      sessions: [
        { created_at: iso(5), used_at: iso(6), browser: 'Safari, iPhone', current: true },
        { created_at: iso(0), used_at: iso(6), browser: 'Firefox, Windows', current: false },
      ],
    });
    expect((await call('/user/sessions', { token, method: 'DELETE' })).status).toBe(200);
    expect(await isLive(token)).toBe(true);
    expect(await isLive(other)).toBe(false);
  });
  const iso = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();
});

it.each([
  ['one address', () => '192.0.2.1'],
  ['an IPv4 /24', (nth: number) => `192.0.2.${nth}`],
  ['an IPv6 /48', (nth: number) => `2001:db8:1:${nth}00::1`],
])('guesses of %s are slowed down together', async (_, addressOf) => {
  const most = 5;
  await forgetGuesses();
  for (let nth = 0; nth < most; nth += 1) expect(await guess(record.email, addressOf(nth)), String(nth)).toBe(0);
  expect(await guess(record.email, addressOf(most))).toBe(30);
});

it('a right password takes back its own try and those of its network, not those of others', async () => {
  await forgetGuesses();
  const [mine, other] = ['192.0.2.1', '198.51.100.1'];
  const signIn = async () => {
    const json = { email: record.email, password: PASSWORD };
    expect((await call('/user-login', { json, headers: { 'X-Client-Address': mine } })).status).toBe(200);
  };
  // More than all networks may try at once.
  for (let nth = 0; nth < 31; nth += 1) await signIn();
  for (let nth = 0; nth < 5; nth += 1) expect(await guess(record.email, other)).toBe(0);
  await signIn();
  expect(await guess(record.email, other)).toBe(30);
});
