/** Forms that are submitted twice, or after what they are about has changed. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication, newEmail, validValues } from '../admin/support/applications.ts';
import { migrate } from '../admin/support/host.ts';
import { bindings, officer, visit } from './support/desk.ts';
import { serveKeys } from './support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');
const boris = await officer('boris@office.example');

const applied = async () =>
  (await createApplication({ type: 'founder', values: validValues({ email: newEmail() }) })).id;

const countOf = (table: string, id: string) =>
  bindings.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE applicant_id = ?`).bind(id).first<number>('count');

describe('a form that is submitted twice', () => {
  it('a decision is stored once, and the second response names the first press as a possible cause', async () => {
    const id = await applied();
    const form = { seen: await anna.seen(id), note: 'A sharper scan', step: 'confirm' };
    const submit = () => anna.post(`/applications/${id}/decision/changes_requested`, form);
    expect((await submit()).status).toBe(303);
    const second = await submit();
    expect(second.status).toBe(409);
    expect(await second.text()).toContain('or you by a second press of the button');
    expect(await countOf('status_history', id)).toBe(2);
  });

  it('a note is stored and logged once, and another officer may write the same', async () => {
    const id = await applied();
    const submit = () => anna.post(`/applications/${id}/notes`, { text: 'Called' });
    for (const { status } of await Promise.all([submit(), submit()])) expect(status).toBe(303);
    await boris.post(`/applications/${id}/notes`, { text: 'Called' });
    expect(await countOf('notes', id)).toBe(2);
    expect(await countOf('desk_actions', id)).toBe(2);
  });
});

describe('what was typed', () => {
  it('stays in another language although the application has moved on and has no such form', async () => {
    const id = await applied();
    for (const status of ['in_review', 'approved']) await boris.decide(id, status);
    const typed = { note: 'Typed with care', text: 'Called', message: 'A question' };
    const page = await (await anna.post(`/applications/${id}`, { ...typed, lng: 'ru' })).text();
    for (const text of Object.values(typed)) expect(page.split(text)).toHaveLength(2);
  });

  it('is not replaced by a template that another officer has deleted, or whose language is empty by now', async () => {
    const id = await applied();
    await anna.post('/templates', { id: '0', version: '0', status: 'in_review', title: 'T', ru: 'Да', en: '' });
    const template = await bindings.DB.prepare('SELECT id FROM note_templates').first('id');
    for (const path of [`/applications/${id}/decision/in_review`, `/applications/${id}`])
      for (const gone of ['999.ru.note', `${template}.en.note`]) {
        const response = await anna.post(path, { note: 'Typed with care', template: gone });
        expect(response.status).toBe(409);
        expect(await response.text()).toContain('Typed with care');
      }
  });
});

it('data that a form opens leaves the same traces as an address: application, decision, file, CSV and archive', async () => {
  const id = await applied();
  const cara = await officer('cara@office.example');
  const tracesOf = async (table: string, column: string, by: string) =>
    (
      await bindings.DB.prepare(
        `SELECT ${column} AS what FROM ${table} WHERE ${by} = 'cara@office.example' ORDER BY 1`,
      ).all<{ what: string }>()
    ).results.map(({ what }) => what);
  const opened = await cara.post(`/applications/${id}/decision/in_review`, { lng: 'en' });
  expect(await tracesOf('reads', 'kind', 'officer')).toEqual(['open']);
  await bindings.DB.prepare("DELETE FROM reads WHERE officer = 'cara@office.example'").run();
  await cara.page(`/applications/${id}/decision/in_review`);
  const [file = ''] = /\/files\/[\w-]+/.exec(await opened.text()) ?? [];
  for (const path of [file, '/applications.csv', `/applications/${id}/personal.zip`])
    await (await cara.post(path, { lng: 'en' })).arrayBuffer();
  expect(await tracesOf('reads', 'kind', 'officer')).toEqual(['export', 'export', 'open', 'scan']);
  expect(await tracesOf('desk_actions', 'action', 'by')).toEqual(['csv', 'export']);
});

it('statistics without a first day show the one they count from, also of an earlier year', async () => {
  const page = await anna.page('/statistics?from=&to=2020-01-31');
  expect(page).toContain('value="2019-11-09"');
  expect(page).toContain('/applications.csv?from=2019-11-09&amp;to=2020-01-31');
});

it.each(['\0', '\u200b', "%_'", '"', '💥'.repeat(150), '@', 'a@', '#', '-', '\t'])(
  'a search for %j is answered',
  async (text) => {
    const found = await anna.post('/search', { text });
    const cookie = found.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect((await visit('/search', { headers: { Cookie: cookie } })).status).toBeLessThan(400);
  },
);
