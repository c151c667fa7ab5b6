/** Deleting an applicant deletes everything that belongs to them, however the row is deleted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerMessage } from '../../../functions/office/correspondence.ts';
import { APPLICATION_PATHS } from '../../fixtures/applicants.ts';
import { createApplication, formOf, openSession, shortValues, tokenOf, validValues } from './support/applications.ts';
import { desk, deskWith, expectRefusal, officerWith, TESTER, t } from './support/desk.ts';
import { bindings, call, migrate, readRefusal, runMail, sweepOrphans } from './support/host.ts';
import { everythingStored, objectKeys } from './support/storage.ts';

beforeAll(migrate);

const deleteRow = (id: string) => bindings.DB.prepare('DELETE FROM applicants WHERE id = ?').bind(id).run();

describe("an applicant's row deleted by SQL", () => {
  it("deleting an applicant's row leaves its files to the sweep, and other applicants' files untouched", async () => {
    const other = await createApplication({ type: 'founder', values: validValues() });
    const kept = await objectKeys();
    const { id } = await createApplication({ values: validValues() });
    await deleteRow(id);
    const { orphaned_objects } = await everythingStored();
    expect((await objectKeys()).length - kept.length).toBe(orphaned_objects?.length);
    await sweepOrphans();
    expect(await everythingStored()).toMatchObject({ objects: kept, orphaned_objects: [] });
    expect((await call(other.file4)).status).toBe(200);
  });

  it("deleting an applicant's row keeps the claim of the sweep on its files", async () => {
    const { id } = await createApplication({ type: 'founder', values: validValues() });
    await bindings.DB.prepare('INSERT INTO orphaned_objects SELECT id, 0 FROM files WHERE applicant_id = ?')
      .bind(id)
      .run();
    await deleteRow(id);
    const { orphaned_objects = [] } = await everythingStored();
    expect(orphaned_objects.length).toBeGreaterThan(0);
    expect(orphaned_objects).toEqual(orphaned_objects.map(() => expect.objectContaining({ made_at: 0 })));
    await sweepOrphans();
  });
});

const PLANTED = {
  surname: 'Quixotrell',
  name: 'Zebulonia',
  middlename: 'Wyvernsson',
  email: 'quixotrell.zebulonia@example.org',
  passport_number: 'QZX7349182',
  petitioner_name: 'Gryphon Holding',
};
const OTHERS = [
  'quixotrell.old@example.org',
  'Basilisk in the note',
  'Chimera for the applicant',
  'a-planted-request-id-0001',
  'Manticore in the message',
  'Hippogriff in the answer',
];
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Creates an applicant with a row in every table. */
async function plant(): Promise<{ id: string; code: string }> {
  const request = { 'X-Request-Id': OTHERS[3] ?? '' };
  const [email = ''] = OTHERS;
  const former = { ...PLANTED, email, surname: 'Formername' };
  const { id } = await createApplication({ values: validValues(former), headers: request });
  const body = formOf('specialist', validValues(PLANTED));
  expect((await call(`${APPLICATION_PATHS.specialist}/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
  await call('/user-login', { json: { email: PLANTED.email, password: 'wrong' } });
  const token = await openSession(PLANTED.email, undefined, { 'User-Agent': FIREFOX });
  await call('/user-login', { json: { email: PLANTED.email, password: 'wrong' } });
  await call('/user-login', { json: { email, password: 'wrong' } });
  await call('/forgot-password-token', { json: { email: PLANTED.email } });
  await call('/user/deletion-request', { method: 'POST', token });
  await desk('note', id, OTHERS[1] ?? '');
  await bindings.DB.prepare(
    `INSERT INTO mails (id, applicant_id, kind, content, address, made_at, due_at, expires_at)
     VALUES (?1, ?1, 'status', '{}', ?2, 1, 1, 1)`,
  )
    .bind(id, email)
    .run();
  await call('/user/messages', { token, json: { id: crypto.randomUUID(), text: OTHERS[4] } });
  const message = await bindings.DB.prepare('SELECT id FROM messages WHERE applicant_id = ?').bind(id).first('id');
  await answerMessage(officerWith(), String(message), OTHERS[5] ?? '');
  await desk('set', id, 'in_review', '--note', OTHERS[2] ?? '');
  await desk('set', id, 'approved');
  const { code } = (await desk('set', id, 'visa_issued', '--from', '2027-01-01', '--to', '2027-12-31')).data as {
    code: string;
  };
  await desk('set', id, 'visa_revoked', '--note', OTHERS[2] ?? '', '--waits');
  return { id, code };
}

/** Tables without applicants; the host does not know the owner of a parcel. */
const OF_NOBODY = /^(?:orphaned_objects|erased_addresses|note_templates|parcels|parcel_blobs|parcel_spending)$/;

const missing = async (texts: readonly string[]) => {
  const dump = JSON.stringify(await everythingStored());
  return texts.filter((text) => !dump.includes(text));
};

describe('desk erase', () => {
  it('desk erase deletes the applicant from every table and the bucket, and logs only number, operator and time', async () => {
    await createApplication({ type: 'founder', values: validValues() });
    const before = await everythingStored();
    const { id, code } = await plant();
    const planted = [...Object.values(PLANTED), ...OTHERS, code, 'Firefox', 'Formername'];
    expect(await missing(planted)).toEqual([]);
    const touched = Object.entries(await everythingStored()).filter(
      ([table, rows]) => JSON.stringify(rows) === JSON.stringify(before[table]),
    );
    // Every other table has a row of the applicant.
    expect(touched.map(([table]) => table).filter((table) => !OF_NOBODY.test(table))).toEqual([]);

    await deskWith({ now: 5 })('erase', id);
    // The cron deletes the counters: only the worker has the key of their hashes.
    expect((await everythingStored()).erased_addresses).not.toEqual([]);
    await runMail(Date.now());

    const { desk_actions = [], ...after } = await everythingStored();
    const { desk_actions: _, ...others } = before;
    expect(after).toEqual(others);
    expect(await missing(planted)).toEqual(planted);
    const done = { applicant_id: id, detail: '', by: TESTER };
    const logged = desk_actions as { action: string }[];
    expect(logged.filter(({ action }) => action !== 'decide').slice(-5)).toMatchObject([
      { ...done, action: 'answer' },
      { ...done, action: 'set' },
      { ...done, action: 'set' },
      { ...done, action: 'visa' },
      { ...done, action: 'erase', at: 5 },
    ]);
    expect(await readRefusal(await call(`/employee-visa/${code}`))).toEqual({ status: 404, code: 'not_found' });
    expect(await expectRefusal(() => desk('show', id))).toBe(t('unknownApplicant', { id }));
  });

  it('desk erase deletes answers to the applicant’s messages of the help page that could not be sent', async () => {
    const { id } = await createApplication({ type: 'founder', values: shortValues({ email: PLANTED.email }) });
    const question = { id: crypto.randomUUID(), text: 'When?', email: PLANTED.email, name: 'Zebulonia' };
    expect((await call('/messages', { json: question })).status).toBe(200);
    const message = await bindings.DB.prepare('SELECT id FROM messages').first('id');
    await answerMessage(officerWith(), String(message), 'Soon');
    const lost = { send: () => Promise.reject(new Error('Network connection lost.')) } as unknown as SendEmail;
    await runMail(Date.now(), { ...bindings, MAIL: lost });
    expect(await missing([PLANTED.email])).toEqual([]);
    await desk('erase', id);
    await runMail(Date.now());
    expect(await missing([PLANTED.email])).toEqual([PLANTED.email]);
  });

  it('desk erase refuses an unknown number', async () => {
    expect(await expectRefusal(() => desk('erase', 'ITV-NOBODY'))).toBe(t('unknownApplicant', { id: 'ITV-NOBODY' }));
  });

  it('desk erase deletes all rows when the bucket fails, and leaves the files to the sweep', async () => {
    const kept = await objectKeys();
    const { id } = await createApplication({ type: 'founder', values: validValues() });
    const FILES = { delete: () => Promise.reject(new Error('R2 is down')) } as unknown as R2Bucket;
    await deskWith({ operator: { env: { ...bindings, FILES } } })('erase', id);
    expect((await objectKeys()).length).toBeGreaterThan(kept.length);
    await sweepOrphans();
    expect(await everythingStored()).toMatchObject({ objects: kept, orphaned_objects: [] });
  });
});
