/** A request writes nothing when what it relied on was changed meanwhile. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminEnv } from '../../../functions/admin/runtime/env.ts';
import {
  createApplication,
  formOf,
  newEmail,
  openSession,
  PASSWORD,
  readRecord,
  shortValues,
  tokenOf,
  type WireRecord,
} from './support/applications.ts';
import { envWith } from './support/between.ts';
import { desk } from './support/desk.ts';
import { call, mails, migrate, readRefusal } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const NEW = 'blue lantern on the roof';
const OTHER = 'seven boats under snow';
const REJECTED = { status: 403, code: 'token_rejected' };
let record: WireRecord;
let email = '';

beforeAll(migrate);
beforeEach(async () => {
  email = newEmail();
  record = await createApplication({ type: 'founder', values: shortValues({ email }) });
});

async function resetCode(): Promise<string> {
  await call('/forgot-password-token', { json: { email } });
  return /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
}
const resetBy = (code: string, password: string, env?: AdminEnv) =>
  call('/forgot-password-by-code', { json: { email, code, password }, ...(env ? { env } : {}) });
async function reset(password = NEW): Promise<void> {
  expect((await resetBy(await resetCode(), password)).status).toBe(200);
}
const change = (token: string, json: object, env?: AdminEnv) =>
  call(`/change-password/founder/${record.id}`, { token, json, ...(env ? { env } : {}) });
const login = (password: string, env?: AdminEnv) =>
  call('/user-login', { json: { email, password }, ...(env ? { env } : {}) });
const isLive = async (token: string) => (await call('/user', { token })).status === 200;

/** Everything stored at the moment when the request writes. */
async function storedWhen(happens: () => Promise<unknown>, sql: string, ask: (env: AdminEnv) => Promise<Response>) {
  let before: unknown = null;
  const env = envWith(sql, async () => {
    await happens();
    before = await everythingStored();
  });
  const response = await ask(env);
  return { response, before, after: await everythingStored() };
}

describe('a concurrent sign-in', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the password is reset', () => reset()],
    ['the password is changed', async () => change(await tokenOf(record.id), { new_password: NEW })],
    [
      'the address is changed',
      async () => {
        const body = formOf('founder', shortValues({ email: newEmail() }));
        expect((await call(`/founders/${record.id}`, { token: await tokenOf(record.id), body })).status).toBe(200);
      },
    ],
  ])('a sign-in fails when %s meanwhile', async (_, happens) => {
    await login('wrong');
    const { response, before, after } = await storedWhen(happens, 'INSERT INTO tokens', (env) => login(PASSWORD, env));
    expect(await readRefusal(response)).toEqual({ status: 401, code: 'invalid_credentials' });
    expect(after).toEqual(before);
  });
});

describe('a concurrent password change', () => {
  it.each<[string, object]>([
    ['with the current password', { new_password: OTHER, current_password: PASSWORD }],
    ['without it', { new_password: OTHER }],
  ])('a password change fails when a reset ends its session meanwhile, %s', async (_, json) => {
    const token = await tokenOf(record.id);
    const { response, before, after } = await storedWhen(reset, 'SET password_hash', (env) => change(token, json, env));
    expect(await readRefusal(response)).toEqual(REJECTED);
    expect(after).toEqual(before);
    await openSession(email, NEW);
  });

  it.each<[string, (token: string) => Promise<unknown>]>([
    ['signs out', (token) => call('/user-logout', { token, method: 'POST' })],
    [
      'is ended by another one',
      async () => call('/user/sessions', { token: await tokenOf(record.id), method: 'DELETE' }),
    ],
  ])('a password change fails when its session %s meanwhile', async (_, happens) => {
    const token = await tokenOf(record.id);
    const { response, before, after } = await storedWhen(
      () => happens(token),
      'SET password_hash',
      (env) => change(token, { new_password: NEW }, env),
    );
    expect(await readRefusal(response)).toEqual(REJECTED);
    expect(after).toEqual(before);
  });

  it('a password change fails when the current password has changed meanwhile', async () => {
    const token = await tokenOf(record.id);
    const ask = (password: string, env?: AdminEnv) =>
      change(token, { new_password: password, current_password: PASSWORD }, env);
    const env = envWith('SET password_hash', () => ask(NEW));
    expect((await ask(OTHER, env)).status).toBe(403);
    await openSession(email, NEW);
  });
});

describe('a concurrent password reset', () => {
  it('a password reset fails when its code is used meanwhile', async () => {
    const code = await resetCode();
    let token = '';
    const env = envWith('SET password_hash', async () => {
      expect((await resetBy(code, NEW)).status).toBe(200);
      token = await openSession(email, NEW);
    });
    expect(await readRefusal(await resetBy(code, OTHER, env))).toEqual({ status: 410, code: 'code_expired' });
    expect(await isLive(token)).toBe(true);
    await openSession(email, NEW);
  });

  it("a password reset fails when the account's address has changed meanwhile", async () => {
    const code = await resetCode();
    const token = await tokenOf(record.id);
    const body = formOf('founder', shortValues({ email: newEmail() }));
    const env = envWith('SET password_hash', () => call(`/founders/${record.id}`, { token, body }));
    expect(await readRefusal(await resetBy(code, NEW, env))).toEqual({ status: 410, code: 'code_expired' });
    expect(await isLive(token)).toBe(true);
  });

  it('no reset code is sent to an address that has left the account meanwhile', async () => {
    const token = await tokenOf(record.id);
    const body = formOf('founder', shortValues({ email: newEmail() }));
    const env = envWith('INSERT INTO reset_codes', () => call(`/founders/${record.id}`, { token, body }));
    await call('/forgot-password-token', { json: { email }, env });
    const code = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    expect((await resetBy(code, NEW)).status).not.toBe(200);
    expect(await isLive(token)).toBe(true);
  });

  it('a right reset code does not give a try back to a newer code', async () => {
    const code = await resetCode();
    const wrong = code === '000000' ? '000001' : '000000';
    const { DB } = envWith('', async () => {});
    await DB.prepare('UPDATE reset_codes SET made_at = made_at - 60000').run();
    const env = envWith('tries = tries -', async () => {
      const next = await resetCode();
      const other = wrong === next ? '999999' : wrong;
      for (let nth = 1; nth <= 5; nth += 1)
        await call('/check-forgot-password-token', { json: { email, code: other } });
    });
    await call('/check-forgot-password-token', { json: { email, code }, env });
    expect((await call('/check-forgot-password-token', { json: { email, code: wrong } })).status).toBe(410);
  });
});

describe('a session that ended meanwhile', () => {
  it('an update fails when its session has ended meanwhile', async () => {
    const token = await tokenOf(record.id);
    const body = formOf('founder', shortValues({ email, surname: 'Changed' }));
    const { response, before, after } = await storedWhen(reset, 'SET fields', (env) =>
      call(`/founders/${record.id}`, { token, body, env }),
    );
    expect(await readRefusal(response)).toEqual(REJECTED);
    const swept = { orphaned_objects: [], objects: [] };
    expect({ ...after, ...swept }).toEqual({ ...(before as object), ...swept });
    expect(after.orphaned_objects).toEqual([]);
    expect((await readRecord(await openSession(email, NEW))).surname).toBe('Sample');
  });

  it('ending other sessions fails when the session has ended meanwhile', async () => {
    const token = await tokenOf(record.id);
    let other = '';
    const env = envWith('DELETE FROM tokens', async () => {
      await reset();
      other = await openSession(email, NEW);
    });
    expect(await readRefusal(await call('/user/sessions', { token, method: 'DELETE', env }))).toEqual(REJECTED);
    expect(await isLive(other)).toBe(true);
  });
});

it.each<[string, string, (token: string, env: AdminEnv) => Promise<Response>, object?]>([
  [
    'an update',
    'SET fields',
    (token, env) => call(`/founders/${record.id}`, { token, body: formOf('founder', shortValues({ email })), env }),
  ],
  ['a password change', 'SET password_hash', (token, env) => change(token, { new_password: NEW }, env)],
  [
    'a password reset',
    'SET password_hash',
    async (_, env) => resetBy(await resetCode(), NEW, env),
    { status: 410, code: 'code_expired' },
  ],
  [
    'a message',
    'INSERT INTO messages',
    (token, env) => call('/user/messages', { token, json: { id: crypto.randomUUID(), text: 'When?' }, env }),
  ],
  [
    'a withdrawal',
    'INSERT INTO status_history',
    (token, env) => call('/user/withdraw', { token, method: 'POST', env }),
    { status: 409, code: 'stale' },
  ],
  [
    'a deletion request',
    'INSERT INTO deletion_requests',
    (token, env) => call('/user/deletion-request', { token, method: 'POST', env }),
  ],
])('%s is refused, and stores nothing, when the applicant is erased meanwhile', async (_, sql, ask, refusal) => {
  const token = await tokenOf(record.id);
  const erase = () => desk('erase', record.id);
  const { response, before, after } = await storedWhen(erase, sql, (env) => ask(token, env));
  expect(await readRefusal(response)).toEqual(refusal ?? REJECTED);
  const swept = { orphaned_objects: [], objects: [] };
  expect({ ...after, ...swept }).toEqual({ ...(before as object), ...swept });
});

it('a request for a reset code gets the response for an unknown address when the applicant is erased meanwhile', async () => {
  const ask = (env: AdminEnv) => call('/forgot-password-token', { json: { email }, env });
  const { response, before, after } = await storedWhen(
    () => desk('erase', record.id),
    'INSERT INTO reset_codes',
    (env) => ask(env),
  );
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  expect(after).toEqual(before);
});
