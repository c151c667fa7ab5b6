/** Decisions at the desk: set, undo, revoke, notes, and sending mails again. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STAGES } from '../../../src/domain/application/stages.ts';
import {
  createApplication,
  formOf,
  readRecord,
  shortValues,
  tokenOf,
  type WireRecord,
} from './support/applications.ts';
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
const statusesOf = async (id: string) =>
  (await recordOf(id)).application_status_history.map(({ status_type }) => status_type);
const publicStatus = async (code: string) => {
  const response = await call(`/employee-visa/${code}`);
  return response.status === 200
    ? (await response.json<{ data: { status_type: string } }>()).data.status_type
    : response.status;
};
const codeOf = ({ data }: { data: unknown }) => (data as { code: string }).code;
const laterBy = (minutes: number, options: DeskOptions = {}) => deskWith({ ...options, now: NOW + minutes * MINUTE });
/** A desk that records its confirmation questions. */
function asking(env = bindings) {
  const questions: string[] = [];
  const options = { operator: { env }, asked: (question: string) => questions.push(question) };
  return { questions, desk: deskWith(options) };
}

describe('desk set', () => {
  it('desk set changes the status at once and mails the applicant ten minutes later', async () => {
    const { id, email } = await applicant();
    const { data } = await desk('set', id, 'in_review');
    const dueAt = new Date(NOW + 10 * MINUTE).toISOString();
    expect(data).toMatchObject({ id, status: 'in_review', mail: { dueAt, sent: false, file: null } });
    expect(await statusesOf(id)).toEqual(['submitted', 'in_review']);
    await runMail(NOW + 10 * MINUTE - 1);
    expect(mails).toEqual([]);
    await runMail(NOW + 10 * MINUTE);
    expect(mails.map(({ to }) => to)).toEqual([email]);
  });

  it('desk set asks for confirmation with the address, the time of the mail and an earlier contrary decision', async () => {
    const { id, email } = await applicant('rejected');
    const { questions, desk } = asking();
    await desk('set', id, 'in_review');
    expect(questions).toEqual([expect.stringContaining(email)]);
    expect(questions[0]).toContain('was told: rejected');
    expect(questions[0]).toContain(`undo ${id}`);
    await desk('set', id, 'approved', '--now');
    expect(questions[1]).toContain(`A mail goes to ${email} at once`);
  });

  it('desk set counts the ten minutes from the answer to its question', async () => {
    const { id } = await applicant();
    const { data } = await deskWith({ asked: () => setClock(15 * MINUTE) })('set', id, 'in_review');
    expect(data).toMatchObject({ mail: { dueAt: new Date(NOW + 25 * MINUTE).toISOString() } });
    expect((await recordOf(id)).application_status_history[1]?.created_at).toBe(
      new Date(NOW + 15 * MINUTE).toISOString(),
    );
  });

  it('every status has at least one next status', () => {
    for (const [status, { next }] of Object.entries(STAGES)) expect(next, status).not.toEqual([]);
  });
});

describe('desk undo', () => {
  it('desk undo removes the last status and its unsent mail', async () => {
    const { id } = await applicant();
    const before = await everythingStored();
    await desk('set', id, 'in_review');
    expect((await laterBy(9)('undo', id)).data).toEqual({ id, undone: 'in_review', status: 'submitted' });
    const after = await everythingStored();
    expect({ ...after, desk_actions: [] }).toEqual({ ...before, desk_actions: [] });
    expect(after.desk_actions?.slice(-2)).toMatchObject([
      { action: 'set', detail: 'in_review' },
      { action: 'undo', detail: 'in_review', by: TESTER },
    ]);
    await runMail(NOW + 60 * MINUTE);
    expect(mails).toEqual([]);
  });

  it('desk undo withdraws an issued visa, and restores a revoked one', async () => {
    const { id } = await applicant('in_review', 'approved');
    const code = codeOf(await desk('set', id, 'visa_issued', ...DATES));
    expect(await publicStatus(code)).toBe('visa_issued');
    await laterBy(1)('undo', id);
    expect(await publicStatus(code)).toBe(404);
    expect((await recordOf(id)).visa).toBeUndefined();

    const second = codeOf(await laterBy(2)('set', id, 'visa_issued', ...DATES, '--now'));
    await laterBy(3)('set', id, 'visa_revoked', '--note', 'A mistake');
    expect(await publicStatus(second)).toBe('visa_revoked');
    await laterBy(4)('undo', id);
    expect(await publicStatus(second)).toBe('visa_issued');
    expect((await recordOf(id)).visa?.code).toBe(second);
  });

  it('repeated desk undo reverts the decisions from the last to the first', async () => {
    const { id } = await applicant();
    await desk('set', id, 'in_review');
    await laterBy(1)('set', id, 'approved');
    await laterBy(2)('undo', id);
    await laterBy(3)('undo', id);
    expect(await statusesOf(id)).toEqual(['submitted']);
    expect(await expectRefusal(() => laterBy(4)('undo', id))).toBe(t('undoNothing', { id }));
  });

  it('desk undo is refused once the mail is due or sent, and lists the next statuses', async () => {
    const { id } = await applicant();
    await desk('set', id, 'in_review');
    const next = STAGES.in_review.next.join(', ');
    const late = t('undoLate', { status: 'in_review', next });
    expect(await expectRefusal(() => laterBy(10)('undo', id))).toBe(late);
    await runMail(NOW + 10 * MINUTE);
    expect(await expectRefusal(() => laterBy(9)('undo', id))).toBe(late);
    const { id: other } = await applicant('in_review');
    expect(await expectRefusal(() => desk('undo', other))).toBe(late);
  });

  it('desk undo is refused once the mail was tried or sent, also while it waits to be sent again', async () => {
    const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
    const failing = { operator: { env: { ...bindings, MAIL } } };
    const { id } = await applicant();
    await deskWith(failing)('set', id, 'in_review', '--now');
    expect(await expectRefusal(() => desk('undo', id))).toBe(t('undoLate', { id }));
    const { id: other } = await applicant();
    await desk('set', other, 'in_review', '--now');
    await laterBy(1, failing)('resend', other);
    expect(await expectRefusal(() => laterBy(1)('undo', other))).toBe(t('undoLate', { id: other }));
  });

  it('desk undo is refused when its question is answered after the mail was due', async () => {
    const { id } = await applicant();
    await desk('set', id, 'in_review');
    const slow = deskWith({ asked: () => setClock(10 * MINUTE) });
    const next = STAGES.in_review.next.join(', ');
    expect(await expectRefusal(() => slow('undo', id))).toBe(t('undoLate', { status: 'in_review', next }));
  });

  it('desk undo is refused when the mail is sent during the undo', async () => {
    const { id } = await applicant();
    await desk('set', id, 'in_review');
    const env = envWith('DELETE FROM status_history', () => runMail(NOW + 10 * MINUTE));
    await expect(laterBy(9, { operator: { env } })('undo', id)).rejects.toThrow('undoLate');
    expect(await statusesOf(id)).toEqual(['submitted', 'in_review']);
    expect(mails).toHaveLength(1);
  });

  it('desk undo is refused during and after a change by the applicant', async () => {
    const { id, email } = await applicant();
    await desk('set', id, 'changes_requested', '--note', 'x');
    const body = formOf('founder', shortValues({ email }));
    const token = await tokenOf(id);
    const env = envWith('DELETE FROM status_history', () => call(`/founders/${id}`, { token, body }));
    await expect(laterBy(1, { operator: { env } })('undo', id)).rejects.toThrow('undoNothing');
    expect(await statusesOf(id)).toEqual(['submitted', 'changes_requested', 'in_review']);
    expect(await expectRefusal(() => laterBy(2)('undo', id))).toBe(t('undoNothing', { id }));
  });

  it('of two simultaneous desk undo one succeeds', async () => {
    const { id } = await applicant('in_review');
    await laterBy(0)('set', id, 'approved');
    const outcomes = await Promise.allSettled([laterBy(1)('undo', id), laterBy(1)('undo', id)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await statusesOf(id)).toEqual(['submitted', 'in_review']);
  });

  it('a second desk undo within a short time requires the status to revert', async () => {
    const { id } = await applicant();
    await desk('set', id, 'in_review');
    await laterBy(0)('set', id, 'approved');
    await laterBy(1)('undo', id);
    const twice = t('undoTwice', { id, by: TESTER, undone: 'approved', status: 'in_review' });
    expect(await expectRefusal(() => laterBy(1)('undo', id))).toBe(twice);
    expect(await expectRefusal(() => laterBy(1)('undo', id, 'approved'))).toBe(
      t('undoOther', { id, asked: 'approved', status: 'in_review' }),
    );
    await laterBy(1)('undo', id, 'in_review');
    expect(await statusesOf(id)).toEqual(['submitted']);
  });

  it('desk undo asks for confirmation, and is refused when another decision was made meanwhile', async () => {
    const { id } = await applicant();
    await desk('set', id, 'in_review');
    const asked: string[] = [];
    const noted = (question: string) => void asked.push(question);
    await expect(laterBy(1, { asked: noted, confirmed: false })('undo', id)).rejects.toThrow('Nothing was changed.');
    expect(asked.join()).toContain(`in_review of ${id}`);
    expect(asked.join()).toContain(TESTER);
    expect(await statusesOf(id)).toEqual(['submitted', 'in_review']);
    // Another operator decides before the confirmation.
    const meanwhile = laterBy(1, { asked: () => undefined });
    let other: Promise<unknown> = Promise.resolve();
    const slow = laterBy(2, {
      asked: () => {
        other = meanwhile('set', id, 'approved');
      },
      operator: { env: envWith('DELETE FROM status_history', () => other) },
    });
    await expect(slow('undo', id)).rejects.toThrow();
    expect(await statusesOf(id)).toEqual(['submitted', 'in_review', 'approved']);
  });
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
    expect((await desk('mails', id)).lines).toEqual(['(none)']);
    expect((await desk('mails', id, '--all')).data).toHaveLength(2);
  });

  it('desk resend sends the last mail or the given one again after a confirmation', async () => {
    const { id, email } = await applicant('in_review');
    expect(await expectRefusal(() => deskWith({ confirmed: false })('resend', id))).toBe('Nothing was changed.');
    const { questions, desk: asked } = asking();
    await asked('resend', id);
    expect(questions).toEqual([expect.stringContaining(id)]);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, `Application ${id} is with the experts`]]);
    const all = (await desk('mails', id, '--all')).data as { id: string; kind: string }[];
    await desk('resend', all.find(({ kind }) => kind === 'received')?.id ?? '');
    expect(mails.at(-1)?.subject).toBe(`We received application ${id}`);
    expect((await desk('log', id)).data).toMatchObject([{ action: 'resend' }, { action: 'resend' }, { action: 'set' }]);
    expect(await expectRefusal(() => desk('resend', 'M-NONE'))).toBe(t('noSuchMail', { id: 'M-NONE' }));
  });

  it('desk resend sends only the mail that it asked about, once, whatever happens before the answer', async () => {
    const { id } = await applicant('in_review');
    const whenAsked = (work: () => Promise<unknown>) =>
      deskWith({ operator: { confirm: async () => void (await work()) } });
    const twice = whenAsked(() => laterBy(1)('resend', id))('resend', id);
    await expect(twice).rejects.toMatchObject({ code: 'mailSending' });
    expect(mails).toHaveLength(1);
    const overtaken = whenAsked(() => desk('set', id, 'changes_requested', '--note', 'A typo'))('resend', id);
    await expect(overtaken).rejects.toMatchObject({ code: 'mailOver' });
    expect(mails).toHaveLength(1);
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
    const { questions, desk: asked } = asking();
    await asked('resend', mail?.id ?? '');
    expect(questions).toEqual([expect.stringContaining(`question (${mail?.message})`)]);
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
      { applicantId: id, action: 'set', detail: 'in_review' },
    ]);
    expect(lines.join()).toContain(TESTER);
    const all = await desk('log');
    expect(all.data).toEqual(expect.arrayContaining(data as object[]));
    expect((all.data as { applicantId: string }[]).slice(0, 2).map(({ applicantId }) => applicantId)).toEqual([
      id,
      other,
    ]);
    expect(JSON.stringify(all)).not.toContain('repeats');
  });
});
