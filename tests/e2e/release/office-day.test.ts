/**
 * A day of a small office with the desk commands: twenty applications, the commands, their refusals, and the applicants'
 * mails.
 */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { type Applied, apply } from '../support/apply.ts';
import { desk, deskRefusal, mailsTo } from '../support/desk.ts';
import { words } from '../support/locale-words.ts';
import { expect, test } from '../support/portal.ts';

const said = (problem: string, values: Record<string, string> = {}) =>
  words('en', 'admin', `office.problems.${problem}`, values);
const NONE = '(none)';
const told = async <Data>(...command: string[]) => JSON.parse(await desk(...command, '--json')) as Data;
const REASON = ['--reason', 'other'];
const PERIOD = ['--from', '2027-01-10', '--to', '2028-01-09'];

/** Counts the mails of a stage to an applicant. */
const heard = async ({ email }: Applied, status: string) =>
  (await mailsTo(email)).filter((mail) => mail.includes(words('en', 'admin', `mail.status.${status}`))).length;

test('an office handles twenty applications with the desk commands', async ({ baseURL, request }) => {
  test.setTimeout(15 * 60_000);
  const origin = baseURL ?? '';
  const people: Applied[] = [];
  for (let index = 0; index < 20; index += 1)
    people.push(await apply(origin, 'en', APPLICATION_TYPES[index % APPLICATION_TYPES.length]));
  const [first, second, third, fourth] = people as [Applied, Applied, Applied, Applied];
  const visaPage = async (code: string) => (await request.get(`/api/v1/employee-visa/${code}`)).status();

  await test.step('new applications are listed, counted and found in any case', async () => {
    const listed = await told<{ id: string }[]>('list', '--status', 'submitted');
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
    for (const text of [first.id.toLowerCase(), first.email.toUpperCase()])
      expect((await told<{ found: { id: string }[] }>('find', text)).found.map(({ id }) => id)).toContain(first.id);
    expect(await told('stats')).toEqual(expect.any(Object));
    expect(await desk('list', '--overdue')).toBe(`${NONE}\n`);
    expect(await desk('show', first.id)).toContain(first.email);
  });

  await test.step('a command that sends a mail requires a confirmation', async () => {
    expect(await deskRefusal('set', first.id, 'in_review')).toContain(first.email);
    expect((await told<{ status: string }>('show', first.id)).status).toBe('submitted');
  });

  await test.step('a decision is undone before its mail, and not after', async () => {
    expect(await desk('set', first.id, 'rejected', '--note', 'By mistake', ...REASON)).toContain('dueAt');
    expect(await desk('mails', first.id)).toContain(first.id);
    expect(await desk('undo', first.id)).toContain('submitted');
    expect(await deskRefusal('undo', first.id)).toBe(`${said('undoNothing')}\n`);
    expect(await desk('mails', first.id)).toBe(`${NONE}\n`);
    expect(await heard(first, 'rejected')).toBe(0);
    await desk('set', first.id, 'in_review', '--now');
    expect(await heard(first, 'in_review')).toBe(1);
    expect(await deskRefusal('undo', first.id)).toContain("can't be undone");
  });

  await test.step('impossible commands are refused, and send no mail', async () => {
    const refusals: [string[], string][] = [
      [['set', second.id, 'approved'], said('statusRefused')],
      [['set', second.id, 'rejected', '--note', 'x'], said('reasonNeeded')],
      [['set', second.id, 'rejected', ...REASON], said('noteNeeded')],
      [['set', second.id, 'in_review', '--fields', 'file4'], said('fieldsOnlyForChanges')],
      [['set', second.id, 'changes_requested', '--note', 'x', '--fields', 'shoe_size'], 'shoe_size'],
      [['set', second.id, 'lost'], 'submitted'],
      [['set', 'ITV-NOBODY', 'in_review'], 'ITV-NOBODY'],
      [['set', second.id, 'visa_issued', ...PERIOD], said('statusRefused')],
      [['set', second.id, 'visa_revoked', '--note', 'x'], said('statusRefused')],
      [['undo', second.id], said('undoNothing')],
      [['resend', 'M-NONE'], said('noSuchMail', { id: 'M-NONE' })],
      [['list', '--type', 'tourist'], 'specialist'],
      [['list', '--from', 'yesterday'], said('periodDates')],
      [['anonymise'], said('retentionOff')],
    ];
    const mailed = (await mailsTo(second.email)).length;
    for (const [command, words] of refusals) expect(await deskRefusal(...command, '--yes')).toContain(words);
    expect((await told<{ history: unknown[] }>('show', second.id)).history).toHaveLength(1);
    expect(await mailsTo(second.email)).toHaveLength(mailed);
  });

  await test.step('changes are requested, notes stored, and a mail sent again', async () => {
    await desk('set', second.id, 'changes_requested', '--note', 'A sharper scan', '--fields', 'file4', '--now');
    await desk('note', second.id, 'Called, sends it on Monday');
    expect(await desk('show', second.id)).toContain('Called, sends it on Monday');
    await desk('resend', second.id);
    expect(await heard(second, 'changes_requested')).toBe(2);
    expect((await mailsTo(second.email)).join()).not.toContain('Monday');
    expect(await desk('mails', second.id, '--all')).toContain(second.id);
  });

  await test.step('a visa is issued, revoked and issued again, and each code shows its state', async () => {
    for (const status of ['in_review', 'approved']) await desk('set', third.id, status, '--now');
    const unreal = ['--from', '2027-02-30', '--to', '2028-01-01'];
    expect(await deskRefusal('set', third.id, 'visa_issued', ...unreal, '--yes')).toContain(said('visaDates'));
    const { code } = await told<{ code: string }>('set', third.id, 'visa_issued', ...PERIOD, '--now');
    expect(await visaPage(code)).toBe(200);
    // The address of this portal, not the one in wrangler.toml.
    expect((await mailsTo(third.email)).join()).toContain(`:${new URL(origin).port}/en/employee-visa/${code}`);
    await desk('set', third.id, 'visa_revoked', '--note', 'Issued for another person', '--now');
    const revoked = (await (await request.get(`/api/v1/employee-visa/${code}`)).json()) as { data: object };
    expect(revoked.data).toMatchObject({ status_type: 'visa_revoked' });
    for (const status of ['in_review', 'approved']) await desk('set', third.id, status, '--now');
    const again = await told<{ code: string }>('set', third.id, 'visa_issued', ...PERIOD, '--now');
    expect(again.code).not.toBe(code);
    expect(await visaPage(again.code)).toBe(200);
  });

  await test.step('an application is reopened after a wrong refusal', async () => {
    await desk('set', fourth.id, 'rejected', '--note', 'No receipt', ...REASON, '--now');
    await desk('set', fourth.id, 'in_review', '--now');
    expect((await told<{ status: string }>('show', fourth.id)).status).toBe('in_review');
  });

  await test.step('the archive of an applicant and the list are saved, and never overwrite a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'it-visa-office-'));
    const archive = join(folder, 'one.zip');
    await desk('export', first.id, '--save', archive);
    expect((await readFile(archive)).includes('application.json')).toBe(true);
    const csv = join(folder, 'all.csv');
    await desk('export', '--csv', csv);
    expect(await readFile(csv, 'utf8')).toContain(third.id);
    expect(await deskRefusal('export', '--csv', csv)).toContain(csv);
  });

  await test.step('an applicant is erased: nothing opens any more, and the log has the operator', async () => {
    const { files } = await told<{ files: { id: string }[] }>('show', fourth.id);
    expect(files).not.toHaveLength(0);
    await desk('erase', fourth.id);
    expect(await deskRefusal('show', fourth.id)).toContain(fourth.id);
    expect(await desk('find', fourth.email)).toContain(NONE);
    const login = await request.post('/api/v1/user-login', {
      data: { email: fourth.email, password: 'of nobody now' },
    });
    expect(login.status()).toBe(401);
    const log = await told<{ action: string; by: string }[]>('log', fourth.id);
    expect(log[0]).toMatchObject({ action: 'erase', by: 'tester@office.example' });
  });

  await test.step('samples are added once', async () => {
    const { applications } = await told<{ applications: unknown[] }>('demo');
    expect(applications).not.toHaveLength(0);
    expect(await deskRefusal('demo')).toContain('exist already');
  });
});
