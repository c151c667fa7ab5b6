/** Deletion requests in the browser desk: queue, answer, and roles. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { deletionDue } from '../../../src/domain/account/deletion.ts';
import {
  tokenOf as applicantToken,
  createApplication,
  newEmail,
  readRecord,
  validValues,
} from '../admin/support/applications.ts';
import { call, migrate } from '../admin/support/host.ts';
import { bindings, officer } from './support/desk.ts';
import { serveKeys } from './support/officers.ts';

const DELETION_ANSWER_DAYS = 30;

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');
const bekzod = await officer('bekzod@office.example');
const DAY = 24 * 60 * 60 * 1000;

async function asking() {
  const { id } = await createApplication({
    type: 'founder',
    values: validValues({ email: newEmail(), surname: 'Askedtogo' }),
  });
  const token = await applicantToken(id);
  expect((await call('/user/deletion-request', { method: 'POST', token })).status).toBe(200);
  return { id, token };
}
const decline = (id: string, note = 'A visa is in force', by = anna) =>
  by.post(`/applications/${id}/decline`, { note });

it('the queue of deletion requests lists open ones with their last day, and marks those that are late', async () => {
  const { id } = await asking();
  const due = new Date(deletionDue(Date.now())).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const queue = await anna.page('/?queue=deletion');
  expect(queue).toContain(`/applications/${id}`);
  expect(queue).toContain(`answer by ${due}`);
  expect(queue).not.toContain('data-late');
  for (const rest of ['', '/personal'])
    expect(await anna.page(`/applications/${id}${rest}`)).toContain(`answer by ${due}`);
  await bindings.DB.prepare('UPDATE deletion_requests SET asked_at = asked_at - ? WHERE applicant_id = ?')
    .bind((DELETION_ANSWER_DAYS + 1) * DAY, id)
    .run();
  const late = await anna.page('/?queue=deletion');
  expect(late).toContain('data-late');
  expect(late).toContain('overdue since');
  for (const lng of ['ru', 'en'])
    for (const path of ['/?queue=deletion&', `/applications/${id}/personal?`, `/applications/${id}?`]) {
      const html = await anna.page(`${path}lng=${lng}`);
      expect(html).not.toMatch(/>(?:[a-z]\w*\.)+[a-zA-Z]\w*</);
      expect(new TextEncoder().encode(html).length).toBeLessThan(60_000);
    }
});

it('an answer to a deletion request is sent once and logged with the officer', async () => {
  const { id, token } = await asking();
  const responses = await Promise.all([decline(id), decline(id, 'Another reason', bekzod)]);
  expect(responses.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
  expect([409, 422]).toContain(responses.find(({ status }) => status !== 303)?.status);
  expect((await readRecord(token)).deletion_request).toMatchObject({ answered_at: expect.any(String) });
  expect(await anna.page('/?queue=deletion')).not.toContain(id);
  expect(await anna.page(`/applications/${id}?done=declined`)).toContain('The request is answered');
  const log = await anna.page(`/applications/${id}`);
  expect(log).toContain('declined to delete');
  const mails = await bindings.DB.prepare(
    "SELECT count(*) AS count FROM mails WHERE applicant_id = ? AND kind = 'deletionDeclined'",
  ).bind(id);
  expect(await mails.first()).toEqual({ count: 1 });
});

it('an answer to a deletion request needs a reason, the role to erase, and an open request', async () => {
  const { id, token } = await asking();
  expect((await decline(id, ' ')).status).toBe(422);
  expect((await decline(id, 'why', await officer('reader@office.example', ['desk-read', 'desk-decide']))).status).toBe(
    403,
  );
  await call('/user/deletion-request', { method: 'DELETE', token });
  expect((await decline(id)).status).toBe(422);
  expect(await anna.page(`/applications/${id}/personal`)).not.toContain('/decline');
  await anna.post(`/applications/${id}/erase`, { typed: id });
  expect((await decline(id)).status).toBe(404);
});

const UNCONFIRMED = 'E\u2011mail address not confirmed';

it("the desk's page and queues of an application show an unconfirmed address as such, and not a confirmed one", async () => {
  const { id } = await asking();
  const row = async (queue: string) =>
    (await anna.page(`/?queue=${queue}`)).split('<li').find((one) => one.includes(id));
  const shown = async () => [await anna.page(`/applications/${id}`), await row('unassigned'), await row('deletion')];
  for (const html of await shown()) expect(html).toContain(UNCONFIRMED);
  await bindings.DB.prepare('UPDATE email_confirmations SET confirmed_at = 1 WHERE applicant_id = ?').bind(id).run();
  for (const html of await shown()) expect(html).not.toContain(UNCONFIRMED);
});
