/** Messages in the browser desk: every officer reads them, and officers who decide answer them once. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_MESSAGE } from '../../../src/domain/input/message.ts';
import { tokenOf as applicantToken, createApplication, newEmail, validValues } from '../admin/support/applications.ts';
import { call, migrate } from '../admin/support/host.ts';
import { everythingStored } from '../admin/support/storage.ts';
import { bindings, officer, visit } from './support/desk.ts';
import { serveKeys, tokenOf } from './support/officers.ts';

beforeAll(migrate);
beforeEach(async () => {
  serveKeys();
  await bindings.DB.prepare('DELETE FROM messages').run();
});

const anna = await officer('anna@office.example');
const reader = await officer('reader@office.example', ['desk-read']);
let nth = 0;

/** Sends a message from the account or the help page. @returns its path */
async function message(text: string, from: 'account' | 'help' = 'help'): Promise<{ path: string; applicant: string }> {
  let applicant = '';
  const json = { id: crypto.randomUUID(), text };
  if (from === 'account') {
    applicant = (await createApplication({ type: 'founder', values: validValues({ email: newEmail() }) })).id;
    await call('/user/messages', { token: await applicantToken(applicant), json });
  } else {
    const headers = { 'X-Client-Address': `198.51.${nth++}.1`, 'Accept-Language': 'ru' };
    await call('/messages', { json: { ...json, email: 'someone@example.org' }, headers });
  }
  const row = await bindings.DB.prepare('SELECT id FROM messages WHERE key = ?').bind(json.id).first<{ id: string }>();
  return { path: `/messages/${row?.id}`, applicant };
}

/** Expects a refusal without any change. */
async function refused(work: () => Promise<Response>, status: number): Promise<string> {
  const before = await everythingStored();
  const response = await work();
  expect(response.status).toBe(status);
  expect(await everythingStored()).toEqual(before);
  return response.text();
}

describe('messages', () => {
  it('the desk counts open messages, lists the longest waiting first, and links them from their application', async () => {
    const { path, applicant } = await message('When will <b>I</b> hear?', 'account');
    await message('How do I apply?');
    expect(await anna.page('/')).toMatch(/href="\/messages">Open messages <span class="count">2</);
    const list = await anna.page('/messages');
    expect(list.indexOf('When will &lt;b&gt;I&lt;/b&gt; hear?')).toBeLessThan(list.indexOf('How do I apply?'));
    expect(list).toContain(`href="/applications/${applicant}">${applicant}</a>`);
    expect(await anna.page(`/applications/${applicant}`)).toContain(`href="${path}"`);
  });

  it("an officer's own messages come before older ones of colleagues, and each names who works on it", async () => {
    const older = await message('Older', 'account');
    const mine = await message('Mine', 'account');
    await bindings.DB.batch([
      bindings.DB.prepare('UPDATE applicants SET assignee = ? WHERE id = ?').bind('b@office.example', older.applicant),
      bindings.DB.prepare('UPDATE applicants SET assignee = ? WHERE id = ?').bind(
        'anna@office.example',
        mine.applicant,
      ),
      bindings.DB.prepare("UPDATE messages SET sent_at = sent_at - 1000 WHERE text = 'Older'"),
    ]);
    const list = await anna.page('/messages');
    expect(list.indexOf('>Mine<')).toBeLessThan(list.indexOf('>Older<'));
    expect(list).toContain('Assigned to you');
    expect(await anna.page(older.path)).toContain('Assigned to b@office.example');
    const others = await reader.page('/messages');
    expect(others.indexOf('>Older<')).toBeLessThan(others.indexOf('>Mine<'));
  });

  it("an answer to a message is mailed once with the officer's name, and the message is no longer open", async () => {
    const { path } = await message('Как подать?');
    const page = await anna.page(path);
    expect(page).toContain('Write in Russian. The answer is mailed to someone@example.org.');
    const done = await anna.post(path, { text: 'На портале.' });
    expect(done.headers.get('Location')).toBe('/messages?done=answered');
    expect(await anna.page('/messages?done=answered')).toContain('There are no messages.');
    expect(await anna.page('/messages?all')).toContain('Answer (anna@office.example): На портале.');
    const answered = await anna.page(path);
    expect(answered).toContain('anna@office.example');
    expect(answered).not.toContain('<textarea');
    expect(await anna.page('/log')).toContain('answered a message');
    const mail = await bindings.DB.prepare("SELECT address, state FROM mails WHERE kind = 'answer'").first();
    expect(mail).toEqual({ address: 'someone@example.org', state: 'waiting' });
    expect(await refused(() => anna.post(path, { text: 'Ещё раз' }), 409)).toContain('Ещё раз');
  });

  it('closing a message sends no mail to the sender', async () => {
    const { path } = await message('Buy now');
    expect((await anna.post(`${path}/close`, {})).status).toBe(303);
    expect(await anna.page(path)).toContain('Closed');
    await refused(() => anna.post(`${path}/close`, {}), 409);
  });

  it('a message cannot be answered by an officer with the role to read, nor from another site', async () => {
    const { path } = await message('Private?');
    const page = await reader.page(path);
    expect(page).toContain('Private?');
    expect(page).not.toContain('<form method="post" action="/messages');
    await refused(() => reader.post(path, { text: 'No' }), 403);
    await refused(() => reader.post(`${path}/close`, {}), 403);
    const headers = { Origin: 'https://elsewhere.example', 'Content-Type': 'application/x-www-form-urlencoded' };
    const token = await tokenOf('anna@office.example');
    await refused(() => visit(path, { token, method: 'POST', body: 'text=x', headers }), 403);
  });

  it("a refused answer to a message keeps the officer's text", async () => {
    const { path } = await message('x');
    expect(await refused(() => anna.post(path, { text: ' ' }), 422)).toContain('Write a text first');
    const long = 'long '.repeat(1000);
    expect(await refused(() => anna.post(path, { text: long }), 422)).toContain('long long');
    await refused(() => anna.post('/messages/Q-NONE', { text: 'x' }), 404);
    expect((await anna.get('/messages/Q-NONE')).status).toBe(404);
  });

  it("the desk's pages of the longest messages are at most 60 KB", async () => {
    const long = 'Ж'.repeat(MAX_MESSAGE);
    const { path, applicant } = await message(long, 'account');
    await anna.post(path, { text: long });
    for (let count = 0; count < 45; count += 1) await message(long);
    for (const place of ['/messages', '/messages?all', path, `/applications/${applicant}`])
      expect(new TextEncoder().encode(await anna.page(place)).length, place).toBeLessThanOrEqual(60 * 1024);
  });

  it('a first message is sent once, however often its button is pressed, and another text after Back is another', async () => {
    const { applicant } = await message('When?', 'account');
    const path = `/applications/${applicant}/write`;
    const page = await anna.page(`/applications/${applicant}`);
    const key = /name="key" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const write = (text: string, of = key) => anna.post(path, { message: text, key: of });
    const presses = await Promise.all([write('Call us'), write('Call us')]);
    for (const { status } of [...presses, await write('Call us')]) expect(status).toBe(303);
    const sent = async () =>
      (
        await bindings.DB.prepare("SELECT answer FROM messages WHERE text = '' ORDER BY rowid").all<{
          answer: string;
        }>()
      ).results.map(({ answer }) => answer);
    const mails = () =>
      bindings.DB.prepare("SELECT count(*) AS n FROM mails WHERE kind = 'answer' AND applicant_id = ?")
        .bind(applicant)
        .first('n');
    expect(await sent()).toEqual(['Call us']);
    expect(await mails()).toBe(1);
    for (const { status } of await Promise.all([write('Write to us'), write('Write to us')])) expect(status).toBe(303);
    expect((await write('Call us', 'no key')).status).toBe(303);
    expect(await sent()).toEqual(['Call us', 'Write to us', 'Call us']);
  });
});
