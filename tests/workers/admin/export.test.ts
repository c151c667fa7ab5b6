/** The export of all data that the portal holds about an applicant. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addNote } from '../../../functions/admin/store/notes.ts';
import { createApplication, openSession, validValues } from './support/applications.ts';
import { NOW } from './support/clock.ts';
import { desk, expectRefusal, t } from './support/desk.ts';
import { bindings, call, migrate } from './support/host.ts';
import { SAMPLES } from './support/samples.ts';

beforeAll(migrate);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'it-visa-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('desk export', () => {
  it('desk export writes answers, history, consent, sign-ins, mails, notes and every file', async () => {
    const values = validValues({ surname: 'Exported', email: 'exported@example.org' });
    const { id } = await createApplication({
      type: 'investor',
      values,
      headers: { 'X-Request-Id': 'request-of-export' },
    });
    const token = await openSession(values.email, undefined, { 'User-Agent': CHROME });
    const question = { id: crypto.randomUUID(), text: 'When will I hear?' };
    await call('/user/messages', { token, json: question });
    const [{ id: message }] = (await desk('messages', id)).data as [{ id: string }];
    await desk('answer', message, 'Within a week.');
    await addNote(bindings.DB, id, { text: 'Called us twice', by: 'tester', at: NOW }).run();
    await call('/user/deletion-request', { method: 'POST', token });
    await desk('decline', id, '--note', 'A visa is in force');
    await desk('set', id, 'changes_requested', '--note', 'A sharper scan', '--fields', 'file4');
    const save = join(folder, 'new', 'place');
    const told = await desk('export', id, '--save', save);

    const data = JSON.parse(readFileSync(join(save, 'application.json'), 'utf8'));
    expect(data).toMatchObject({
      application: {
        ...{ id, application_type: 'investor', surname: 'Exported', email: values.email, citizenship: 'DE' },
        application_status_history: [
          { status_type: 'submitted' },
          { status_type: 'changes_requested', note: 'A sharper scan', fields: ['file4'] },
        ],
      },
      request_id: 'request-of-export',
      locale: 'en',
      sessions: [{ browser: expect.stringContaining('Chrome'), created_at: new Date(NOW).toISOString() }],
      former_address: null,
      email_confirmed_at: null,
      deletion_request: { asked_at: new Date(NOW).toISOString(), answer: 'A visa is in force' },
      mails: expect.arrayContaining([expect.objectContaining({ kind: 'received', state: 'sent' })]),
      messages: [{ text: 'When will I hear?', answer: 'Within a week.' }],
      notes: [{ text: 'Called us twice' }],
      actions: [{ text: `answer ${message}` }, { text: 'decline' }, { text: 'set changes_requested' }],
    });
    const own = data.files.find(({ file }: { file: string }) => file === data.application.file4);
    expect(own.field).toBe('file4');
    const relatives = data.application.formatted_relatives.map((one: Record<string, string>) => one.file6);
    expect(readdirSync(save)).toEqual(expect.arrayContaining([...relatives, own.file]));

    const text = readFileSync(join(save, 'application.txt'), 'utf8');
    for (const line of [
      'Surname: Exported',
      'Citizenship: Germany',
      'Comment: A sharper scan',
      'Called us twice',
      'Answer: A visa is in force',
      'When will I hear?',
      'Within a week.',
      'Chrome',
    ])
      expect(text).toContain(line);

    const stored = await bindings.DB.prepare('SELECT id, field FROM files WHERE applicant_id = ?').bind(id).all();
    expect(data.files).toHaveLength(stored.results.length);
    expect(readdirSync(save)).toHaveLength(stored.results.length + 2);
    expect(told.lines.at(-1)).toBe(t('exported', { id, folder: save }));
    // A PDF is stored unchanged.
    expect(readFileSync(join(save, own.file)).equals(SAMPLES.passportPdf.bytes)).toBe(true);
    // The export has no credentials and no names of operators.
    const everything = readFileSync(join(save, 'application.json'), 'utf8') + text;
    expect(everything).not.toMatch(/scrypt|password_hash|token|tester/);
  });

  it("desk export is in the applicant's language", async () => {
    const values = validValues({ surname: 'Exported' });
    const { id } = await createApplication({ values, headers: { 'Accept-Language': 'ru' } });
    await desk('export', id, '--save', folder);
    expect(readFileSync(join(folder, 'application.txt'), 'utf8')).toContain('Фамилия: Exported');
  });

  it('desk export refuses to replace a file, an unknown application and invalid options', async () => {
    const { id } = await createApplication({ type: 'founder' });
    await desk('export', id, '--save', folder);
    const before = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    expect(await expectRefusal(() => desk('export', id, '--save', folder))).toContain(folder);
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name)))).toEqual(before);
    expect(await expectRefusal(() => desk('export', 'ITV-NOBODY', '--save', folder))).toBe(
      t('unknownApplicant', { id: 'ITV-NOBODY' }),
    );
    for (const line of [
      [id],
      [],
      [id, '--csv', 'x'],
      ['--save', folder],
      [id, '--save', folder, '--status', 'submitted'],
    ])
      expect(await expectRefusal(() => desk('export', ...line))).toContain(t('usage.export'));
  });

  it('desk export without a number writes the list', async () => {
    const file = join(folder, 'list.csv');
    await desk('export', '--csv', file, '--type', 'founder');
    expect(readFileSync(file, 'utf8')).toContain('founder'.replace('f', 'F'));
  });
});
