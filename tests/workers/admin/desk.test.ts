import { beforeAll, describe, expect, it } from 'vitest';
import { DeskRefusal, files, list, set, show, visa } from '../../../functions/admin/desk/commands.ts';
import { demo } from '../../../functions/admin/desk/demo.ts';
import type { Desk } from '../../../functions/admin/desk/platform.ts';
import { wordsOf } from '../../../functions/admin/mail/words.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { created, readRecord, signedIn } from './support/applications.ts';
import { bindings, call, mails, migrate } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

beforeAll(migrate);

const t = wordsOf('en', 'desk');
const desk: Desk = { env: bindings, remote: false, mailFiles: [], close: async () => {} };
const refused = async (work: () => Promise<unknown>) => {
  const before = await everythingStored();
  const error: unknown = await work().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DeskRefusal);
  expect(await everythingStored()).toEqual(before);
  return (error as Error).message;
};

describe('the desk', () => {
  it('says that there are no applications, and how to get some', async () => {
    expect(await list(desk, t)).toEqual({ lines: [t('empty')], data: [] });
  });

  it('lists and shows applications', async () => {
    const { id } = await created({ type: 'founder' });
    expect((await list(desk, t)).lines.join()).toMatch(new RegExp(`${id} +founder +submitted`));
    expect((await list(desk, t, { status: 'approved' })).lines).toEqual([t('noneFound')]);
    expect((await list(desk, t, { status: 'submitted', type: 'investor' })).data).toEqual([]);
    expect((await list(desk, t, { type: 'founder' })).data).toMatchObject([{ id, type: 'founder', isSample: false }]);
    expect((await show(desk, t, id)).lines.join('\n')).toContain('surname: Sample');
  });

  it('finds and shows an application by the request that made it', async () => {
    const request = 'b2f3c1d0-0000-4000-8000-000000000001';
    const { id } = await created({ type: 'founder', headers: { 'X-Request-Id': request } });
    await created({ type: 'founder' });
    expect((await list(desk, t, { request })).data).toMatchObject([{ id }]);
    expect((await list(desk, t, { request: 'another' })).lines).toEqual([t('noneFound')]);
    const { lines, data } = await show(desk, t, id);
    expect(lines).toContain(`  request: ${request}`);
    expect(data).toMatchObject({ requestId: request });
  });

  it('tells of a type that this version does not know', async () => {
    const { id } = await created({ type: 'founder' });
    await bindings.DB.prepare("UPDATE applicants SET application_type = 'student' WHERE id = ?").bind(id).run();
    expect(await refused(() => show(desk, t, id))).toBe(t('typeUnknown', { id }));
    await bindings.DB.prepare('DELETE FROM applicants WHERE id = ?').bind(id).run();
  });

  it('lists the files of an application', async () => {
    const { id } = await created({ type: 'founder' });
    const { lines, data } = await files(desk, t, id);
    expect(data.map(({ field }) => field)).toContain('file4');
    expect(lines).toHaveLength(data.length);
  });

  it('sets a status with its note and mails the applicant', async () => {
    const { id, email } = await created({ type: 'founder' });
    mails.length = 0;
    await set(desk, t, id, 'changes_requested', 'Send a sharper <scan> & photo');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: email, subject: `News about application ${id}` });
    expect(mails[0]?.text).toContain('Send a sharper <scan> & photo');
    expect(mails[0]?.html).toContain('Send a sharper &#60;scan&#62; &#38; photo');
    const { application_status_history } = await readRecord(await signedIn(email));
    expect(application_status_history.at(-1)).toMatchObject({ status_type: 'changes_requested' });
  });

  it('names the fields to change, which the applicant reads with the note', async () => {
    const { id, email } = await created({ type: 'founder' });
    const { lines } = await set(desk, t, id, 'changes_requested', 'Look again', ['file4', 'passport_date', 'file4']);
    expect(lines).toContain(t('fieldsAsked', { fields: 'file4, passport_date' }));
    const { application_status_history } = await readRecord(await signedIn(email));
    expect(application_status_history.map(({ fields }) => fields)).toEqual([undefined, ['file4', 'passport_date']]);
    expect((await show(desk, t, id)).lines.at(-1)).toContain('Look again [file4, passport_date]');
  });

  it('refuses fields that the applicant could not change, and fields with any other status', async () => {
    const { id } = await created({ type: 'founder' });
    const ask = (status: string, ...fields: string[]) => refused(() => set(desk, t, id, status, 'Look again', fields));
    const unknown = await ask('changes_requested', 'file4', 'passport', 'project');
    expect(unknown).toContain('no such fields: passport, project');
    expect(unknown).toContain('passport_date');
    expect(await ask('changes_requested', 'read_check')).toContain('no such fields: read_check');
    expect(await ask('in_review', 'file4')).toBe(t('fieldsOnlyForChanges', { statuses: 'changes_requested' }));
  });

  it('issues a visa that anyone can check by its code', async () => {
    const { id } = await created({ type: 'founder' });
    for (const status of ['in_review', 'approved']) await set(desk, t, id, status, '');
    const told = await visa(desk, t, id, { from: '2027-01-01', to: '2027-12-31', note: '' });
    const [line = ''] = told.lines;
    expect((await call(line.slice(line.indexOf('/employee-visa/')))).status).toBe(200);
  });

  it('sets the status also when the mail can not be sent, and says so', async () => {
    const { id } = await created({ type: 'founder' });
    const MAIL = { send: () => Promise.reject(new Error('down')) } as unknown as SendEmail;
    const { lines, data } = await set({ ...desk, env: { ...bindings, MAIL } }, t, id, 'in_review', '');
    expect(lines).toEqual([t('statusSet', { id, status: 'in_review' }), t('mailFailed')]);
    expect(data).toEqual({ id, status: 'in_review', mail: { sent: false, file: null } });
  });

  it('refuses what does not follow, has no reason, or is nobody', async () => {
    const { id } = await created({ type: 'founder' });
    const dates = { from: '2027-01-01', to: '2027-12-31', note: '' };
    expect(await refused(() => set(desk, t, id, 'approved', ''))).toContain("approved can't follow submitted");
    expect(await refused(() => set(desk, t, id, 'rejected', ''))).toBe(t('noteNeeded'));
    expect(await refused(() => set(desk, t, id, 'visa_issued', ''))).toBe(t('useVisa'));
    expect(await refused(() => visa(desk, t, id, dates))).toContain("visa_issued can't follow submitted");
    expect(await refused(() => visa(desk, t, id, { ...dates, to: '2026-02-30' }))).toBe(t('visaDates'));
    expect(await refused(() => show(desk, t, 'ITV-NOBODY'))).toContain('ITV-NOBODY');
    expect(await refused(() => set(desk, t, id, 'lost', ''))).toContain('npm run desk');
    expect(await refused(() => list(desk, t, { type: 'tourist' }))).toContain('npm run desk');
    expect(await refused(() => files(desk, t, 'ITV-NOBODY'))).toContain('ITV-NOBODY');
  });
});

/** One of each type at each stage. */
const SAMPLES = APPLICATION_TYPES.length * STATUSES.length;

describe('samples', () => {
  it('cover each type at each stage, are marked, and can sign in', async () => {
    const [first = '', ...lines] = (await demo(desk, t)).lines;
    expect(lines).toHaveLength(SAMPLES);
    const password = first.slice(first.lastIndexOf(': ') + 2);
    const record = await readRecord(await signedIn('investor.visa.issued@example.com', password));
    expect(record.application_status_history.map(({ status_type }) => status_type)).toEqual([
      'submitted',
      'in_review',
      'approved',
      'visa_issued',
    ]);
    expect((await call(record.file5)).headers.get('Content-Type')).toBe('image/png');
    expect((await list(desk, t)).lines.filter((line) => line.includes('(sample)'))).toHaveLength(SAMPLES);
    expect(await refused(() => demo(desk, t))).toBe(t('demoThere'));
  });

  it('are never added to the deployed database', async () => {
    expect(await refused(() => demo({ ...desk, remote: true }, t))).toBe(t('demoLocal'));
  });
});
