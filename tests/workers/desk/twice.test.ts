/** Forms that are submitted twice, or after what they are about has changed. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication, newEmail, validValues } from '../admin/support/applications.ts';
import { migrate } from '../admin/support/host.ts';
import { bindings, officer } from './support/desk.ts';
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
  it('a decision is stored once, and the second response names the first press', async () => {
    const id = await applied();
    const form = { seen: await anna.seen(id), note: 'A sharper scan', step: 'confirm' };
    const submit = () => anna.post(`/applications/${id}/decision/changes_requested`, form);
    expect((await submit()).status).toBe(303);
    const second = await submit();
    expect(second.status).toBe(409);
    expect(await second.text()).toContain('anna@office.example decided at');
    expect(await countOf('decisions', id)).toBe(1);
  });

  it('a note is stored and logged once, and another officer may write the same', async () => {
    const id = await applied();
    const submit = () => anna.post(`/applications/${id}/note`, { text: 'Called' });
    for (const { status } of await Promise.all([submit(), submit()])) expect(status).toBe(303);
    await boris.post(`/applications/${id}/note`, { text: 'Called' });
    expect(await countOf('notes', id)).toBe(2);
    expect(await countOf('desk_actions', id)).toBe(2);
  });
});

it('a new template that is submitted twice is stored and logged once, also the last one that there is room for', async () => {
  await bindings.DB.prepare('DELETE FROM note_templates').run();
  const form = { id: '0', version: '0', status: 'rejected', ru: 'Нет', en: '', step: 'save' };
  const submit = (title: string) => anna.post('/templates', { ...form, title });
  const stored = () => bindings.DB.prepare('SELECT count(*) AS count FROM note_templates').first('count');
  for (const { status } of await Promise.all([submit('One'), submit('One')])) expect(status).toBe(303);
  expect(await stored()).toBe(1);
  expect((await submit('Two')).status).toBe(303);
  const actions = bindings.DB.prepare("SELECT count(*) AS count FROM desk_actions WHERE action = 'template'");
  expect(await actions.first('count')).toBe(2);
  for (let more = 3; more <= 40; more += 1) await submit(String(more));
  expect((await submit('40')).status).toBe(303);
  expect((await submit('41')).status).toBe(422);
  expect(await stored()).toBe(40);
  await bindings.DB.prepare('DELETE FROM note_templates').run();
});

describe('what was typed', () => {
  it('stays in another language although the application has moved on and has no such form', async () => {
    const id = await applied();
    for (const status of ['in_review', 'approved']) await boris.decide(id, status);
    const typed = { note: 'Typed with care', text: 'Called', message: 'A question' };
    const page = await (await anna.post(`/applications/${id}`, { ...typed, lng: 'ru' })).text();
    for (const text of Object.values(typed)) expect(page.split(`>${text}<`)).toHaveLength(2);
  });

  it.each(['note', 'write'])(
    '%s: stays on the page although the application is erased at that moment',
    async (path) => {
      const id = await applied();
      let batches = 0;
      const batch = async (statements: D1PreparedStatement[]) => {
        batches += 1;
        // The first reads the application, the second writes.
        if (batches === 2) await bindings.DB.prepare('DELETE FROM applicants WHERE id = ?').bind(id).run();
        return bindings.DB.batch(statements);
      };
      const DB = new Proxy(bindings.DB, {
        get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name).bind(target)),
      });
      const racing = await officer('racing@office.example', undefined, { DB });
      const response = await racing.post(`/applications/${id}/${path}`, { text: 'Typed', message: 'Typed' });
      expect(response.status).toBe(409);
      expect(await response.text()).toContain('>Typed</p>');
    },
  );

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

describe('a list that changes between two of its pages', () => {
  const idsOf = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, id]) => id);
  /** Reads a list to its end. @param meanwhile what happens after its first page */
  const readAll = async (path: string, pattern: RegExp, meanwhile: () => Promise<unknown>) => {
    const found: (string | undefined)[] = [];
    for (let next: string | undefined = path; next !== undefined; ) {
      const page: string = await anna.page(next);
      if (next === path) await meanwhile();
      found.push(...idsOf(page, pattern));
      next = /href="([^"]+)">Next entries/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    }
    return found;
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at).padStart(3, '0'));

  it('messages show each one once while those above are answered, open or all', async () => {
    for (const path of ['/messages', '/messages?all']) {
      await bindings.DB.prepare('DELETE FROM messages').run();
      await bindings.DB.batch(
        numbered(95).map((id, at) =>
          bindings.DB.prepare(
            `INSERT INTO messages (id, key, email, name, number, locale, text, sender, sent_at, state)
             VALUES (?, ?, 'a@example.org', '', '', 'en', ?, '', ?, ?)`,
          ).bind(
            `Q-${id}`,
            id,
            'Short',
            1000 + Math.floor(at / 2),
            path === '/messages' || at < 30 ? 'open' : 'closed',
          ),
        ),
      );
      const found = await readAll(path, /href="\/messages\/(Q-\d+)">a@example/g, async () => {
        for (const id of ['Q-000', 'Q-001']) await anna.post(`/messages/${id}`, { text: 'Yes' });
      });
      const left = found.filter((id) => !['Q-000', 'Q-001'].includes(id ?? ''));
      expect(left.toSorted()).toEqual(
        numbered(95)
          .slice(2)
          .map((id) => `Q-${id}`),
      );
    }
  });

  it('mails show each one once while those above are sent', async () => {
    await bindings.DB.prepare('DELETE FROM mails').run();
    await bindings.DB.batch(
      numbered(120).map((id, at) =>
        bindings.DB.prepare(
          `INSERT INTO mails (id, kind, content, address, made_at, due_at, expires_at, state)
           VALUES (?, 'question', '{}', 'a@example.org', ?, 1, 9e12, 'unclear')`,
        ).bind(`M-${id}`, 1000 + Math.floor(at / 2)),
      ),
    );
    const found = await readAll('/mails', /action="\/mails\/(M-\d+)"/g, () =>
      bindings.DB.prepare("UPDATE mails SET state = 'sent' WHERE id >= 'M-090'").run(),
    );
    expect(found.toSorted()).toEqual(numbered(120).map((id) => `M-${id}`));
  });
});

it('a message that is closed with a typed answer stays open, and the page keeps the text', async () => {
  await bindings.DB.prepare(
    `INSERT INTO messages (id, key, email, name, number, locale, text, sender, sent_at)
     VALUES ('Q-CLOSE', 'close', 'a@example.org', '', '', 'en', 'When?', '', 1)`,
  ).run();
  const refused = await anna.post('/messages/Q-CLOSE/close', { text: 'Tomorrow' });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(page).toContain('Tomorrow</textarea>');
  expect(page).toContain('Nothing was closed');
  expect((await anna.post('/messages/Q-CLOSE/close', { text: ' ' })).status).toBe(303);
});

it('pages with messages, mails and the log of changes leave a trace', async () => {
  const id = await applied();
  await bindings.DB.prepare(
    `INSERT INTO messages (id, key, applicant_id, name, number, locale, text, sender, sent_at)
     VALUES ('Q-TRACE', 'trace', ?, '', '', 'en', 'When?', '', 1)`,
  )
    .bind(id)
    .run();
  for (const [path, kind, about] of [
    ['/messages', 'list', ''],
    ['/messages/Q-TRACE', 'open', id],
    ['/mails', 'list', ''],
    ['/log', 'list', ''],
  ] as const) {
    const email = `${crypto.randomUUID()}@office.example`;
    await (await officer(email)).page(path);
    const traces = bindings.DB.prepare('SELECT kind, applicant_id AS about FROM reads WHERE officer = ?').bind(email);
    expect((await traces.all()).results, path).toEqual([{ kind, about }]);
  }
});

it('statistics without a first day show the one they count from, also of an earlier year', async () => {
  const page = await anna.page('/statistics?from=&to=2020-01-31');
  expect(page).toContain('value="2019-11-09"');
  expect(page).toContain('/applications.csv?from=2019-11-09&amp;to=2020-01-31');
});

it.each(['\0', '\u200b', "%_'", '"', '💥'.repeat(150), '@', 'a@', '#', '-', '\t'])(
  'a search for %j is answered',
  async (text) => {
    expect((await anna.search(text)).status).toBeLessThan(400);
  },
);
