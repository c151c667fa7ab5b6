/** Every text can be read in full, however much is stored, and a page of an application stays of one size. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { APPLICATION_PATHS } from '../../../fixtures/applicants.ts';
import {
  tokenOf as applicantToken,
  createApplication,
  formOf,
  newEmail,
  relative,
  validValues,
} from '../../admin/support/applications.ts';
import { call, migrate } from '../../admin/support/host.ts';
import { bindings, officer } from '../support/desk.ts';
import { serveKeys } from '../support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');
type Values = ReturnType<typeof validValues>;

async function applied(over: Partial<Values> = {}) {
  const values = validValues({ email: newEmail(), ...over });
  return { id: (await createApplication({ type: 'founder', values })).id, values };
}

async function change({ id, values }: { id: string; values: Values }, over: Partial<Values>): Promise<void> {
  const options = { token: await applicantToken(id), body: formOf('founder', { ...values, ...over }), method: 'POST' };
  const response = await call(`${APPLICATION_PATHS.founder}/${id}`, options);
  expect(response.status, await response.clone().text()).toBe(200);
}

/** The pages from a path on, each by the link of the previous one. */
async function pagesFrom(path: string): Promise<string[]> {
  const pages: string[] = [];
  for (let next: string | undefined = path; next; ) {
    const html = await anna.page(next);
    pages.push(html);
    next = /<a href="([^"]+)">Следующие записи/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  return pages;
}

/** Expects the application's page and, whole, each text on the pages of a section. */
async function expectWhole(id: string, section: string, texts: readonly string[]): Promise<void> {
  const [, ...others] = await pagesFrom(`/applications/${id}?lng=ru`);
  expect(others).toEqual([]);
  const whole = (await pagesFrom(`/applications/${id}/${section}${section.includes('?') ? '&' : '?'}lng=ru`)).join(
    '\n',
  );
  for (const text of texts) expect(whole.includes(text), text.slice(0, 40)).toBe(true);
}

const insertHistory = (id: string, position: number, note: string) =>
  bindings.DB.prepare(
    "INSERT INTO status_history (applicant_id, position, status, note, created_at) VALUES (?, ?, 'changes_requested', ?, ?)",
  ).bind(id, position, note, Date.now() + position);

const insertChange = (id: string, version: number, fields: readonly string[]) =>
  bindings.DB.prepare(
    `INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
     VALUES (?, ?, ?, ?, '["file4"]', ?)`,
  ).bind(
    id,
    version,
    JSON.stringify(Object.fromEntries(fields.map((name) => [name, `"${version}"`]))),
    JSON.stringify(fields),
    Date.now() + version,
  );

const FIELDS = [
  ...['passport_number', 'passport_date', 'passport_expire', 'citizenship', 'surname', 'name', 'gender', 'date_birth'],
  ...['phone', 'validity_time', 'planned_length_stay_from', 'planned_length_stay_to'],
];

async function addNotes(id: string): Promise<string[]> {
  const notes = Array.from({ length: 20 }, (_, nth) => `${nth} ${'Ж'.repeat(3990)}`);
  for (const text of notes) expect((await anna.post(`/applications/${id}/note`, { text })).status).toBe(303);
  return notes;
}

async function addHistory(id: string): Promise<string[]> {
  const notes = Array.from(
    { length: 100 },
    (_, nth) => `${nth} ${'Исправьте номер паспорта, пожалуйста. '.repeat(30)}!`,
  );
  await bindings.DB.batch(notes.map((note, nth) => insertHistory(id, nth + 1, note)));
  return notes;
}

it('an application with 20 notes of 4000 Cyrillic letters is readable in full', async () => {
  const { id } = await applied();
  await expectWhole(id, 'notes', await addNotes(id));
});

it('an application with 100 entries of history with long notes is readable in full', async () => {
  const { id } = await applied();
  await expectWhole(id, 'history', await addHistory(id));
});

it('100 changes of 12 fields are readable in full', async () => {
  const { id } = await applied();
  await bindings.DB.batch(Array.from({ length: 100 }, (_, nth) => insertChange(id, nth + 1, FIELDS)));
  const texts = Array.from({ length: 50 }, (_, nth) => `&quot;${nth + 51}&quot;`);
  await expectWhole(id, 'changes', texts);
});

const NAMES = Array.from(
  { length: 50 },
  (_, nth) => `O'Person${'abcdefghij'[nth % 10]}${'klmno'[Math.floor(nth / 10)]}`,
);
const relativesOf = (surname: string) =>
  NAMES.map((name, nth) => relative({ name, surname, relativeInn: `"${nth}"`, relativePassport: `N76543${10 + nth}` }));

it('a change of 50 relatives is readable in full', async () => {
  const application = await applied({ formatted_relatives: relativesOf("O'Before-D'Arcy") });
  await change(application, { formatted_relatives: relativesOf("O'Now-D'Arcy") });
  await expectWhole(
    application.id,
    'changes',
    NAMES.map((name) => name.replace("'", '&#x27;')),
  );
  const pages = (await pagesFrom(`/applications/${application.id}/changes?lng=ru`)).join('\n');
  // Their scans are named after them too, beside the answers.
  expect(pages.split('O&#x27;Before-D&#x27;Arcy, ')).toHaveLength(51);
  expect(pages.split('O&#x27;Now-D&#x27;Arcy, ')).toHaveLength(51);
  await expectWhole(
    application.id,
    'answers?part=family',
    NAMES.map((name) => name.replace("'", '&#x27;')),
  );
  const files = (await pagesFrom(`/applications/${application.id}/files?lng=ru`)).join('\n');
  const links = new Set([...files.matchAll(/class="scans__open" href="([^"]+)"/g)].map(([, path]) => path));
  const { count } = (await bindings.DB.prepare(
    'SELECT count(*) AS count FROM files WHERE applicant_id = ? AND replaced_in IS NULL',
  )
    .bind(application.id)
    .first<{ count: number }>()) ?? { count: 0 };
  expect(links.size).toBe(count);
});
