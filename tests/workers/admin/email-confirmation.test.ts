/** The confirmation link in the first mail, other confirmations, and what makes an address unconfirmed again. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerMessage } from '../../../functions/office/correspondence.ts';
import { CONFIRMATION } from '../../../src/domain/account/confirmation.ts';
import {
  createApplication,
  formOf,
  newEmail,
  openSession,
  PASSWORD,
  readRecord,
  shortValues,
  tokenOf,
} from './support/applications.ts';
import { MINUTE, setClock } from './support/clock.ts';
import { desk, officerWith } from './support/desk.ts';
import { bindings, call, mails, migrate, readRefusal, runMail } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const EXPIRED = { status: 403, code: 'link_expired' };
const DAY = 24 * 60 * MINUTE;
let [id, email, token, first] = ['', '', '', ''];

beforeAll(migrate);
beforeEach(async () => {
  mails.length = 0;
  email = newEmail();
  ({ id } = await createApplication({ type: 'founder', values: shortValues({ email }) }));
  token = await tokenOf(id);
  await expect.poll(() => mails.length).toBe(1);
  first = secretIn(mails[0]?.text);
  mails.length = 0;
});

const secretIn = (text = '') => /\/auth\/confirm\/email#([\w-]{43})$/m.exec(text)?.[1] ?? '';
const confirm = (secret: string) => call('/confirm-email', { json: { token: secret } });
const sendAgain = (by = token) => call('/user/email-confirmation', { method: 'POST', token: by });
const isConfirmed = async (by = token) => (await readRecord(by)).email_confirmed;
const update = (to: string) =>
  call(`/founders/${id}`, {
    token,
    body: formOf('founder', shortValues({ email: to }), { current_password: PASSWORD }),
  });
const lastSecretTo = (address: string) => secretIn(mails.findLast(({ to }) => to === address)?.text);

describe('the confirmation link of the first mail', () => {
  it('the first link confirms the address, is idempotent and stored as a hash', async () => {
    expect(first).not.toBe('');
    expect(JSON.stringify(await everythingStored())).not.toContain(first);
    expect(await isConfirmed()).toBe(false);
    for (let press = 0; press < 2; press += 1) {
      expect(await (await confirm(first)).json()).toEqual({ status: 'ok' });
      expect(await isConfirmed()).toBe(true);
    }
  });

  it('the first link works for 30 days; an unknown one is link_expired', async () => {
    for (const wrong of ['x', first.toLowerCase(), `${first}A`])
      expect(await readRefusal(await confirm(wrong))).toEqual(EXPIRED);
    expect(await readRefusal(await call('/confirm-email', { json: {} }))).toMatchObject({ code: 'validation_failed' });
    setClock(CONFIRMATION.ms);
    expect(await readRefusal(await confirm(first))).toEqual(EXPIRED);
  });

  it('a mail that an operator sends again has no confirmation link', async () => {
    await desk('resend', id);
    expect(mails.at(-1)).toMatchObject({ to: email, subject: `We received application ${id}` });
    expect(secretIn(mails.at(-1)?.text)).toBe('');
    expect((await confirm(first)).status).toBe(200);
  });
});

describe('POST /user/email-confirmation', () => {
  it('POST /user/email-confirmation mails a new link, which replaces the previous one', async () => {
    setClock(CONFIRMATION.resendMs);
    expect((await sendAgain()).status).toBe(200);
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]).toMatchObject({ to: email, subject: `Confirm the e-mail address of application ${id}` });
    expect(await readRefusal(await confirm(first))).toEqual(EXPIRED);
    expect((await confirm(lastSecretTo(email))).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
  });

  it('POST /user/email-confirmation waits a minute and mails five times a day', async () => {
    const early = await sendAgain();
    expect(early.headers.get('Retry-After')).toBe('60');
    expect(await readRefusal(early)).toMatchObject({ status: 429, code: 'slow_down' });
    expect((await confirm(first)).status).toBe(200);
    await bindings.DB.prepare('UPDATE email_confirmations SET confirmed_at = NULL WHERE applicant_id = ?')
      .bind(id)
      .run();
    for (let nth = 1; nth <= 5; nth += 1) {
      setClock(nth * CONFIRMATION.resendMs);
      expect((await sendAgain()).status).toBe(200);
    }
    setClock(10 * CONFIRMATION.resendMs);
    const late = await sendAgain();
    expect(Number(late.headers.get('Retry-After'))).toBe((DAY - 9 * CONFIRMATION.resendMs) / 1000);
    setClock(DAY + 2 * CONFIRMATION.resendMs);
    expect((await sendAgain(await tokenOf(id))).status).toBe(200);
  });

  it('POST /user/email-confirmation does nothing for a confirmed address', async () => {
    await confirm(first);
    setClock(CONFIRMATION.resendMs);
    expect(await (await sendAgain()).json()).toMatchObject({ object: { email_confirmed: true } });
    expect((await desk('mails', id)).lines.join()).not.toContain('emailConfirm');
    expect(mails).toEqual([]);
  });

  it('POST /user/email-confirmation requires a token and is offered to pages', async () => {
    const call0 = await call('/user/email-confirmation', { method: 'POST' });
    expect(await readRefusal(call0)).toMatchObject({ code: 'token_required' });
    const { offers } = (await (await call('/user', { token })).json()) as { offers: string[] };
    expect(offers).toContain('email_confirmation');
  });
});

describe('a waiting mail with a confirmation link', () => {
  const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
  beforeEach(async () => {
    setClock(CONFIRMATION.resendMs);
    const given = { method: 'POST', token, env: { ...bindings, MAIL } };
    expect((await call('/user/email-confirmation', given)).status).toBe(200);
    setClock(2 * CONFIRMATION.resendMs);
  });

  it('is sent while its link is valid', async () => {
    await runMail(Date.now() + DAY);
    expect((await confirm(lastSecretTo(email))).status).toBe(200);
  });

  it('is not sent once another link has replaced it', async () => {
    expect((await sendAgain()).status).toBe(200);
    await expect.poll(() => mails.length).toBe(1);
    await runMail(Date.now() + DAY);
    expect(mails).toHaveLength(1);
    expect((await confirm(lastSecretTo(email))).status).toBe(200);
  });

  it('is not sent once the address has changed', async () => {
    const next = newEmail();
    expect((await update(next)).status).toBe(200);
    await expect.poll(() => mails.length).toBe(2);
    await runMail(Date.now() + DAY);
    expect(mails.filter(({ to }) => to === next)).toHaveLength(1);
  });
});

it('the first mail, when it is sent late, has no link that another one has replaced', async () => {
  const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
  const values = shortValues({ email: newEmail() });
  const late = await createApplication({ type: 'founder', values, env: { ...bindings, MAIL } });
  setClock(CONFIRMATION.resendMs);
  expect((await sendAgain(await tokenOf(late.id))).status).toBe(200);
  await expect.poll(() => mails.length).toBe(1);
  await runMail(Date.now() + DAY);
  const [confirmation, received] = mails.map(({ text }) => secretIn(text));
  expect([confirmation, received]).toEqual([expect.stringMatching(/./), '']);
});

describe('confirmation of a changed address', () => {
  it('a changed address is unconfirmed and gets its own link; the previous link is invalid', async () => {
    await confirm(first);
    const next = newEmail();
    expect((await update(next)).status).toBe(200);
    expect(await isConfirmed()).toBe(false);
    await expect.poll(() => mails.map(({ to }) => to).sort()).toEqual([email, next].sort());
    expect(await readRefusal(await confirm(first))).toEqual(EXPIRED);
    expect((await confirm(lastSecretTo(next))).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
    expect((await update(email)).status).toBe(200);
    expect(await isConfirmed()).toBe(false);
  });

  it('an address restored by the link of its mail is confirmed', async () => {
    await update(newEmail());
    expect((await desk('show', id)).data).toMatchObject({ emailConfirmedAt: null });
    await expect.poll(() => mails.length).toBe(2);
    const back = /#([\w-]{43})$/m.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];
    expect((await call('/restore-email', { json: { token: back } })).status).toBe(200);
    expect((await desk('show', id)).data).not.toMatchObject({ emailConfirmedAt: null });
  });
});

describe('confirmation by a reset code', () => {
  it('a reset code confirms the address when the password is set, not before', async () => {
    await call('/forgot-password-token', { json: { email } });
    await expect.poll(() => mails.length).toBe(1);
    const code = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
    expect((await call('/check-forgot-password-token', { json: { email, code } })).status).toBe(200);
    expect(await isConfirmed()).toBe(false);
    const password = 'blue lantern on the roof';
    expect((await call('/forgot-password-by-code', { json: { email, code, password } })).status).toBe(200);
    expect(await isConfirmed(await openSession(email, password))).toBe(true);
  });
});

it('an address from before confirmation links is unconfirmed and can be confirmed', async () => {
  await bindings.DB.prepare('DELETE FROM email_confirmations WHERE applicant_id = ?').bind(id).run();
  expect(await isConfirmed()).toBe(false);
  expect((await desk('show', id)).data).toMatchObject({ emailConfirmedAt: null });
  expect((await sendAgain()).status).toBe(200);
  await expect.poll(() => mails.length).toBe(1);
  await confirm(lastSecretTo(email));
  expect(await isConfirmed()).toBe(true);
});

describe('the owner of a mailbox who has not applied', () => {
  const free = (secret: string) => call('/confirm-email', { json: { token: secret, free: true } });
  /** The secret with which the mail of a password reset frees the address; '' where it offers none. */
  async function freeingSecret(): Promise<string> {
    await call('/forgot-password-token', { json: { email } });
    return /\/auth\/confirm\/email#(\S+)$/m.exec(mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
  }

  it.each([
    ['the first mail', async () => first],
    ['a mail of a password reset', freeingSecret],
  ])('frees the address by the link of %s and applies; the earlier application stays, without mails', async (_, of) => {
    expect((await free(await of())).status).toBe(200);
    expect((await call('/user', { token })).status).toBe(403);
    expect((await call('/user-login', { json: { email, password: PASSWORD } })).status).toBe(401);
    expect(await (await call('/check-email', { json: { email } })).json()).toMatchObject({ exists: false });
    const own = await createApplication({ type: 'founder', values: shortValues({ email }) });
    expect(own.id).not.toBe(id);
    await expect.poll(() => mails.length).toBeGreaterThan(0);
    mails.length = 0;
    await desk('set', id, 'in_review', '--now');
    expect(mails).toEqual([]);
    expect((await desk('show', id)).data).toMatchObject({
      isFreed: 1,
      actions: [{ action: 'free' }, { action: 'decide' }, { action: 'set' }],
    });
    // The owner's own application is confirmed and found as any other.
    expect(((await desk('find', email)).data as { found: object[] }).found).toMatchObject([{ id: own.id }, { id }]);
    expect(await readRefusal(await free(first))).toEqual(EXPIRED);
  });

  it('frees no address that was confirmed, and none by a link that expired or was replaced', async () => {
    setClock(2 * MINUTE);
    await sendAgain();
    expect(await readRefusal(await free(first))).toEqual(EXPIRED);
    const last = lastSecretTo(email);
    setClock(CONFIRMATION.ms + 3 * MINUTE);
    expect(await readRefusal(await free(last))).toEqual(EXPIRED);
    setClock(2 * MINUTE);
    expect((await confirm(last)).status).toBe(200);
    expect(await readRefusal(await free(last))).toEqual(EXPIRED);
    expect(await freeingSecret()).toBe('');
    expect(await isConfirmed()).toBe(true);
  });

  it('frees nothing by a body that says so in another type', async () => {
    const response = await call('/confirm-email', { json: { token: first, free: 'yes' } });
    expect(await readRefusal(response)).toEqual({ status: 400, code: 'malformed' });
    expect((await call('/user', { token })).status).toBe(200);
  });

  it('a mail to an unconfirmed address has nothing that the sender wrote', async () => {
    const name = 'CALL PLUS SEVEN';
    const other = newEmail();
    await createApplication({ type: 'founder', values: shortValues({ email: other, name, surname: name }) });
    await call('/forgot-password-token', { json: { email: other } });
    const json = { email: other, text: 'your visa was refused', name, application: '', id: crypto.randomUUID() };
    await call('/messages', { json });
    const [question] = (await bindings.DB.prepare('SELECT id FROM messages').all<{ id: string }>()).results;
    await answerMessage(officerWith(), question?.id ?? '', 'Please write more.');
    await runMail(Date.now());
    await expect.poll(() => mails.filter(({ to }) => to === other).length).toBe(3);
    for (const { subject, text, html } of mails.filter(({ to }) => to === other))
      expect(`${subject} ${text} ${html}`).not.toMatch(/call plus seven|your visa was refused/i);
  });
});
