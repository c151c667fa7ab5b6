/** An applicant withdraws an application before its decision, gets a mail, and can apply again. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { createApplication, formOf, newEmail, readRecord, shortValues, tokenOf } from './support/applications.ts';
import { desk } from './support/desk.ts';
import { call, mails, migrate, readRefusal } from './support/host.ts';

beforeAll(migrate);
beforeEach(() => {
  mails.length = 0;
});

/** Creates an application with the given status, and returns its token. */
async function applicationIn(...ways: string[]) {
  const values = shortValues({ email: newEmail() });
  const { id } = await createApplication({ type: 'founder', values });
  for (const status of ways) await desk('set', id, status, '--note', 'x', '--now');
  mails.length = 0;
  return { id, values, token: await tokenOf(id) };
}
const withdraw = (token: string) => call('/user/withdraw', { method: 'POST', token });
const statusOf = async (token: string) => (await readRecord(token)).application_status_history.at(-1)?.status_type;

describe('POST /user/withdraw', () => {
  it.each([
    ['sent', []],
    ['in review', ['in_review']],
    ['waiting for changes', ['changes_requested']],
  ])('POST /user/withdraw withdraws an application that is %s, returns its record and mails once', async (_, ways) => {
    const { id, values, token } = await applicationIn(...ways);
    const response = await withdraw(token);
    expect(response.status).toBe(200);
    const { object } = (await response.json()) as { object: { application_status_history: { status_type: string }[] } };
    expect(object.application_status_history.at(-1)).toMatchObject({ status_type: 'withdrawn' });
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]).toMatchObject({ to: values.email, subject: `Application ${id} is withdrawn` });
    expect(await readRefusal(await withdraw(token))).toEqual({ status: 409, code: 'stale' });
    expect(mails).toHaveLength(1);
  });

  it.each([[['in_review', 'approved']], [['in_review', 'rejected']]])(
    'POST /user/withdraw returns stale for a decided application (%j) and changes nothing',
    async (ways) => {
      const { token } = await applicationIn(...ways);
      expect(await readRefusal(await withdraw(token))).toEqual({ status: 409, code: 'stale' });
      expect(await statusOf(token)).toBe(ways.at(-1));
      expect(mails).toEqual([]);
    },
  );

  it('POST /user/withdraw drops a waiting mail about a decision', async () => {
    const { id, token } = await applicationIn();
    await desk('set', id, 'in_review');
    expect((await withdraw(token)).status).toBe(200);
    expect((await desk('mails', id)).lines.join()).not.toContain(' status ');
    await expect.poll(() => mails.map(({ subject }) => subject)).toEqual([`Application ${id} is withdrawn`]);
  });

  it('a withdrawn application can be submitted again', async () => {
    const { id, values, token } = await applicationIn('in_review');
    await withdraw(token);
    const body = formOf('founder', values);
    expect((await call(`/founders/${id}`, { token, body })).status).toBe(200);
    expect(await statusOf(token)).toBe('submitted');
  });

  it('POST /user/withdraw requires a token', async () => {
    expect(await readRefusal(await call('/user/withdraw', { method: 'POST' }))).toEqual({
      status: 401,
      code: 'token_required',
    });
  });

  it('POST /user/withdraw is offered to pages', async () => {
    const { token } = await applicationIn();
    const body = (await (await call('/user', { token })).json()) as { offers: string[] };
    expect(body.offers).toContain('withdrawal');
    expect(STATUSES).toContain('withdrawn');
  });
});
