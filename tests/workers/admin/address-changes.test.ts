/** Changing the email address: the current password, and the restore link in the mail to the old address. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminEnv } from '../../../functions/admin/runtime/env.ts';
import {
  create,
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
import { MINUTE, setClock } from './support/clock.ts';
import { desk } from './support/desk.ts';
import { bindings, call, mails, migrate, readRefusal, runSweep } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const HOUR = 60 * MINUTE;
const NEW = 'blue lantern on the roof';
const EXPIRED = { status: 403, code: 'link_expired' };
const NEEDED = {
  status: 422,
  code: 'current_password_required',
  errors: { current_password: ['current_password_required'] },
};
let old = '';
let email = '';
let record: WireRecord;
let token = '';

beforeAll(migrate);
beforeEach(async () => {
  [old, email] = [newEmail(), newEmail()];
  record = await createApplication({ type: 'founder', values: shortValues({ email: old }) });
  token = await tokenOf(record.id);
  mails.length = 0;
});

const update = (to: string, extra: Record<string, string> = {}, by = token) =>
  call(`/founders/${record.id}`, { token: by, body: formOf('founder', shortValues({ email: to }), extra) });
const changePassword = (json: object) => call(`/change-password/founder/${record.id}`, { token, json });
const restore = (secret: string, env = bindings) => call('/restore-email', { json: { token: secret }, env });
const linkIn = (text = '') => /(\S+\/auth\/restore\/email)#([\w-]{43})$/m.exec(text);
/** Changes the address and returns the secret of the restore link. */
async function changed(to = email): Promise<string> {
  expect((await update(to)).status).toBe(200);
  return mails.flatMap(({ text }) => linkIn(text)?.[2] ?? []).at(-1) ?? '';
}
/** The stored rows of abandoned addresses. */
const left = async () =>
  ((await everythingStored()).left_addresses as { applicant_id: string }[]).filter(
    ({ applicant_id }) => applicant_id === record.id,
  );
const login = async (address: string, password: string) =>
  (await call('/user-login', { json: { email: address, password } })).status;

describe('the current password', () => {
  it('the current password is not required within ten minutes of the sign-in', async () => {
    setClock(10 * MINUTE);
    expect((await changePassword({ new_password: NEW })).status).toBe(200);
    expect((await update(email)).status).toBe(200);
  });

  it.each([{}, { current_password: '' }])(
    'the current password is required later for a new password (%j)',
    async (extra) => {
      setClock(10 * MINUTE + 1);
      const before = await everythingStored();
      const { tokens: _, ...kept } = before;
      expect(await readRefusal(await changePassword({ new_password: NEW, ...extra }))).toEqual(NEEDED);
      expect(await everythingStored()).toMatchObject(kept);
      expect((await changePassword({ new_password: NEW, current_password: PASSWORD })).status).toBe(200);
    },
  );

  it('the current password is required later for another address, and for nothing else in an application', async () => {
    setClock(10 * MINUTE + 1);
    expect(await readRefusal(await update(email))).toEqual(NEEDED);
    expect((await readRecord(token)).email).toBe(old);
    expect((await update(old.toUpperCase(), { version: '1' })).status).toBe(200);
    expect((await update(email, { current_password: PASSWORD })).status).toBe(200);
    expect((await readRecord(token)).email).toBe(email);
  });

  it('the current password is checked whenever it is sent, and wrong guesses slow down', async () => {
    for (let nth = 1; nth <= 5; nth += 1)
      expect(await readRefusal(await update(email, { current_password: 'not this one' }))).toMatchObject({
        status: 422,
        errors: { current_password: ['password_wrong'] },
      });
    expect((await update(email, { current_password: PASSWORD })).status).toBe(429);
  });

  it('a change of the email address fails when the password has changed before the write', async () => {
    const other = await tokenOf(record.id);
    const env = envWith('SET fields', () => changePassword({ new_password: NEW, current_password: PASSWORD }));
    const body = formOf('founder', shortValues({ email }), { current_password: PASSWORD });
    const response = await call(`/founders/${record.id}`, { token: other, body, env });
    expect(await readRefusal(response)).toEqual({ status: 403, code: 'token_rejected' });
    expect((await readRecord(token)).email).toBe(old);
  });
});

describe('the restore link of a changed address', () => {
  it('the restore link is mailed to the old address with its secret in the fragment, and stored as a hash', async () => {
    const secret = await changed();
    expect(mails.map(({ to }) => to).sort()).toEqual([old, email].sort());
    expect(linkIn(mails.find(({ to }) => to === old)?.text)?.[1]).toBe(
      `${bindings.PORTAL_ORIGIN}/en/auth/restore/email`,
    );
    expect(JSON.stringify(await everythingStored())).not.toContain(secret);
  });

  it('the restore link restores the address, ends every session, locks the password and notifies the new address', async () => {
    const secret = await changed();
    await changePassword({ new_password: NEW });
    mails.length = 0;
    setClock(72 * HOUR - 1);
    const late = await tokenOf(record.id);
    expect(await (await restore(secret)).json()).toEqual({ status: 'ok' });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'The e-mail address of the application was changed back'],
    ]);
    for (const session of [token, late])
      expect(await readRefusal(await call('/user', { token: session }))).toMatchObject({ status: 403 });
    for (const address of [old, email])
      for (const password of [PASSWORD, NEW]) expect(await login(address, password)).toBe(401);
    setClock(73 * HOUR);
    await call('/forgot-password-token', { json: { email: old } });
    const code = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    const json = { email: old, code, password: NEW };
    expect((await call('/forgot-password-by-code', { json })).status).toBe(200);
    expect((await readRecord(await openSession(old, NEW))).email).toBe(old);
  });

  it('the restore link keeps the replaced address as an earlier version', async () => {
    const secret = await changed();
    await restore(secret);
    const { results } = await bindings.DB.prepare(
      "SELECT version, fields ->> 'email' AS email, changed FROM application_versions WHERE applicant_id = ? ORDER BY 1",
    )
      .bind(record.id)
      .all();
    expect(results).toEqual([
      { version: 1, email: old, changed: '["email"]' },
      { version: 2, email, changed: '["email"]' },
    ]);
  });

  it('the restore link invalidates a reset code for the new address', async () => {
    const secret = await changed();
    await call('/forgot-password-token', { json: { email } });
    const code = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    await restore(secret);
    const json = { email, code, password: NEW };
    expect((await call('/forgot-password-by-code', { json })).status).toBe(410);
  });

  it('the restore link works after the owner of the new address has freed it, who gets no mail', async () => {
    const secret = await changed();
    const link = /\/auth\/confirm\/email#(\S+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];
    expect((await call('/confirm-email', { json: { token: link, free: true } })).status).toBe(200);
    mails.length = 0;
    expect((await restore(secret)).status).toBe(200);
    expect((await desk('mails', record.id)).lines).toEqual(['[]']);
    expect(mails).toEqual([]);
  });

  it('the restore link works once, also for two simultaneous requests', async () => {
    const secret = await changed();
    const responses = await Promise.all([restore(secret), restore(secret)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await readRefusal(await restore(secret))).toEqual(EXPIRED);
  });

  it('the restore link is link_expired when it was used during the request', async () => {
    const secret = await changed();
    const env = envWith('SET email_key', () => restore(secret));
    expect(await readRefusal(await restore(secret, env))).toEqual(EXPIRED);
  });

  it('the restore link expires after 72 hours and is swept', async () => {
    const secret = await changed();
    setClock(72 * HOUR);
    expect(await readRefusal(await restore(secret))).toEqual(EXPIRED);
    await runSweep(Date.now());
    expect(await left()).toEqual([]);
  });

  it.each(['', 'no-such-secret'])('the restore link rejects any other secret ("%s")', async (secret) => {
    await changed();
    const before = await everythingStored();
    expect((await restore(secret)).status).toBe(secret ? 403 : 422);
    expect(await everythingStored()).toEqual(before);
  });

  it('the restore link survives further changes, and an intermediate address gets none', async () => {
    const secret = await changed();
    mails.length = 0;
    const third = newEmail();
    expect(await changed(third)).toBe('');
    expect(mails.map(({ to }) => to).sort()).toEqual([email, third].sort());
    expect((await restore(secret)).status).toBe(200);
    expect(await left()).toEqual([]);
  });

  it('the restore link expires when the applicant changes back to the old address', async () => {
    const secret = await changed();
    await changed(old);
    expect(await readRefusal(await restore(secret))).toEqual(EXPIRED);
    expect((await readRecord(token)).email).toBe(old);
  });

  it('the restore link reserves the old address for its owner', async () => {
    await changed();
    const taken = { status: 409, code: 'email_taken', errors: { email: ['email_taken'] } };
    const apply = () => create({ type: 'founder', values: shortValues({ email: old }) });
    expect(await readRefusal(await apply())).toEqual(taken);
    const other = await createApplication({ type: 'founder', values: shortValues() });
    const body = formOf('founder', shortValues({ email: old }));
    const theirs = { token: await tokenOf(other.id), body };
    expect(await readRefusal(await call(`/founders/${other.id}`, theirs))).toEqual(taken);
    expect(await (await call('/check-email', { json: { email: old } })).json()).toMatchObject({ exists: true });
    setClock(72 * HOUR);
    expect((await apply()).status).toBe(201);
  });

  it.each<[string, (to: string, env: AdminEnv) => Promise<Response>]>([
    ['INSERT INTO applicants', (to, env) => create({ type: 'founder', values: shortValues({ email: to }), env })],
    [
      'SET fields',
      async (to, env) => {
        const body = formOf('founder', shortValues({ email: to }));
        return call(`/founders/${record.id}`, { token, body, env });
      },
    ],
  ])('the restore link reserves the old address also against a concurrent request (%s)', async (sql, ask) => {
    const wanted = newEmail();
    // Another applicant takes the address and leaves it again.
    const env = envWith(sql, async () => {
      const { id } = await createApplication({ type: 'founder', values: shortValues({ email: wanted }) });
      const body = formOf('founder', shortValues({ email }));
      expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    });
    expect(await readRefusal(await ask(wanted, env))).toMatchObject({ status: 409, code: 'email_taken' });
  });
});
