/** Deletion requests: sent and cancelled by an applicant, declined or fulfilled at the desk. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { textsIn } from '../../../functions/desk/request/texts.ts';
import { deletionDue } from '../../../src/domain/account/deletion.ts';
import { createApplication, newEmail, readRecord, tokenOf, validValues } from './support/applications.ts';
import { MINUTE, NOW, setClock } from './support/clock.ts';
import { desk, deskWith, expectRefusal, TESTER, t } from './support/desk.ts';
import { bindings, call, mails, migrate, readRefusal, runMail } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const DELETION_ANSWER_DAYS = 30;

const DAY = 24 * 60 * MINUTE;
let [id, email, token] = ['', '', ''];

beforeAll(migrate);
beforeEach(async () => {
  await bindings.DB.prepare('DELETE FROM deletion_requests').run();
  email = newEmail();
  ({ id } = await createApplication({ type: 'founder', values: validValues({ email }) }));
  token = await tokenOf(id);
  mails.length = 0;
});

interface WireRequest {
  asked_at: string;
  answer_by: string;
  answered_at?: string;
  answer?: string;
}
const ask = (by = token) => call('/user/deletion-request', { method: 'POST', token: by });
const takeBack = (by = token) => call('/user/deletion-request', { method: 'DELETE', token: by });
const objectOf = async (response: Response) => {
  expect(response.status).toBe(200);
  return ((await response.json()) as { object: { id: string; deletion_request?: WireRequest } }).object;
};
const sentMails = () => mails.map(({ to, subject }) => [to, subject]);
const waiting = async (now = Date.now()) =>
  (await deskWith({ now })('list', 'deletion')).data as { id: string; deletionAskedAt: string }[];

describe('POST /user/deletion-request', () => {
  it('POST /user/deletion-request stores the request, returns the last day for the answer and mails once', async () => {
    const { deletion_request: request } = await objectOf(await ask());
    expect(request).toEqual({ asked_at: new Date(NOW).toISOString(), answer_by: deletionDue(NOW) });
    expect((await readRecord(token)).deletion_request).toEqual(request);
    await expect.poll(sentMails).toEqual([[email, `Request to delete application ${id}`]]);
    expect(mails[0]?.text).toContain(`${bindings.PORTAL_ORIGIN}/en/profile?from=mail`);
    setClock(MINUTE);
    expect((await objectOf(await ask())).deletion_request).toEqual(request);
    expect(mails).toHaveLength(1);
  });

  it('two simultaneous deletion requests are stored once with one mail', async () => {
    const [one, other] = await Promise.all([ask(), ask()]);
    expect((await objectOf(one)).deletion_request).toEqual((await objectOf(other)).deletion_request);
    await expect.poll(sentMails).toHaveLength(1);
  });

  it('repeated deletion requests send at most five mails a day', async () => {
    for (let nth = 0; nth < 7; nth += 1) {
      await objectOf(await ask());
      await objectOf(await takeBack());
    }
    await expect.poll(sentMails).toHaveLength(5);
    expect((await objectOf(await ask())).deletion_request).toBeDefined();
    expect(mails).toHaveLength(5);
  });

  it('POST /user/deletion-request requires a token and is offered to pages', async () => {
    for (const method of ['POST', 'DELETE'])
      expect(await readRefusal(await call('/user/deletion-request', { method }))).toMatchObject({
        code: 'token_required',
      });
    expect(await (await call('/user', { token })).json()).toMatchObject({
      offers: expect.arrayContaining(['deletion_requests']),
    });
  });
});

describe('DELETE /user/deletion-request', () => {
  it('DELETE /user/deletion-request cancels the request and is idempotent', async () => {
    await ask();
    for (let nth = 0; nth < 2; nth += 1)
      expect(await objectOf(await takeBack())).not.toHaveProperty('deletion_request');
    expect(await waiting()).toEqual([]);
  });
});

it('the mail of a deletion request that waits is not sent once the request is cancelled', async () => {
  const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
  await call('/user/deletion-request', { method: 'POST', token, env: { ...bindings, MAIL } });
  await takeBack();
  await runMail(NOW + DAY);
  expect(mails).toEqual([]);
  expect((await desk('mails', id)).lines).toEqual(['[]']);
});

describe('desk deletions and desk decline', () => {
  it('desk list deletion lists requests from the oldest, and they become overdue', async () => {
    const other = await createApplication({ type: 'founder', values: validValues({ email: newEmail() }) });
    await ask();
    setClock(MINUTE);
    await ask(await tokenOf(other.id));
    expect(await waiting(NOW)).toMatchObject([{ id, deletionAskedAt: new Date(NOW).toISOString() }, { id: other.id }]);
    expect(textsIn('en', NOW).deletionDue(NOW).isOverdue).toBe(false);
    expect(textsIn('en', NOW + (DELETION_ANSWER_DAYS + 1) * DAY).deletionDue(NOW).isOverdue).toBe(true);
  });

  it('desk decline stores and mails the reason, and the applicant can send another request', async () => {
    await ask();
    await expect.poll(sentMails).toHaveLength(1);
    await desk('decline', id, '--note', 'A visa is in force');
    expect(mails.at(-1)).toMatchObject({ to: email, subject: `The data of application ${id} stays for now` });
    expect(mails.at(-1)?.text).toContain('A visa is in force');
    const { deletion_request: request } = await readRecord(token);
    expect(request).toMatchObject({ answer: 'A visa is in force', answered_at: expect.any(String) });
    expect(await waiting()).toEqual([]);
    expect((await desk('log', id)).data).toMatchObject([{ action: 'decline', by: TESTER, detail: '' }]);
    expect(await objectOf(await takeBack())).toHaveProperty('deletion_request');
    expect((await objectOf(await ask())).deletion_request).not.toHaveProperty('answer');
    expect(await waiting()).toHaveLength(1);
  });

  it('desk decline is refused without a reason, and without an open request', async () => {
    expect(await expectRefusal(() => desk('decline', id, '--note', 'why'))).toBe(t('noDeletionOf', { id }));
    await ask();
    expect(await expectRefusal(() => desk('decline', id))).toBe(t('noteNeeded'));
    await takeBack();
    expect(await expectRefusal(() => desk('decline', id, '--note', 'why'))).toBe(t('noDeletionOf', { id }));
    await ask();
    await desk('decline', id, '--note', 'why');
    expect(await expectRefusal(() => desk('decline', id, '--note', 'again'))).toBe(t('noDeletionOf', { id }));
  });

  it('desk erase deletes the request and ends the session, so that later calls are 403', async () => {
    await ask();
    await desk('erase', id);
    expect((await everythingStored()).deletion_requests).toEqual([]);
    for (const late of [ask, takeBack]) expect(await readRefusal(await late())).toMatchObject({ status: 403 });
    expect(await expectRefusal(() => desk('decline', id, '--note', 'why'))).toBe(t('unknownApplicant', { id }));
  });
});
