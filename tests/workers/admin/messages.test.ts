/** Messages to the staff: stored once, mailed to the office, limited, answered once, and deleted with the applicant. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerMessage, closeMessage, writeToApplicant } from '../../../functions/office/correspondence.ts';
import { MAX_MESSAGE, MESSAGE_RETENTION_DAYS, MESSAGES_PER_HOUR } from '../../../src/domain/input/message.ts';
import { confirmAddress, createApplication, newEmail, shortValues, tokenOf } from './support/applications.ts';
import { MINUTE, NOW, setClock } from './support/clock.ts';
import { desk, expectRefusal, officerWith, TESTER, t } from './support/desk.ts';
import { bindings, call, mails, migrate, readRefusal, runMail, runSweep } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const OFFICE = 'office@example.org';
const HOUR = 60 * MINUTE;
let network = 0;

beforeAll(migrate);
beforeEach(async () => {
  await bindings.DB.prepare('DELETE FROM messages').run();
  network += 1;
  mails.length = 0;
});

const body = (text: string, more: object = {}) => ({ id: crypto.randomUUID(), text, ...more });
const ask = (json: object, headers: Record<string, string> = {}) =>
  call('/messages', { json, headers: { 'X-Client-Address': `198.51.${network}.1`, ...headers } });
const send = (token: string, json: object) => call('/user/messages', { token, json });
const stored = async () => (await everythingStored()).messages ?? [];

async function applicant() {
  const email = newEmail();
  const { id } = await createApplication({ type: 'founder', values: shortValues({ email }) });
  // Drops the mail that confirms receipt.
  mails.splice(
    mails.findIndex(({ to }) => to === email),
    1,
  );
  return { id, email, token: await tokenOf(id) };
}

const listed = async (token: string) =>
  ((await (await call('/user/messages', { token })).json()) as { messages: object[] }).messages;

describe('POST /user/messages', () => {
  it('POST /user/messages stores the message, mails the office once and lists it', async () => {
    const { id, email, token } = await applicant();
    expect((await send(token, body('  When will I hear?\nThank you.  '))).status).toBe(200);
    await expect.poll(() => mails.length).toBe(1);
    const [mail] = mails;
    expect(mail?.to).toBe(OFFICE);
    for (const part of ['When will I hear?\nThank you.', id, email]) expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain('Hello Anna');
    expect(await listed(token)).toEqual([
      { sent_at: new Date(NOW).toISOString(), text: 'When will I hear?\nThank you.', answer: null },
    ]);
    const { token: other } = await applicant();
    expect(await listed(other)).toEqual([]);
  });

  it('a repeated message is stored once, also simultaneously; its id with another text is a mismatch', async () => {
    const { token } = await applicant();
    const message = body('Once');
    const responses = await Promise.all([send(token, message), send(token, message), send(token, message)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stored()).toHaveLength(1);
    expect(await readRefusal(await send(token, { ...message, text: 'Twice' }))).toEqual({
      status: 422,
      code: 'idempotency_mismatch',
    });
    const { token: other } = await applicant();
    expect((await readRefusal(await send(other, message))).code).toBe('idempotency_mismatch');
    await runMail(Date.now());
    expect(mails.filter(({ to }) => to === OFFICE)).toHaveLength(1);
  });

  it('the messages of an account are limited, with the time of the next one', async () => {
    const { id, token } = await applicant();
    const first = body('nth 0');
    await send(token, first);
    for (let nth = 1; nth < MESSAGES_PER_HOUR.account; nth += 1) {
      setClock(nth * MINUTE);
      expect((await send(token, body(`nth ${nth}`))).status).toBe(200);
    }
    const refused = await send(token, body('one more'));
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(50 * 60);
    expect(await readRefusal(refused)).toEqual({ status: 429, code: 'slow_down' });
    // Repeating a stored message is not a new message.
    expect((await send(token, first)).status).toBe(200);
    expect(await stored()).toHaveLength(MESSAGES_PER_HOUR.account);
    setClock(HOUR + 1);
    expect((await send(await tokenOf(id), body('later'))).status).toBe(200);
  });

  it.each([
    ['an empty text', ' \n ', 'required'],
    ['a text that is too long', 'x'.repeat(MAX_MESSAGE + 1), 'too_long'],
    ['hidden characters', 'a\u202eb', 'hidden_characters'],
  ])('POST /user/messages refuses %s', async (_, text, code) => {
    const { token } = await applicant();
    const response = await send(token, body(text));
    expect(await response.clone().json()).toMatchObject({ errors: { text: [code] } });
    expect((await readRefusal(response)).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  it('POST /user/messages refuses a message without an id of the sender', async () => {
    const { token } = await applicant();
    const codeOf = async (id: unknown) => (await readRefusal(await send(token, { id, text: 'x' }))).code;
    expect(await codeOf(undefined)).toBe('validation_failed');
    for (const id of ['x', 7]) expect(await codeOf(id)).toBe('malformed');
  });

  it('POST /user/messages is offered to pages', async () => {
    const { token } = await applicant();
    expect(((await (await call('/user', { token })).json()) as { offers: string[] }).offers).toContain('messages');
    expect((await call('/messages')).status).toBe(200);
  });

  it('a message is stored and not mailed where the office has no address', async () => {
    const { token } = await applicant();
    const env = { ...bindings, MESSAGES_TO: '' };
    expect((await call('/user/messages', { token, json: body('Nobody reads mail'), env })).status).toBe(200);
    expect(await stored()).toHaveLength(1);
    await runMail(Date.now());
    expect(mails).toEqual([]);
  });
});

describe('POST /messages', () => {
  it('POST /messages stores a question with its address and mails the office', async () => {
    const question = body('How do I apply?', {
      email: 'Someone@Example.org',
      name: 'Someone',
      application: 'itv 7q2m9xk4tb',
    });
    expect((await ask(question, { 'Accept-Language': 'ru' })).status).toBe(200);
    expect(await stored()).toMatchObject([
      {
        email: 'Someone@Example.org',
        email_key: 'someone@example.org',
        number: 'ITV-7Q2M9XK4TB',
        locale: 'ru',
        applicant_id: null,
      },
    ]);
    await expect.poll(() => mails.length).toBe(1);
    for (const part of ['How do I apply?', 'Someone@Example.org', 'ITV-7Q2M9XK4TB'])
      expect(mails[0]?.text).toContain(part);
    expect((await ask(question)).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it('POST /messages names every invalid field', async () => {
    const wrong = body('', { email: 'nobody', name: 'x'.repeat(161), application: 'a\u202e' });
    const response = await ask(wrong);
    expect(await response.json()).toMatchObject({
      errors: { text: ['required'], email: ['email_format'], name: ['too_long'], application: ['hidden_characters'] },
    });
    expect((await readRefusal(await ask(body('x', { email: 7 })))).code).toBe('malformed');
  });

  it('the questions of a network to POST /messages are limited for an hour', async () => {
    const email = 'someone@example.org';
    const many = Array.from({ length: MESSAGES_PER_HOUR.network + 3 }, (_, nth) => ask(body(`${nth}`, { email })));
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MESSAGES_PER_HOUR.network);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    network += 1;
    expect((await ask(body('another network', { email }))).status).toBe(200);
    await runSweep(NOW + HOUR + 1);
    expect(new Set((await stored()).map((row) => (row as { sender: string }).sender))).toEqual(new Set(['']));
  });

  it('a question to POST /messages without an account is swept after some months', async () => {
    await ask(body('Old', { email: 'someone@example.org' }));
    await runSweep(NOW + (MESSAGE_RETENTION_DAYS - 1) * 24 * HOUR);
    expect(await stored()).toHaveLength(1);
    await runSweep(NOW + MESSAGE_RETENTION_DAYS * 24 * HOUR);
    expect(await stored()).toEqual([]);
  });
});

describe('desk messages, answer and close', () => {
  const idOf = async () => ((await stored())[0] as { id: string }).id;

  it("an answer is mailed in the applicant's language once", async () => {
    const email = newEmail();
    const { id } = await createApplication({ type: 'founder', values: shortValues({ email }) });
    await confirmAddress(mails.find(({ to }) => to === email)?.text);
    mails.length = 0;
    const token = await tokenOf(id);
    await send(token, body('When?'));
    await expect.poll(() => mails.length).toBe(1);
    const message = await idOf();
    await answerMessage(officerWith(), message, 'Within a week.');
    await runMail(Date.now());
    expect(mails[1]).toMatchObject({ to: email, subject: 'An answer to your question' });
    for (const part of ['Hello Anna-Maria', 'Within a week.', 'When?', '/en/profile'])
      expect(mails[1]?.text).toContain(part);
    expect(await listed(token)).toMatchObject([
      { answer: { text: 'Within a week.', answered_at: expect.any(String) } },
    ]);
    const ended = t('messageEnded', { id: message });
    expect(await expectRefusal(() => answerMessage(officerWith(), message, 'Again'))).toBe(ended);
    expect(await expectRefusal(() => closeMessage(officerWith(), message))).toBe(ended);
    expect((await desk('log', id)).data).toMatchObject([{ action: 'answer', detail: message }]);
  });

  it('the office can write first, several times; the applicant reads it, answers, and the status stays', async () => {
    const { id, email, token } = await applicant();
    for (const text of ['Which company?', 'And since when?']) await writeToApplicant(officerWith(), id, text);
    await runMail(Date.now());
    expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
      'A message about your application',
      'A message about your application',
    ]);
    expect(mails.at(-1)?.text).toContain('And since when?');
    expect(mails.at(-1)?.text).not.toContain('Your question');
    expect((await listed(token)).map((one) => (one as { text: string }).text)).toEqual(['', '']);
    await send(token, body('Sample LLC, since May'));
    expect((await desk('show', id)).data).toMatchObject({ status: 'submitted' });
    expect(await stored()).toMatchObject([{ state: 'answered' }, { state: 'answered' }, { state: 'open' }]);
  });

  it('an answer uses the language of the question when the sender has no account', async () => {
    await ask(body('Как подать?', { email: 'someone@example.org' }), { 'Accept-Language': 'ru' });
    await answerMessage(officerWith(), await idOf(), 'На портале.');
    await runMail(Date.now());
    expect(mails.find(({ to }) => to === 'someone@example.org')).toMatchObject({ subject: 'Ответ на ваш вопрос' });
  });

  it('closing a message ends it without a mail', async () => {
    await ask(body('Buy now', { email: 'someone@example.org' }));
    await runMail(Date.now());
    mails.length = 0;
    await closeMessage(officerWith(), await idOf());
    await runMail(Date.now());
    expect(mails).toEqual([]);
    expect(await stored()).toMatchObject([{ state: 'closed', answer: null, ended_by: TESTER }]);
  });

  it('an answer to an unknown message, and an empty or overlong one, are refused', async () => {
    const answer = (id: string, text: string) => expectRefusal(() => answerMessage(officerWith(), id, text));
    expect(await answer('Q-NONE', 'x')).toBe(t('noSuchMessage', { id: 'Q-NONE' }));
    await ask(body('x', { email: 'someone@example.org' }));
    await runMail(Date.now());
    expect(await answer(await idOf(), ' ')).toBe(t('noteEmpty'));
    const length = MAX_MESSAGE + 1;
    expect(await answer(await idOf(), 'x'.repeat(length))).toBe(t('noteLength', { max: MAX_MESSAGE, length }));
  });

  it('two simultaneous answers send one mail', async () => {
    await ask(body('x', { email: 'someone@example.org' }));
    await runMail(Date.now());
    mails.length = 0;
    const message = await idOf();
    const ended = await Promise.allSettled(['one', 'two'].map((text) => answerMessage(officerWith(), message, text)));
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await runMail(Date.now());
    expect(mails).toHaveLength(1);
  });
});

describe('messages of an erased applicant', () => {
  it("desk erase deletes the applicant's messages, those of the help page with the address or number, and their waiting mails", async () => {
    const { id, email, token } = await applicant();
    const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
    const env = { ...bindings, MAIL };
    await call('/user/messages', { token, json: body('of the account'), env });
    for (const more of [{ email }, { email: 'other@example.org', application: id }, { email: 'else@example.org' }])
      await call('/messages', {
        json: body('of the help page', more),
        env,
        headers: { 'X-Client-Address': '198.51.100.250' },
      });
    await desk('erase', id);
    expect(await stored()).toMatchObject([{ email: 'else@example.org' }]);
    await runMail(NOW + 2 * MINUTE);
    expect(mails.map(({ to }) => to)).toEqual([OFFICE]);
    expect(mails[0]?.text).toContain('else@example.org');
  });
});

describe('messages after the retention', () => {
  it("the sweep deletes an application's messages with it, also those of the help page with its number", async () => {
    const { id, token } = await applicant();
    await send(token, body('of the account'));
    await ask(body('of the help page', { email: 'other@example.org', application: id }));
    const withRetention = { ...bindings, RETENTION_MONTHS: '1' };
    await desk('set', id, 'in_review', '--now');
    await desk('set', id, 'rejected', '--note', 'x', '--now');
    await runSweep(NOW + 28 * 24 * HOUR, withRetention);
    expect(await stored()).toHaveLength(2);
    await runSweep(NOW + 62 * 24 * HOUR, withRetention);
    expect(await stored()).toEqual([]);
  });
});
