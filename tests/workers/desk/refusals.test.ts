/** Requests that the desk refuses: in words, without any change, with headers and a line in the log. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../../locales/admin/en.json' with { type: 'json' };
import ru from '../../../locales/admin/ru.json' with { type: 'json' };
import { tokenOf as applicantToken, createApplication, newEmail, validValues } from '../admin/support/applications.ts';
import { call, migrate } from '../admin/support/host.ts';
import { everythingStored } from '../admin/support/storage.ts';
import { bindings, ORIGIN, officer, type Visit, visit } from './support/desk.ts';
import { serveKeys, tokenOf } from './support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');
const FORM = 'application/x-www-form-urlencoded';

const applied = async () =>
  (await createApplication({ type: 'founder', values: validValues({ email: newEmail() }) })).id;

/** Expects a page with the status and words, and no change. */
async function refused(work: () => Promise<Response>, status: number, words: string): Promise<Response> {
  const before = await everythingStored();
  const response = await work();
  const text = await response.clone().text();
  expect(response.status, text.slice(0, 2000)).toBe(status);
  expect(text).toContain(words);
  expect(text).not.toMatch(/web\.\w/);
  expect(await everythingStored()).toEqual(before);
  return response;
}

const post = async (path: string, init: Visit) =>
  visit(path, { token: await tokenOf('anna@office.example'), method: 'POST', ...init });

describe('dates and places of lists', () => {
  it.each(['0001-01-01', '1000-01-01', '1969-12-31', '3000-01-01', '9999-12-31', '2026-02-30', 'x'])(
    '%s is refused',
    async (date) => {
      for (const path of ['/statistics', '/applications.csv', '/applications.xlsx'])
        for (const name of ['from', 'to'])
          await refused(() => anna.get(`${path}?${name}=${date}`), 422, 'between 1970 and 2999');
    },
  );

  it('an unknown place of a list is refused', async () => {
    await refused(() => anna.get('/?after=x'), 422, 'is not valid. Open the list again');
  });
});

describe("refusals in an officer's words", () => {
  it('no refusal names options or commands of the command line', async () => {
    const id = await applied();
    await call('/user/deletion-request', { method: 'POST', token: await applicantToken(id) });
    await anna.decide(id, 'in_review');
    const work = [
      () => anna.post(`/applications/${id}/decline`, { note: ' ' }),
      () => anna.get('/statistics?from=2026-02-01&to=2026-01-01'),
      () => anna.post(`/applications/${id}/assign`, { from: '', to: '' }),
      () => anna.post(`/applications/${id}/anonymise`, { typed: id }),
    ];
    for (const one of work) {
      const page = await (await refused(one, 422, 'role="alert"')).text();
      const text = page.split('role="alert"')[1]?.split('</div>')[0];
      expect(text).not.toMatch(/ --\w|npm run|wrangler|\b(?:in_review|changes_requested)\b/);
    }
  });

  it('the words of every refusal name no option or command', () => {
    for (const { office } of [ru, en]) expect(Object.values(office.refusals).join()).not.toMatch(/--|npm|wrangler/);
  });

  it.each(['', '/changes', '/history', '/personal', '/personal.zip', '/decision/in_review'])(
    'an unknown application is 404 with a page: /applications/ITV-0000000000%s',
    async (rest) => {
      await refused(() => anna.get(`/applications/ITV-0000000000${rest}`), 404, 'No such application');
    },
  );

  it('a form about an unknown application is 404', async () => {
    const form = { text: 'x', note: 'x', typed: 'ITV-0000000000' };
    for (const action of ['note', 'erase', 'decline'])
      await refused(() => anna.post(`/applications/ITV-0000000000/${action}`, form), 404, 'No such application');
  });
});

describe('broken bodies', () => {
  const boundary = 'multipart/form-data; boundary=x';
  it.each([
    { type: boundary, body: 'x' },
    { type: boundary, body: '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nA note' },
    { type: 'multipart/form-data', body: '--x--' },
  ])('a broken form of $type gets a page with headers, and a line in the log', async ({ type, body }) => {
    const log = vi.spyOn(console, 'log');
    const id = await applied();
    for (const path of [
      '/templates',
      `/applications/${id}/note`,
      `/applications/${id}/decision/in_review`,
      '/search',
    ]) {
      log.mockClear();
      const headers = { Origin: ORIGIN, 'Content-Type': type };
      const response = await refused(() => post(path, { body, headers }), 400, 'arrived incomplete');
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(response.headers.get('X-Request-Id')).toBeTruthy();
      expect(log.mock.calls.flat().join()).toContain('"status":400');
    }
    log.mockRestore();
  });
});

describe('requests of other sites', () => {
  const ELSEWHERE: Record<string, string>[] = [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    { Origin: ORIGIN, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'null' },
  ];

  it.each(ELSEWHERE)('a form with %o is refused', async (headers) => {
    const id = await applied();
    const form = { body: 'text=Elsewhere', headers: { ...headers, 'Content-Type': FORM } };
    await refused(() => post(`/applications/${id}/note`, form), 403, 'came from another site');
  });

  it('a form of the desk is accepted with and without Sec-Fetch-Site', async () => {
    const id = await applied();
    for (const site of [{}, { 'Sec-Fetch-Site': 'same-origin' }]) {
      const headers = { Origin: ORIGIN, 'Content-Type': FORM, ...site } as Record<string, string>;
      expect((await post(`/applications/${id}/note`, { body: 'text=Own', headers })).status).toBe(303);
    }
  });

  it("another site's link starts no download that is logged", async () => {
    const id = await applied();
    for (const path of ['/applications.csv', '/applications.xlsx', `/applications/${id}/personal.zip`])
      for (const site of ['cross-site', 'same-site'])
        for (const method of ['GET', 'HEAD']) {
          const headers = { 'Sec-Fetch-Site': site };
          await refused(() => visit(path, { headers, method }), 403, method === 'GET' ? 'another site' : '');
        }
  });

  it('HEAD of a download leaves no entry in the log', async () => {
    const id = await applied();
    for (const path of ['/applications.csv', '/applications.xlsx', `/applications/${id}/personal.zip`])
      await refused(() => visit(path, { method: 'HEAD' }), 200, '');
  });

  it('a body that is no form is refused', async () => {
    const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
    await refused(() => post('/templates', { body: '{}', headers }), 415, 'only its own forms');
  });
});

describe('assigning', () => {
  it('a form without the assignee that the page showed is a conflict, and so is one without an assignee', async () => {
    const id = await applied();
    for (const fields of [{ to: 'me' }, { from: '' }, {}] as Record<string, string>[])
      await refused(() => anna.post(`/applications/${id}/assign`, fields), 409, 'has changed after you opened');
    const unseen = { to: 'someone@office.example', from: '' };
    await refused(() => anna.post(`/applications/${id}/assign`, unseen), 422, 'has not used the desk');
  });
});

describe('long texts', () => {
  const LONG = 'Ж'.repeat(4001);

  it('a note of more than 4000 characters is refused, and one of 4000 is stored', async () => {
    const id = await applied();
    await refused(() => anna.post(`/applications/${id}/note`, { text: LONG }), 422, 'Shorten it to 4000');
    expect((await anna.post(`/applications/${id}/note`, { text: LONG.slice(1) })).status).toBe(303);
  });

  it("a decision's note of more than 4000 characters is refused", async () => {
    const id = await applied();
    const seen = await anna.seen(id, 'changes_requested');
    for (const step of ['preview', 'confirm'])
      await refused(
        () => anna.post(`/applications/${id}/decision/changes_requested`, { note: LONG, seen, step }),
        422,
        'Shorten it to 4000',
      );
  });

  const KINDS: [string, (id: string) => string, string, Record<string, string>][] = [
    ['note', (id) => `/applications/${id}/note`, 'text', {}],
    ['message', (id) => `/applications/${id}/write`, 'message', {}],
    ['comment', (id) => `/applications/${id}/decision/changes_requested`, 'note', { step: 'preview' }],
    ['answer to a deletion request', (id) => `/applications/${id}/decline`, 'note', {}],
    ['template', () => '/templates', 'ru', { title: 'x', status: 'rejected', en: 'x', step: 'save' }],
  ];

  it.each(KINDS)('a refused %s comes back in its form, also in the other language', async (...kind) => {
    const [, pathOf, name, rest] = kind;
    const id = await applied();
    await call('/user/deletion-request', { method: 'POST', token: await applicantToken(id) });
    const form = { ...rest, [name]: 'Ж'.repeat(14_000), seen: await anna.seen(id) };
    for (const [lng, status] of [
      [{}, 422],
      [{ lng: 'ru' }, 200],
    ] as const) {
      const response = await anna.post(pathOf(id), { ...form, ...lng });
      expect(response.status).toBe(status);
      const page = await response.text();
      const [field = ''] = new RegExp(`<textarea[^>]*name="${name}"[^>]*>Ж{14000}</textarea>`).exec(page) ?? [];
      expect(field).toContain(`>${form[name]}<`);
      // The page's notice leads to the field, which names what is wrong.
      if (status === 422) expect(page).toContain(`<a href="#${name}">`);
      if (status === 422) expect(field).toContain('aria-invalid="true"');
    }
    await anna.get('/?lng=en');
  });

  it('a form of a lost session stays in the page', async () => {
    const lost = (text: string, path = '/applications/ITV-1/note?queue=mine&at=1') =>
      visit(path, {
        token: null,
        method: 'POST',
        body: new URLSearchParams({ text }).toString(),
        headers: { Origin: ORIGIN, 'Content-Type': FORM },
      });
    const kept = await (await lost('"'.repeat(20_000))).text();
    expect(kept).toContain('&quot;'.repeat(20_000));
    expect(kept).toContain('action="/applications/ITV-1/note?queue=mine&amp;at=1"');
    expect(await (await lost('x', '//host/x')).text()).toContain('action="/host/x"');
  });

  it('the address of a refused form, opened again or in the other language, is that of its page', async () => {
    const id = await applied();
    for (const [path, page] of [
      [`/applications/${id}/undo?lng=ru`, `/applications/${id}?lng=ru`],
      [`/applications/${id}/erase`, `/applications/${id}/personal`],
      ['/messages/Q-1/close', '/messages/Q-1'],
      ['/mails/M-1', '/mails'],
    ] as const)
      expect((await anna.get(path)).headers.get('Location')).toBe(page);
  });
});

describe('templates', () => {
  const template = { title: 'Dark scan', status: 'changes_requested', ru: 'Тёмный', en: 'Dark', step: 'save' };
  const stored = async () => (await bindings.DB.prepare('SELECT * FROM note_templates').all()).results;

  it.each([
    { title: 'x'.repeat(81), says: 'shorten it to 80' },
    { ru: 'Ж'.repeat(1001), says: 'shorten it to 1000' },
    { en: 'x'.repeat(1001), says: 'shorten it to 1000' },
    { title: ' ', says: 'a name and a text' },
    { ru: ' ', en: '\n', says: 'a name and a text' },
    { status: 'submitted', says: 'no such decision' },
    { status: 'nonsense', says: 'no such decision' },
  ])('a template with %o is refused', async ({ says, ...wrong }) => {
    await refused(() => anna.post('/templates', { ...template, ...wrong }), 422, says);
  });

  it('a template keeps its text as written', async () => {
    const texts = { title: 'A “title” 😀', ru: 'Первая строка\r\n\tВторая', en: `${'x'.repeat(999)}y` };
    expect((await anna.post('/templates', { ...template, ...texts })).status).toBe(303);
    expect(await stored()).toContainEqual(
      expect.objectContaining({ ...texts, ru: 'Первая строка\n\tВторая', status: 'changes_requested', version: 1 }),
    );
  });

  it('a change of a template and its entry in the log are stored together, and a conflict stores neither', async () => {
    const [row] = (await stored()) as { id: number; version: number }[];
    const known = { ...template, id: String(row?.id), version: String(row?.version) };
    expect((await anna.post('/templates', { ...known, title: 'Changed' })).status).toBe(303);
    for (const step of ['save', 'delete'])
      await refused(() => anna.post('/templates', { ...known, step }), 409, 'has changed after you opened');
    for (const identity of [{ id: 'x' }, { version: '' }, { id: '9'.repeat(30) }])
      await refused(() => anna.post('/templates', { ...known, ...identity }), 409, 'has changed after you opened');
    expect((await anna.post('/templates', { ...known, version: '2', step: 'delete' })).status).toBe(303);
    expect(await stored()).toEqual([]);
  });

  it('there are at most 40 templates, also when two officers add the last', async () => {
    const add = (title: string) => anna.post('/templates', { ...template, title });
    for (let nth = 0; nth < 39; nth += 1) await add(`${nth}`);
    const responses = await Promise.all([add('Last'), add('Too many')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 422]);
    await refused(() => add('More'), 422, 'already');
    expect(await stored()).toHaveLength(40);
  });
});

describe('the export of a queue', () => {
  it('is offered where a filter selects the queue', async () => {
    for (const queue of ['in_review', 'overdue'])
      expect(await anna.page(`/?queue=${queue}`)).toMatch(/\/applications\.xlsx\?.*\/applications\.csv\?/s);
    for (const queue of ['mine', 'unassigned', 'deletion', 'retention'])
      expect(await anna.page(`/?queue=${queue}`)).not.toContain('/applications.');
  });
});
