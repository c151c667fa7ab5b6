/** What officers do at the desk: visas that are revoked, notes, and sending mails again. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { createApplication, readRecord, tokenOf, type WireRecord } from './support/applications.ts';
import { envWith } from './support/between.ts';
import { MINUTE, NOW, setClock } from './support/clock.ts';
import { type DeskOptions, desk, deskWith, expectRefusal, TESTER, t } from './support/desk.ts';
import { bindings, call, mails, migrate, runMail } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const { DB } = bindings;
const DATES = ['--from', '2027-01-01', '--to', '2027-12-31'];

beforeAll(migrate);
beforeEach(async () => {
  await DB.prepare('DELETE FROM mails').run();
  mails.length = 0;
});

/** A new applicant with the given statuses, whose mails were all sent. */
async function applicant(...statuses: string[]): Promise<WireRecord> {
  const record = await createApplication({ type: 'founder' });
  for (const status of statuses) await desk('set', record.id, status, '--note', 'x', '--now');
  mails.length = 0;
  return record;
}

const recordOf = async (id: string) => readRecord(await tokenOf(id));
const publicStatus = async (code: string) => {
  const response = await call(`/employee-visa/${code}`);
  return response.status === 200
    ? (await response.json<{ data: { status_type: string } }>()).data.status_type
    : response.status;
};
const codeOf = ({ data }: { data: unknown }) => (data as { code: string }).code;
const laterBy = (minutes: number, options: DeskOptions = {}) => deskWith({ ...options, now: NOW + minutes * MINUTE });

it('every status has at least one next status', () => {
  for (const [status, { next }] of Object.entries(STAGES)) expect(next, status).not.toEqual([]);
});

describe('desk revoke', () => {
  it("desk revoke changes the visa's page, mails the applicant, and allows a new visa with a new code", async () => {
    const { id, email } = await applicant('in_review', 'approved');
    const first = codeOf(await desk('set', id, 'visa_issued', ...DATES, '--now'));
    mails.length = 0;
    expect(await expectRefusal(() => desk('set', id, 'visa_revoked'))).toBe(t('noteNeeded'));
    expect(codeOf(await desk('set', id, 'visa_revoked', '--note', 'The passport was lost', '--now'))).toBe(first);
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(mails[0]?.text).toContain('The passport was lost');
    const { visa, application_status_history } = await recordOf(id);
    expect(visa).toBeUndefined();
    expect(application_status_history.at(-1)).toMatchObject({ status_type: 'visa_revoked' });
    expect(await publicStatus(first)).toBe('visa_revoked');
    expect(await expectRefusal(() => desk('set', id, 'visa_revoked', '--note', 'x'))).toBe(t('statusRefused'));

    for (const status of ['in_review', 'approved']) await desk('set', id, status, '--now');
    expect(await publicStatus(first)).toBe('visa_revoked');
    const second = codeOf(await desk('set', id, 'visa_issued', ...DATES, '--now'));
    expect(second).not.toBe(first);
    expect([await publicStatus(first), await publicStatus(second)]).toEqual(['visa_revoked', 'visa_issued']);
    expect((await recordOf(id)).visa?.code).toBe(second);
    await expect(
      DB.prepare("INSERT INTO visas VALUES ('third', ?, '2027-01-01', '2027-02-01', 0, NULL)").bind(id).run(),
    ).rejects.toThrow(/UNIQUE/);
  });
});

describe('desk mails and desk resend', () => {
  const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;

  it('desk mails lists waiting and failed mails without address and content', async () => {
    const { id } = await createApplication({ type: 'founder', env: { ...bindings, MAIL } });
    await desk('set', id, 'changes_requested', '--note', 'A secret remark');
    const { lines, data } = await desk('mails', id);
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ applicantId: id, kind: 'received', state: 'failed', tries: 1, error: 'Error' }),
        expect.objectContaining({ applicantId: id, kind: 'status', state: 'waiting', tries: 0, triedAt: null }),
      ]),
    );
    expect(JSON.stringify([lines, data])).not.toMatch(/@example|secret remark/);
    expect((await desk('mails')).lines).toEqual(expect.arrayContaining(lines));
    await runMail(NOW + 60 * MINUTE);
    expect((await desk('mails', id)).lines).toEqual(['[]']);
    expect((await desk('mails', id, '--all')).data).toHaveLength(2);
  });

  it('desk resend sends the last mail or the given one again after a confirmation', async () => {
    const { id, email } = await applicant('in_review');
    await desk('resend', id);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, `Application ${id} is with the experts`]]);
    const all = (await desk('mails', id, '--all')).data as { id: string; kind: string }[];
    await desk('resend', all.find(({ kind }) => kind === 'received')?.id ?? '');
    expect(mails.at(-1)?.subject).toBe(`We received application ${id}`);
    expect((await desk('log', id)).data).toMatchObject([
      { action: 'resend' },
      { action: 'resend' },
      { action: 'set' },
      { action: 'decide' },
    ]);
    expect(await expectRefusal(() => desk('resend', 'M-NONE'))).toBe(t('noSuchMail', { id: 'M-NONE' }));
  });

  it('desk resend refuses a mail about a status that is over, and sends it while the status holds', async () => {
    const { id } = await applicant('changes_requested');
    const unclear = () => DB.prepare("UPDATE mails SET state = 'unclear' WHERE id = ?").bind(mail?.id).run();
    const [mail] = (await desk('mails', id, '--all')).data as { id: string }[];
    await unclear();
    await desk('resend', mail?.id ?? '');
    expect(mails).toHaveLength(1);
    await unclear();
    await desk('set', id, 'in_review', '--now');
    expect(await expectRefusal(() => desk('resend', mail?.id ?? ''))).toBe(t('mailOver'));
    expect(mails).toHaveLength(2);
  });

  it('desk resend refuses a code that was sent, and leaves a waiting code to the outbox', async () => {
    const { id, email } = await applicant();
    setClock(1);
    await call('/forgot-password-token', { json: { email } });
    expect(await expectRefusal(() => desk('resend', id))).toBe(t('mailGone'));
    await DB.prepare('DELETE FROM reset_codes').run();
    await DB.prepare('DELETE FROM mails').run();
    await call('/forgot-password-token', { json: { email }, env: { ...bindings, MAIL } });
    mails.length = 0;
    expect((await desk('resend', id)).data).toMatchObject({ sent: false });
    expect(mails).toEqual([]);
    await runMail(NOW + 1);
    expect(mails).toHaveLength(1);
  });

  it('desk mails lists questions of the help page for resend, and no code for an unknown address', async () => {
    const json = {
      id: crypto.randomUUID(),
      name: 'Stranger',
      email: 'stranger@example.org',
      text: 'A secret question',
    };
    await call('/messages', { json, headers: { 'X-Client-Address': '198.51.100.1' }, env: { ...bindings, MAIL } });
    await call('/forgot-password-token', { json: { email: 'nobody@example.org' } });
    await expect.poll(async () => ((await desk('mails')).data as { tries: number }[])[0]?.tries).toBe(1);
    const { lines, data } = await desk('mails');
    const [mail] = data as { id: string; message: string }[];
    expect(data).toEqual([expect.objectContaining({ applicantId: null, kind: 'question', state: 'failed' })]);
    expect(mail?.message).toMatch(/^Q-/);
    expect(lines.join()).toContain(mail?.message);
    expect(JSON.stringify([lines, data])).not.toMatch(/@example|secret question/);
    expect((await desk('stats')).data).toMatchObject({ mails: [{ state: 'failed', count: 1 }] });
    await desk('resend', mail?.id ?? '');
    expect(mails.map(({ to }) => to)).toEqual(['office@example.org']);
    expect((await desk('mails')).data).toEqual([]);
    expect((await desk('mails', '--all')).data).toHaveLength(1);
    expect(((await desk('log')).data as object[])[0]).toMatchObject({ action: 'resend', applicantId: '' });
  });

  it('a mail that is resent during a sweep is sent once', async () => {
    const { id } = await createApplication({ type: 'founder', env: { ...bindings, MAIL } });
    const env = envWith("THEN 'waiting'", () => runMail(NOW + MINUTE));
    await expect(deskWith({ operator: { env } })('resend', id)).rejects.toThrow('mailSending');
    expect(mails).toHaveLength(1);
  });
});

describe('desk note and desk log', () => {
  it('desk note stores notes that the applicant cannot see and that are deleted with the application', async () => {
    const { id } = await applicant();
    await desk('note', id, 'Called: will send\nthe scan on Monday');
    await laterBy(1)('note', id, 'Has sent it');
    expect((await desk('show', id)).data).toMatchObject({
      notes: [
        { text: 'Called: will send\nthe scan on Monday', by: TESTER, at: new Date(NOW).toISOString() },
        { text: 'Has sent it', by: TESTER, at: new Date(NOW + MINUTE).toISOString() },
      ],
    });
    expect(JSON.stringify(await recordOf(id))).not.toContain('Monday');
    expect(mails).toEqual([]);
    expect(await expectRefusal(() => desk('note', 'ITV-NOBODY', 'x'))).toBe(
      t('unknownApplicant', { id: 'ITV-NOBODY' }),
    );
    await DB.prepare('DELETE FROM applicants WHERE id = ?').bind(id).run();
    expect(JSON.stringify(await everythingStored())).not.toContain('Monday');
  });

  it('desk log lists actions with operator and application, the newest first', async () => {
    const { id } = await applicant('in_review');
    const { id: other } = await applicant();
    await laterBy(1)('note', other, 'Nothing that the log repeats');
    await laterBy(2)('set', id, 'approved');
    const { lines, data } = await desk('log', id);
    expect(data).toMatchObject([
      { applicantId: id, action: 'set', detail: 'approved', by: TESTER },
      { applicantId: id, action: 'decide', detail: 'approved', by: TESTER },
      { applicantId: id, action: 'set', detail: 'in_review' },
      { applicantId: id, action: 'decide', detail: 'in_review' },
    ]);
    expect(lines.join()).toContain(TESTER);
    const all = await desk('log');
    expect(all.data).toEqual(expect.arrayContaining(data as object[]));
    expect((all.data as { applicantId: string }[]).slice(1, 3).map(({ applicantId }) => applicantId)).toEqual([
      id,
      other,
    ]);
    expect(JSON.stringify(all)).not.toContain('repeats');
  });
});
