import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from './support/applications.ts';
import { desk, expectRefusal, t } from './support/desk.ts';
import { bindings, migrate } from './support/host.ts';

beforeAll(migrate);

describe('desk commands', () => {
  it('desk show refuses an application of an unknown type', async () => {
    const { id } = await createApplication({ type: 'founder' });
    await bindings.DB.prepare("UPDATE applicants SET application_type = 'student' WHERE id = ?").bind(id).run();
    expect(await expectRefusal(() => desk('show', id))).toBe(t('typeUnknown', { id }));
    await bindings.DB.prepare('DELETE FROM applicants WHERE id = ?').bind(id).run();
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
