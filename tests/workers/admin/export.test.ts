/** Everything about one applicant as an archive. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerMessage } from '../../../functions/office/correspondence.ts';
import { exportArchive } from '../../../functions/office/export-archive.ts';
import { createApplication, openSession, validValues } from './support/applications.ts';
import { NOW } from './support/clock.ts';
import { desk, expectRefusal, officerWith, t } from './support/desk.ts';
import { bindings, call, migrate } from './support/host.ts';
import { SAMPLES } from './support/samples.ts';

beforeAll(migrate);

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
    const message = await bindings.DB.prepare('SELECT id FROM messages').first('id');
    await answerMessage(officerWith(), String(message), 'Within a week.');
    await desk('note', id, 'Called us twice');
    await call('/user/deletion-request', { method: 'POST', token });
    await desk('decline', id, '--note', 'A visa is in force');
    await desk('set', id, 'changes_requested', '--note', 'A sharper scan', '--fields', 'file4');
    const files = await exported(id);
    const data = JSON.parse(textIn(files, 'application.json'));
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
      actions: [
        { text: `answer ${message}` },
        { text: 'note' },
        { text: 'decline' },
        { text: 'decide changes_requested' },
        { text: 'set changes_requested' },
        { text: 'export' },
      ],
    });
    const own = data.files.find(({ file }: { file: string }) => file === data.application.file4);
    expect(own.field).toBe('file4');
    const relatives = data.application.formatted_relatives.map((one: Record<string, string>) => one.file6);
    expect([...files.keys()]).toEqual(expect.arrayContaining([...relatives, own.file]));
    expect(own.file).toMatch(/^\d\d-passport of \S.* Exported\.\w+$/);

    const text = textIn(files, 'application.txt');
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
    expect(files.size).toBe(stored.results.length + 2);
    // A PDF is stored unchanged.
    expect(Buffer.from(SAMPLES.passportPdf.bytes).equals(files.get(own.file) ?? new Uint8Array())).toBe(true);
    // The export has no credentials and no names of operators.
    const everything = textIn(files, 'application.json') + text;
    expect(everything).not.toMatch(/scrypt|password_hash|token|tester/);
  });

  it('an export has revoked visas, reasons of refusals, and what the help page was told', async () => {
    const values = validValues({ email: 'revoked@example.org' });
    const { id } = await createApplication({ type: 'founder', values });
    const question = { id: crypto.randomUUID(), text: 'When?', email: values.email, name: 'Revoked', application: '7' };
    expect((await call('/messages', { json: question })).status).toBe(200);
    await desk('set', id, 'in_review');
    await desk('set', id, 'approved');
    const period = ['--from', '2027-01-01', '--to', '2027-12-31'];
    const { code } = (await desk('set', id, 'visa_issued', ...period)).data as { code: string };
    await desk('set', id, 'visa_revoked', '--note', 'The contract has ended');
    await bindings.DB.prepare("UPDATE status_history SET reason = 'documents' WHERE position = 4").run();
    const at = new Date(NOW).toISOString();
    expect(JSON.parse(textIn(await exported(id), 'application.json'))).toMatchObject({
      application: { application_status_history: [{}, {}, {}, {}, { reason: 'documents' }] },
      visas: [{ code, valid_from: '2027-01-01', valid_to: '2027-12-31', issued_at: at, revoked_at: at }],
      messages: [{ text: 'When?', email: values.email, name: 'Revoked', number: '7' }],
    });
  });

  it("an export is in the applicant's language", async () => {
    const values = validValues({ surname: 'Exported' });
    const { id } = await createApplication({ values, headers: { 'Accept-Language': 'ru' } });
    expect(textIn(await exported(id), 'application.txt')).toContain('Фамилия: Exported');
  });

  it('an export is refused without its role, and for an unknown application', async () => {
    const { id } = await createApplication({ type: 'founder', values: validValues() });
    const reader = officerWith({ may: (role) => role !== 'export' });
    expect(await expectRefusal(() => exportArchive(reader, id))).toContain('export role');
    expect(await expectRefusal(() => exportArchive(officerWith(), 'ITV-NOBODY'))).toBe(
      t('unknownApplicant', { id: 'ITV-NOBODY' }),
    );
  });

  it('an export has all earlier versions, also more than the store reads at once', async () => {
    const { id } = await createApplication({ type: 'founder', values: validValues() });
    const added = bindings.DB.prepare(
      `INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
       VALUES (?, ?, json_object('activity', ?), '[]', NULL, 0)`,
    );
    const versions = Array.from({ length: 12 }, (_, nth) => 12 - nth);
    await bindings.DB.batch(versions.map((version) => added.bind(id, version, 'x'.repeat(500_000))));
    const { former_versions } = JSON.parse(textIn(await exported(id), 'application.json'));
    expect(former_versions.map(({ version }: { version: number }) => version)).toEqual(versions);
  });
});

/** Reads a ZIP archive without compression. */
async function exported(id: string): Promise<Map<string, Uint8Array>> {
  const { stream: archive } = await exportArchive(officerWith({ now: NOW }), id);
  const bytes = Buffer.from(await new Response(archive).arrayBuffer());
  const files = new Map<string, Uint8Array>();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [size, length] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)];
    const start = at + 30 + length;
    files.set(bytes.toString('utf8', at + 30, start), bytes.subarray(start, start + size));
    at = start + size;
  }
  return files;
}

const textIn = (files: Map<string, Uint8Array>, name: string) => Buffer.from(files.get(name) ?? []).toString('utf8');
