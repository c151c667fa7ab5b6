/** The largest pages that stored texts can make: every text at its limit, of characters that HTML escapes. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_TEMPLATE, MAX_TEMPLATES } from '../../../../functions/office/correspondence.ts';
import { changeableFields } from '../../../../src/domain/application/asked-fields.ts';
import { FIELDS, fieldsOf } from '../../../../src/domain/application/fields.ts';
import { MAX_ITEMS } from '../../../../src/domain/kinds/index.ts';
import { createApplication, newEmail, validValues } from '../../admin/support/applications.ts';
import { migrate } from '../../admin/support/host.ts';
import { bindings, officer } from '../support/desk.ts';
import { serveKeys } from '../support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');
const MAX_BYTES = 60 * 1024;
const TYPE = 'investor';
const LONGEST_NAME = `O${"'".repeat(79)} O${"'".repeat(79)}`;
const quotes = (count: number) => '"'.repeat(count);

async function expectFits(response: Response, what: string): Promise<void> {
  expect.soft((await response.arrayBuffer()).byteLength, what).toBeLessThanOrEqual(MAX_BYTES);
}

/** Longest answers of an application, as stored. @param sign differs between versions */
function longestFields(stored: Record<string, unknown>, sign: string): Record<string, unknown> {
  const answers = fieldsOf(TYPE).flatMap(({ name, kind, max }): [string, unknown][] => {
    if (kind === 'text' || kind === 'longtext') return [[name, sign.repeat(max || FIELDS[name].max)]];
    if (kind === 'name') return [[name, `O${"'".repeat((max || 80) - 1)}`]];
    if (kind === 'address')
      return [[name, { region: '14', district: '200', street: sign.repeat(200), flat: sign.repeat(200) }]];
    return [];
  });
  const trip = {
    date_from: '2024-01-01',
    date_to: '2024-01-02',
    previos_trip_aim: sign.repeat(200),
    trip_aim: sign.repeat(200),
    trip_country: 'KZ',
  };
  const [relative] = stored.formatted_relatives as object[];
  return {
    ...stored,
    ...Object.fromEntries(answers),
    fio: LONGEST_NAME,
    formatted_relatives: Array.from({ length: MAX_ITEMS }, (_, nth) => ({
      ...relative,
      name: LONGEST_NAME.slice(81),
      surname: LONGEST_NAME.slice(81),
      relativeInn: sign.repeat(20),
      relativePassport: `N76543${nth}`,
    })),
    formatted_previos_trips: Array.from({ length: MAX_ITEMS }, () => trip),
    last_trips: Array.from({ length: MAX_ITEMS }, () => trip),
  };
}

async function longestApplication(): Promise<string> {
  const { id } = await createApplication({ type: TYPE, values: validValues({ email: newEmail() }) });
  const { fields } = (await bindings.DB.prepare('SELECT fields FROM applicants WHERE id = ?')
    .bind(id)
    .first<{ fields: string }>()) ?? { fields: '{}' };
  const stored = JSON.parse(fields) as Record<string, unknown>;
  const names = JSON.stringify(fieldsOf(TYPE).map(({ name }) => name));
  const asked = JSON.stringify(changeableFields(TYPE));
  const run = (sql: string, ...values: unknown[]) => bindings.DB.prepare(sql).bind(id, ...values);
  const now = Date.now();
  await bindings.DB.batch([
    run('UPDATE applicants SET fields = ?2, version = 100 WHERE id = ?1', JSON.stringify(longestFields(stored, '"'))),
    ...Array.from({ length: 4 }, (_, nth) => [
      run(
        `INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
         VALUES (?1, ?2, ?3, ?4, '["file4"]', ?5)`,
        ...[nth + 1, JSON.stringify(longestFields(stored, '\'"&<'[nth % 4] ?? '')), names, now + nth],
      ),
      run(
        `INSERT INTO status_history (applicant_id, position, status, note, created_at, fields) VALUES (?1, ?2, 'changes_requested', ?3, ?4, ?5)`,
        ...[nth + 1, quotes(4000), now + nth, asked],
      ),
      run(
        "INSERT INTO notes (applicant_id, text, by, at) VALUES (?1, ?2, 'anna@office.example', ?3)",
        quotes(4000),
        now,
      ),
      run(
        `INSERT INTO messages (id, key, applicant_id, name, number, locale, text, sender, sent_at, state, answer, ended_by, ended_at)
         VALUES (?2, ?2, ?1, '', '', 'ru', ?3, '', 1, 'answered', ?3, 'anna@office.example', 1)`,
        ...[`M-WORST-${nth}`, quotes(4000)],
      ),
    ]).flat(),
  ]);
  return id;
}

it('no page of the longest application is over 60 KB', async () => {
  const id = await longestApplication();
  const sections = ['history', 'notes', 'log', 'changes', 'files', 'messages', 'personal'];
  const parts = new Set(fieldsOf(TYPE).map(({ part }) => part));
  const below = [...sections, ...[...parts].map((part) => `answers?part=${part}`)];
  for (const path of ['', ...below.map((section) => `/${section}`)])
    await expectFits(await anna.get(`/applications/${id}${path}${path.includes('?') ? '&' : '?'}lng=ru`), path);
  const seen = await anna.seen(id);
  for (const [action, name] of [
    ['notes', 'text'],
    ['messages', 'message'],
  ] as const)
    for (const length of [4100, 5000, 40_000]) {
      const typed = { seen, [name]: quotes(length), note: 'x', fields: [...changeableFields(TYPE)] };
      await expectFits(await anna.post(`/applications/${id}/${action}?lng=ru`, typed), `${action} ${length}`);
    }
  await expectFits(await anna.get('/log?lng=ru'), 'log');
  await expectFits(await anna.get('/statistics?from=2000-01-01&lng=ru'), 'statistics');
  await expectFits(await anna.get('/messages?all&lng=ru'), 'messages');
  await expectFits(await anna.get('/messages/M-WORST-1?lng=ru'), 'message');
});

it('no page of a decision with the longest note, 40 templates and all fields is over 60 KB', async () => {
  const { id } = await createApplication({ type: TYPE, values: validValues({ email: newEmail() }) });
  await bindings.DB.batch([
    bindings.DB.prepare("UPDATE applicants SET fields = json_set(fields, '$.fio', ?2) WHERE id = ?1").bind(
      id,
      LONGEST_NAME,
    ),
    ...Array.from({ length: MAX_TEMPLATES }, () =>
      bindings.DB.prepare(
        "INSERT INTO note_templates (status, title, ru, en, version) VALUES ('changes_requested', ?1, ?2, ?2, 1)",
      ).bind(quotes(MAX_TEMPLATE.title), quotes(MAX_TEMPLATE.text)),
    ),
  ]);
  const seen = await anna.seen(id, 'changes_requested');
  const form = { seen, fields: [...changeableFields(TYPE)], from: '', to: '', sure: '' };
  const path = `/applications/${id}/decision/changes_requested?lng=ru`;
  for (const [step, note] of [
    ['preview', quotes(4000)],
    ['edit', quotes(4000)],
    ['preview', quotes(4001)],
    ['preview', quotes(40_000)],
    ['edit', quotes(40_000)],
  ] as const)
    await expectFits(await anna.post(path, { ...form, note, step }), `${step} ${note.length}`);
  await expectFits(await anna.post(path, { ...form, seen: '', note: quotes(40_000), step: 'preview' }), 'refusal');
  await expectFits(await anna.get('/templates?lng=ru'), 'templates');
  await expectFits(await anna.get('/templates?edit=1&lng=ru'), 'edit');
});

it('no list of applications with the longest names is over 60 KB', async () => {
  const { id } = await createApplication({ type: TYPE, values: validValues({ email: newEmail() }) });
  await bindings.DB.prepare(
    "UPDATE applicants SET fields = json_set(fields, '$.fio', ?2), search_text = 'zzzz' WHERE id = ?1",
  )
    .bind(id, LONGEST_NAME)
    .run();
  await bindings.DB.prepare(
    `WITH RECURSIVE nth AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM nth WHERE n < 50)
     INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at)
     SELECT id || n, n || email_key, application_type, locale, '', fields, status, 1, created_at, 0 FROM applicants, nth WHERE id = ?`,
  )
    .bind(id)
    .run();
  await expectFits(await anna.get('/?queue=unassigned&lng=ru'), 'queue');
  await expectFits(await anna.get('/?queue=submitted&lng=ru'), 'status');
});
