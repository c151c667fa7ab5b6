import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication, openSession, readRecord } from './support/applications.ts';
import { desk, deskWith, expectRefusal, t } from './support/desk.ts';
import { bindings, call, mails, migrate } from './support/host.ts';

beforeAll(migrate);

describe('desk commands', () => {
  it('desk list without applications prints none', async () => {
    expect(await desk('list')).toEqual({ lines: ['[]'], data: [] });
  });

  it('desk list and desk show have a new application', async () => {
    const { id } = await createApplication({ type: 'founder' });
    expect((await desk('list')).data).toMatchObject([{ id, type: 'founder', status: 'submitted' }]);
    expect((await desk('list', '--status', 'approved')).data).toEqual([]);
    expect((await desk('list', '--status', 'submitted')).data).toMatchObject([{ id, type: 'founder', isSample: 0 }]);
    expect((await desk('show', id)).data).toMatchObject({ id, fields: { surname: 'Sample' }, notes: [], visa: null });
  });

  it('desk show has the id of the request that created the application', async () => {
    const request = 'b2f3c1d0-0000-4000-8000-000000000001';
    const { id } = await createApplication({ type: 'founder', headers: { 'X-Request-Id': request } });
    const { data } = await desk('show', id);
    expect(data).toMatchObject({ requestId: request });
  });

  it('desk show refuses an application of an unknown type', async () => {
    const { id } = await createApplication({ type: 'founder' });
    await bindings.DB.prepare("UPDATE applicants SET application_type = 'student' WHERE id = ?").bind(id).run();
    expect(await expectRefusal(() => desk('show', id))).toBe(t('typeUnknown', { id }));
    await bindings.DB.prepare('DELETE FROM applicants WHERE id = ?').bind(id).run();
  });

  it('desk set stores the status with its note and mails the applicant', async () => {
    const { id, email } = await createApplication({ type: 'founder' });
    mails.length = 0;
    await desk('set', id, 'changes_requested', '--note', 'Send a sharper <scan> & photo', '--now');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: email, subject: `Corrections needed: application ${id}` });
    expect(mails[0]?.text).toContain('Send a sharper <scan> & photo');
    expect(mails[0]?.html).toContain('Send a sharper &#60;scan&#62; &#38; photo');
    const { application_status_history } = await readRecord(await openSession(email));
    expect(application_status_history.at(-1)).toMatchObject({ status_type: 'changes_requested' });
  });

  it('desk set --fields stores the fields to change, which the applicant reads with the note', async () => {
    const { id, email } = await createApplication({ type: 'founder' });
    const { data } = await desk(
      'set',
      id,
      'changes_requested',
      '--note',
      'Look again',
      '--fields',
      'file4,passport_date,file4',
    );
    expect(data).toMatchObject({ fields: ['file4', 'passport_date'] });
    const { application_status_history } = await readRecord(await openSession(email));
    expect(application_status_history.map(({ fields }) => fields)).toEqual([undefined, ['file4', 'passport_date']]);
  });

  it('desk set --fields refuses fields that the applicant cannot change, and any other status', async () => {
    const { id } = await createApplication({ type: 'founder' });
    const ask = (status: string, ...fields: string[]) =>
      expectRefusal(() => desk('set', id, status, '--note', 'Look again', '--fields', fields.join()));
    const unknown = await ask('changes_requested', 'file4', 'passport', 'project');
    expect(unknown).toContain('no such fields: passport, project');
    expect(unknown).toContain('passport_date');
    expect(await ask('changes_requested', 'read_check')).toContain('no such fields: read_check');
    expect(await ask('in_review', 'file4')).toBe(t('fieldsOnlyForChanges'));
  });

  it('desk visa issues a visa that its code opens', async () => {
    const { id } = await createApplication({ type: 'founder' });
    for (const status of ['in_review', 'approved']) await desk('set', id, status);
    const { data } = await desk('set', id, 'visa_issued', '--from', '2027-01-01', '--to', '2027-12-31');
    expect((await call(`/employee-visa/${(data as { code: string }).code}`)).status).toBe(200);
  });

  it('desk set stores the status although the mail fails, and reports that', async () => {
    const { id } = await createApplication({ type: 'founder' });
    const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
    const { data } = await deskWith({ operator: { env: { ...bindings, MAIL } } })('set', id, 'in_review', '--now');
    expect(data).toMatchObject({ id, status: 'in_review', mail: { sent: false } });
  });

  it('desk commands refuse a status out of order, a missing note, invalid dates and an unknown application', async () => {
    const { id } = await createApplication({ type: 'founder' });
    const dates = ['--from', '2027-01-01', '--to', '2027-12-31'];
    expect(await expectRefusal(() => desk('set', id, 'approved'))).toBe(t('statusRefused'));
    expect(await expectRefusal(() => desk('set', id, 'rejected', '--reason', 'none'))).toBe(t('reasonNeeded'));
    expect(await expectRefusal(() => desk('set', id, 'changes_requested'))).toBe(t('noteNeeded'));
    expect(await expectRefusal(() => desk('set', id, 'visa_issued', ...dates))).toBe(t('statusRefused'));
    expect(await expectRefusal(() => desk('show', 'ITV-NOBODY'))).toContain('ITV-NOBODY');
    expect(await expectRefusal(() => desk('set', id, 'lost'))).toBe(t('statusRefused'));
  });
});

describe('the number of an application', () => {
  it('every desk command accepts a number without prefix or dash, in any case and with spaces', async () => {
    const { id } = await createApplication({ type: 'founder' });
    const signs = id.slice('ITV-'.length);
    for (const written of [
      id,
      id.toLowerCase(),
      id.toLowerCase().replace('-', ''),
      signs,
      signs.toLowerCase(),
      `${signs.slice(0, 5)} ${signs.slice(5)}`,
    ]) {
      expect((await desk('show', written)).lines.join('\n')).toContain(id);
      expect((await desk('note', written, 'Seen')).data).toMatchObject({ id });
      expect((await desk('log', written)).data).toContainEqual(expect.objectContaining({ applicantId: id }));
    }
    expect((await desk('set', signs, 'in_review')).data).toMatchObject({ id, status: 'in_review' });
  });

  it('desk note keeps a note that looks like a number unchanged', async () => {
    const { id } = await createApplication({ type: 'founder' });
    expect((await desk('note', id, 'itv-0123456789')).data).toMatchObject({ text: 'itv-0123456789' });
  });
});
