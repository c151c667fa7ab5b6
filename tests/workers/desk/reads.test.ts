/** What officers read leaves one row a day and kind, which nothing changes and which the role `audit` reads. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createApplication } from '../admin/support/applications.ts';
import { migrate } from '../admin/support/host.ts';
import { bindings, officer } from './support/desk.ts';
import { serveKeys } from './support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

it('lists, searches, applications and files that are read leave one row a day, for the role audit', async () => {
  const { id } = await createApplication({ type: 'founder' });
  const reader = await officer('reader@office.example', ['desk-read']);
  for (let time = 0; time < 2; time += 1) {
    await reader.page('/');
    await reader.search(id);
    const [file] = /\/files\/[\w-]+/.exec(await reader.page(`/applications/${id}`)) ?? [''];
    expect((await reader.get(file)).status).toBe(200);
  }
  const { results } = await bindings.DB.prepare(
    "SELECT kind, applicant_id AS id FROM reads WHERE officer = 'reader@office.example' ORDER BY kind",
  ).all();
  expect(results).toEqual([
    { kind: 'list', id: '' },
    { kind: 'open', id },
    { kind: 'scan', id },
    { kind: 'search', id: '' },
  ]);
  expect((await reader.get('/reads')).status).toBe(403);
  const auditor = await officer('auditor@office.example', ['desk-audit']);
  const shown = await (await auditor.post('/reads', { about: 'Reader@office.example' })).text();
  expect(shown).toContain(id);
  await expect(bindings.DB.prepare("UPDATE reads SET officer = 'x'").run()).rejects.toThrow();
});
