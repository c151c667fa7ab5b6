import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RESET_RESEND_MS } from '../../../src/domain/account/reset.ts';
import {
  createApplication,
  openSession,
  PASSWORD,
  shortValues,
  tokenOf,
  type WireRecord,
} from './support/applications.ts';
import { MINUTE, NOW, setClock } from './support/clock.ts';
import { bindings, call, mails, migrate, readRefusal, runSweep } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const NEW = 'blue lantern on the roof';
const EMAIL = 'reset@example.com';
const STRANGER = 'stranger@example.com';
let record: WireRecord;
/** Gives each test its own days, so that limits of mails and wrong codes do not carry over. */
let hour = 0;

beforeAll(async () => {
  await migrate();
  record = await createApplication({ type: 'founder', values: shortValues({ email: EMAIL }) });
});
beforeEach(() => {
  hour += 50;
  mails.length = 0;
  at(0);
});

const at = (ms: number) => setClock(hour * 60 * MINUTE + ms);
const ask = (email = EMAIL) => call('/forgot-password-token', { json: { email } });
const check = (code: string, email = EMAIL) => call('/check-forgot-password-token', { json: { email, code } });
const reset = (code: string, password = NEW, email = EMAIL) =>
  call('/forgot-password-by-code', { json: { email, code, password } });
const lastCode = () =>
  /\b\d{6}\b/.exec(mails.findLast(({ subject }) => subject.includes('code'))?.text ?? '')?.[0] ?? '';
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const setPassword = (password: string) => call(path(), { token, json: { new_password: password } });
const path = (type = 'founder', id = record.id) => `/change-password/${type}/${id}`;
let token = '';

describe('changing the password', () => {
  beforeEach(async () => {
    token = await tokenOf(record.id);
  });

  it('a password change ends every other session, keeps its own, and is reported by mail', async () => {
    const other = await tokenOf(record.id);
    expect((await setPassword(NEW)).status).toBe(200);
    expect((await call('/user', { token })).status).toBe(200);
    expect((await call('/user', { token: other })).status).toBe(403);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[EMAIL, 'Your password was changed']]);
    expect((await call('/user-login', { json: { email: EMAIL, password: PASSWORD } })).status).toBe(401);
    await openSession(EMAIL, NEW);
    await setPassword(PASSWORD);
  });

  it('a password change accepts the current password and the alias of a type', async () => {
    const json = { new_password: PASSWORD, current_password: PASSWORD };
    expect((await call(path(), { token, json })).status).toBe(200);
    expect(await readRefusal(await call(path('specialist_visa'), { token, json }))).toMatchObject({ status: 403 });
  });

  it('a password change names a wrong current password and slows down after five', async () => {
    const json = { new_password: NEW, current_password: 'not this one' };
    for (let nth = 1; nth <= 5; nth += 1)
      expect(await readRefusal(await call(path(), { token, json }))).toEqual({
        status: 422,
        code: 'validation_failed',
        errors: { current_password: ['password_wrong'] },
      });
    expect(await readRefusal(await call(path(), { token, json }))).toEqual({ status: 429, code: 'slow_down' });
    await bindings.DB.prepare('DELETE FROM sign_in_tries').run();
  });

  it.each([
    ['', 'required'],
    ['short', 'password_short'],
    ['reset and then some', 'password_personal'],
    ['passwordpassword', 'password_common'],
    ['michaeljackson', 'password_common'],
    ['1q2w3e4r5t6y', 'password_common'],
  ])('a password change names the new password "%s"', async (password, code) => {
    const before = await everythingStored();
    expect(await readRefusal(await setPassword(password))).toEqual({
      status: 422,
      code: 'validation_failed',
      errors: { new_password: [code] },
    });
    expect(await everythingStored()).toEqual(before);
  });

  it.each([
    ['another id', 'founder', 'ITV-0000000000'],
    ['another type', 'investor', ''],
    ['no type at all', 'owner', ''],
  ])('a password change is rejected for %s', async (_, type, id) => {
    const response = await call(path(type, id || record.id), { token, json: { new_password: NEW } });
    expect(await readRefusal(response)).toEqual({ status: 403, code: 'token_rejected' });
  });

  it('a password change with a non-text password is malformed', async () => {
    const response = await call(path(), { token, json: { new_password: 123456789012 } });
    expect(await readRefusal(response)).toEqual({ status: 400, code: 'malformed' });
  });
});

describe('a reset code', () => {
  it('a reset code is mailed, checked, used once, and ends every session', async () => {
    token = await tokenOf(record.id);
    expect(await (await ask()).json()).toEqual({ status: 'ok' });
    const code = lastCode();
    expect(mails[0]).toMatchObject({ to: EMAIL, from: { email: bindings.MAIL_FROM, name: 'IT Visa portal' } });
    expect(mails[0]?.html).toContain(code);
    expect((await check(code)).status).toBe(200);
    expect((await check(` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect((await reset(code)).status).toBe(200);
    expect((await call('/user', { token })).status).toBe(403);
    expect(mails.at(-1)?.subject).toBe('Your password was changed');
    expect(await readRefusal(await reset(code))).toEqual({ status: 410, code: 'code_expired' });
    token = await openSession(EMAIL, NEW);
    await setPassword(PASSWORD);
  });

  it('a reset code is invalid after five wrong tries', async () => {
    await ask();
    const code = lastCode();
    for (let nth = 1; nth <= 5; nth += 1)
      expect(await readRefusal(nth % 2 ? await check(wrong(code)) : await reset(wrong(code)))).toEqual({
        status: 422,
        code: 'validation_failed',
        errors: { code: ['code_wrong'] },
      });
    expect(await readRefusal(await check(code))).toEqual({ status: 410, code: 'code_expired' });
    expect(await readRefusal(await reset(code))).toEqual({ status: 410, code: 'code_expired' });
  });

  const HOUR = 60 * MINUTE;
  const from = (address: string) => ({ headers: { 'X-Client-Address': address } });
  /** Tries a wrong code until no try is left. @returns the number of tries */
  async function guessAll(address: string, email = EMAIL): Promise<number> {
    const json = { email, code: wrong(lastCode()) };
    for (let count = 0; ; count += 1)
      if ((await call('/check-forgot-password-token', { json, ...from(address) })).status === 410) return count;
  }
  const askFrom = (address: string, email = EMAIL) =>
    call('/forgot-password-token', { json: { email }, ...from(address) });

  it('strangers who use up their tries of a reset code leave five to the network that asked for it', async () => {
    await askFrom('192.0.2.1');
    expect(await guessAll('198.51.100.7')).toBe(5);
    expect(await guessAll('2001:db8::1'), 'all strangers together').toBe(0);
    const json = { email: EMAIL, code: lastCode() };
    expect((await call('/check-forgot-password-token', { json, ...from('198.51.100.7') })).status).toBe(410);
    expect((await call('/check-forgot-password-token', { json, ...from('192.0.2.1') })).status).toBe(200);
    expect(await guessAll('192.0.2.1')).toBe(5);
  });

  it.each([
    ['an applicant', EMAIL],
    ['a stranger', STRANGER],
  ])('all networks together guess a code of %s less than 60 times an hour', async (_, email) => {
    let guesses = 0;
    for (let nth = 0; nth < 60; nth += 1) {
      at(nth * MINUTE);
      await askFrom(`198.51.${nth}.1`, email);
      for (const address of [`198.51.${nth}.1`, '203.0.113.9']) guesses += await guessAll(address, email);
    }
    expect(guesses).toBe(50);
    at(HOUR);
    expect((await askFrom('192.0.2.1', email)).status).toBe(200);
    expect((await check(wrong(lastCode()), email)).status).toBe(422);
  });

  const lastLink = () => /new\/password\S*#(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const resetByLink = (secret: string) =>
    call('/forgot-password-by-code', { json: { token: secret, password: PASSWORD }, ...from('203.0.113.50') });

  it('the link of a reset mail sets a password whatever strangers have guessed and requested since', async () => {
    await ask();
    const link = lastLink();
    for (let nth = 0; nth < 6; nth += 1) {
      at(nth * MINUTE);
      await askFrom('198.51.100.7');
      await guessAll('198.51.100.7');
    }
    expect(await readRefusal(await ask())).toEqual({ status: 429, code: 'slow_down' });
    expect((await resetByLink(link)).status).toBe(200);
    await openSession(EMAIL);
    expect(await readRefusal(await resetByLink(link)), 'once').toEqual({ status: 403, code: 'link_expired' });
  });

  it('the link of a reset mail works for an hour, and for nobody else', async () => {
    await ask();
    const link = lastLink();
    at(HOUR - 1);
    for (const bad of [
      'x',
      link.slice(0, -1),
      `0${link.slice(1)}`,
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
    ])
      expect(await readRefusal(await resetByLink(bad)), bad).toEqual({ status: 403, code: 'link_expired' });
    await runSweep(hour * HOUR + NOW + HOUR - 1);
    expect((await resetByLink(link)).status).toBe(200);
    at(HOUR);
    await ask();
    const old = lastLink();
    at(2 * HOUR);
    expect(await readRefusal(await resetByLink(old))).toEqual({ status: 403, code: 'link_expired' });
  });

  it('the link of a reset mail ends with a new password or address', async () => {
    await ask();
    const link = lastLink();
    token = await tokenOf(record.id);
    expect((await setPassword(NEW)).status).toBe(200);
    expect(await readRefusal(await resetByLink(link))).toEqual({ status: 403, code: 'link_expired' });
    await setPassword(PASSWORD);
  });

  it('a right reset code does not count as wrong', async () => {
    for (let nth = 0; nth < 12; nth += 1) {
      at(nth * 20 * MINUTE);
      await ask();
      expect((await check(lastCode())).status).toBe(200);
    }
    at(12 * 20 * MINUTE);
    await ask();
    expect((await check(wrong(lastCode()))).status).toBe(422);
  });

  it('simultaneous guesses of a reset code get at most five tries per code', async () => {
    await ask();
    const responses = await Promise.all(Array.from({ length: 12 }, () => check(wrong(lastCode()))));
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(5);
  });

  it('a reset code expires after 15 minutes', async () => {
    await ask();
    at(15 * MINUTE - 1);
    expect((await check(lastCode())).status).toBe(200);
    at(15 * MINUTE);
    expect(await readRefusal(await check(lastCode()))).toEqual({ status: 410, code: 'code_expired' });
  });

  it('a new reset code invalidates the previous one', async () => {
    await ask();
    const old = lastCode();
    at(MINUTE);
    await ask();
    if (old !== lastCode()) expect(await readRefusal(await check(old))).toMatchObject({ status: 422 });
    expect((await check(lastCode())).status).toBe(200);
  });

  it('a reset code can be requested again after 30 seconds, when the page offers it', async () => {
    await ask();
    at(RESET_RESEND_MS - 1);
    await ask();
    expect(mails).toHaveLength(1);
    at(RESET_RESEND_MS);
    await ask();
    expect(mails).toHaveLength(2);
  });

  it.each([
    ['an applicant', EMAIL, 5],
    ['a stranger', STRANGER, 0],
  ])('a reset code is mailed five times an hour, and %s gets the waiting time', async (_, email, sent) => {
    for (const minute of [0, 1, 2, 3, 4]) {
      at(minute * MINUTE);
      expect(await (await ask(email)).json()).toEqual({ status: 'ok' });
    }
    // The fifth mail is still being sent, so the response is a success.
    at(4 * MINUTE + RESET_RESEND_MS - 1);
    expect((await ask(email)).status).toBe(200);
    for (const minute of [5, 6, 59]) {
      at(minute * MINUTE);
      const response = await ask(email);
      expect(response.headers.get('Retry-After')).toBe(String((60 - minute) * 60));
      expect(await readRefusal(response)).toEqual({ status: 429, code: 'slow_down' });
    }
    expect(mails).toHaveLength(sent);
    at(60 * MINUTE);
    expect((await ask(email)).status).toBe(200);
    expect(mails).toHaveLength(sent === 0 ? 0 : 6);
  });

  it('a reset code stays valid until its end after a refused request for another', async () => {
    for (const minute of [0, 1, 2, 3, 4]) {
      at(minute * MINUTE);
      await ask();
    }
    at(5 * MINUTE);
    expect((await ask()).status).toBe(429);
    expect((await check(lastCode())).status).toBe(200);
  });

  it('a reset code stays valid when the new password is refused', async () => {
    await ask();
    const code = lastCode();
    for (let nth = 1; nth <= 6; nth += 1)
      expect(await readRefusal(await reset(code, 'too short'))).toMatchObject({
        status: 422,
        errors: { password: ['password_short'] },
      });
    expect((await reset(code, PASSWORD)).status).toBe(200);
  });

  it('a password reset treats an unknown address like a known one, without a mail', async () => {
    expect(await (await ask(STRANGER)).json()).toEqual({ status: 'ok' });
    for (let nth = 1; nth <= 5; nth += 1)
      expect(await readRefusal(await check('123456', STRANGER))).toMatchObject({ errors: { code: ['code_wrong'] } });
    expect(await readRefusal(await check('123456', STRANGER))).toEqual({ status: 410, code: 'code_expired' });
    expect(mails).toEqual([]);
  });

  it('a reset code that was never requested is code_expired', async () => {
    for (const email of [EMAIL, 'never@example.com'])
      expect(await readRefusal(await check('123456', email))).toEqual({ status: 410, code: 'code_expired' });
  });

  it.each([
    ['/forgot-password-token', { email: 'no address' }, { email: ['email_format'] }],
    ['/check-forgot-password-token', { email: EMAIL }, { code: ['required'] }],
    ['/forgot-password-by-code', { email: EMAIL, code: '123456' }, { password: ['required'] }],
    ['/check-email', {}, { email: ['required'] }],
  ])('a refused password reset names what is missing: %s', async (route, json, errors) => {
    expect(await readRefusal(await call(route, { json }))).toEqual({ status: 422, code: 'validation_failed', errors });
  });
});

it('check-email says whether an address has an application', async () => {
  const exists = async (email: string) => (await call('/check-email', { json: { email } })).json();
  expect(await exists('RESET@example.com')).toEqual({
    exists: true,
    offers: [
      'idempotency_keys',
      'current_password',
      'withdrawal',
      'deletion_requests',
      'email_confirmation',
      'messages',
      'partial_dates',
    ],
  });
  expect(await exists(STRANGER)).toMatchObject({ exists: false });
});
