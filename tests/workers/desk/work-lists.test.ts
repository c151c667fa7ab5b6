/** The worklist: what waits for an officer, the next case of the same list, hand-over to a colleague. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '../../../functions/office/words.ts';
import type { Status } from '../../../src/domain/application/stages.ts';
import { expectedBy } from '../../../src/domain/application/status.ts';
import { addWorkingDays } from '../../../src/domain/application/working-days.ts';
import { migrate } from '../admin/support/host.ts';
import { addRows, type Row } from '../admin/support/many.ts';
import { bindings, officer } from './support/desk.ts';
import { serveKeys } from './support/officers.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const now = Date.now();
const today = dayOf(now);
const OFFICER = 'zarina@office.example';

/** When a stage began whose deadline fits. @param fits takes the last day of the stage */
function since(status: Status, fits: (day: string) => boolean): number {
  for (let at = now; at > now - 200 * DAY; at -= DAY) if (fits(expectedBy(status, dayOf(at)) ?? '')) return at;
  throw new Error('no day fits');
}

const soon = addWorkingDays(today, 2);
const ROWS: readonly Row[] = [
  { id: 'ITV-0000000001', history: [['submitted', since('submitted', (day) => day < today)]] },
  {
    id: 'ITV-0000000002',
    history: [
      ['submitted', now - 90 * DAY],
      ['in_review', since('in_review', (day) => day >= today && day <= soon), OFFICER],
    ],
  },
  {
    id: 'ITV-0000000003',
    history: [
      ['submitted', now - 89 * DAY],
      ['in_review', now - HOUR, OFFICER],
    ],
  },
  {
    id: 'ITV-0000000004',
    history: [
      ['submitted', now - 88 * DAY],
      ['changes_requested', now - HOUR, OFFICER],
    ],
  },
  {
    id: 'ITV-0000000005',
    history: [
      ['submitted', now - 87 * DAY],
      ['changes_requested', now - 2 * HOUR, OFFICER],
      ['in_review', now - HOUR],
    ],
  },
];
const [OVERDUE, SOON, REVIEWED, ASKED, BACK] = ROWS.map(({ id }) => id) as [string, string, string, string, string];

const anna = await officer('anna@office.example');
const bekzod = await officer('bekzod@office.example');

beforeAll(migrate);
beforeEach(async () => {
  serveKeys();
  await bindings.DB.batch(
    ['applicants', 'deletion_requests'].map((table) => bindings.DB.prepare(`DELETE FROM ${table}`)),
  );
  await addRows(ROWS);
});

const listed = (page: string) =>
  [...page.matchAll(/<li[^>]*><p><a href="\/applications\/(ITV-\d+)/g)].map(([, id]) => id);
const list = async (queue: string, who = anna) => listed(await who.page(`/?queue=${queue}`));
const pathIn = async (queue: string, id: string) =>
  new RegExp(`/applications/${id}[^"]*`).exec(await anna.page(`/?queue=${queue}`))?.[0].replaceAll('&amp;', '&') ?? '';

/** Follows the link to the next case. */
async function next(page: string): Promise<string> {
  const [, link = ''] = /<a href="(\/next[^"]*)"/.exec(page) ?? [];
  return (await anna.get(link.replaceAll('&amp;', '&'))).headers.get('Location') ?? '';
}

/** Decides on the page of a case, and follows the link to the next one. */
async function decideAndGoOn(path: string, status: string): Promise<string> {
  const id = /ITV-\d+/.exec(path)?.[0] ?? '';
  const form = { seen: await anna.seen(id), note: 'x', reason: 'other', step: 'confirm' };
  const query = path.slice(path.indexOf('?'));
  const done = await anna.post(`/applications/${id}/decision/${status}${query}`, form);
  expect(done.status).toBe(303);
  return next(await anna.page(done.headers.get('Location') ?? ''));
}

describe('the lists', () => {
  it('each list has what its name says, and the first page is the one with work', async () => {
    await anna.post(`/applications/${REVIEWED}/assign`, { to: 'me', from: '' });
    expect(await list('overdue')).toEqual([OVERDUE]);
    expect(await list('dueSoon')).toEqual([SOON]);
    expect(await list('waiting')).toEqual([ASKED]);
    expect(await list('cameBack')).toEqual([BACK]);
    expect(await list('mine')).toEqual([REVIEWED]);
    expect(await list('colleagues')).toEqual([]);
    expect(await list('colleagues', bekzod)).toEqual([REVIEWED]);
    expect(await list('unassigned')).toEqual([SOON, BACK, OVERDUE]);
    expect(await anna.page('/')).toContain('<h1>Mine</h1>');
    expect(await bekzod.page('/')).toContain('<h1>Came back</h1>');
    const counts = [...(await bekzod.page('/')).matchAll(/\?queue=(\w+)"[^>]*>[^<]*<span class="count">(\d+)</g)];
    expect(Object.fromEntries(counts.slice(0, 8).map(([, name, count]) => [name, count]))).toEqual({
      ...{ mine: '0', unassigned: '3', overdue: '1', dueSoon: '1', deletion: '0' },
      ...{ cameBack: '1', waiting: '1', colleagues: '1' },
    });
  });

  it('an application that an officer sends back to review did not come back from the applicant', async () => {
    await anna.decide(BACK, 'approved');
    await anna.decide(BACK, 'in_review', { note: 'A mistake' });
    expect(await list('cameBack')).toEqual([]);
  });
});

describe('the next case', () => {
  it('has no decision that waits, and the list itself follows the last one', async () => {
    const first = await pathIn('unassigned', SOON);
    expect(first).toContain('?queue=unassigned&at=');
    const second = await decideAndGoOn(first, 'rejected');
    expect(second).toContain(`/applications/${REVIEWED}?queue=unassigned&at=`);
    const third = await decideAndGoOn(second, 'approved');
    expect(third).toContain(BACK);
    const last = await decideAndGoOn(third, 'rejected');
    expect(last).toContain(OVERDUE);
    expect(await decideAndGoOn(last, 'rejected')).toBe('/?queue=unassigned');
  });

  it.each(['overdue', 'deletion', 'submitted'])(
    'goes on in the list "%s" and does not return to skipped ones',
    async (queue) => {
      const more = ['ITV-0000000006', 'ITV-0000000007', 'ITV-0000000008'];
      await addRows(more.map((id, at) => ({ id, history: [['submitted', now - (60 - at) * DAY]] })));
      await bindings.DB.batch(
        more.map((id, at) =>
          bindings.DB.prepare('INSERT INTO deletion_requests (applicant_id, id, asked_at) VALUES (?, ?, ?)').bind(
            id,
            id,
            now - at,
          ),
        ),
      );
      const ids = (await list(queue)).filter((id) => more.includes(id ?? ''));
      expect(ids.toSorted()).toEqual(more);
      const path = await pathIn(queue, ids[1] ?? '');
      expect(await decideAndGoOn(path, 'in_review')).toContain(`/applications/${ids[2]}?queue=${queue}&at=`);
    },
  );

  it('an unknown list or place leads to a list', async () => {
    const to = async (query: string) => (await anna.get(`/next?${query}`)).headers.get('Location');
    expect(await to('queue=//host/x&after=1')).toBe('/');
    expect(await to('queue=mine&at=0&after=ITV-0000000001')).toBe('/?queue=mine');
    expect((await anna.get('/next?queue=mine&at=x&after=y')).status).toBe(422);
  });
});

describe('hand-over', () => {
  const assigneeOf = (id: string) =>
    bindings.DB.prepare('SELECT assignee FROM applicants WHERE id = ?').bind(id).first<string>('assignee');

  it('goes to an officer who has used the desk and may decide, and to no other', async () => {
    const reader = await officer('reader@office.example', ['desk-read']);
    const longest = `${'o'.repeat(60)}@${'d'.repeat(60)}.example`;
    for (const who of [anna, bekzod, reader, await officer(longest)]) await who.page('/');
    const page = await anna.page(`/applications/${REVIEWED}`);
    expect(page).toContain('<option>bekzod@office.example</option>');
    expect(page).not.toContain('<option>reader@office.example</option>');
    for (const to of ['reader@office.example', 'nobody@office.example'])
      expect((await anna.post(`/applications/${REVIEWED}/assign`, { to, from: '' })).status).toBe(422);
    expect(await assigneeOf(REVIEWED)).toBeNull();
    const handed = await anna.post(`/applications/${REVIEWED}/assign`, { to: 'bekzod@office.example', from: '' });
    expect(handed.headers.get('Location')).toContain('done=handed');
    expect(await assigneeOf(REVIEWED)).toBe('bekzod@office.example');
    await anna.post(`/applications/${REVIEWED}/assign`, { to: longest, from: 'bekzod@office.example' });
    expect(await assigneeOf(REVIEWED)).toBe(longest);
  });

  it('begins with nobody chosen, and a colleague takes the application after one question, which the list of the other says', async () => {
    for (const who of [anna, bekzod]) await who.page('/');
    const path = `/applications/${REVIEWED}`;
    expect(await anna.page(path)).toMatch(/<select name="to"[^>]*required=""[^>]*><option value=""[^>]*>Hand over to</);
    await anna.post(`${path}/assign`, { to: 'me', from: '' });
    const page = await bekzod.page(path);
    expect(page).toContain('anna@office.example works on this application. Take it over?');
    const taken = await bekzod.post(`${path}/assign`, { to: 'me', from: 'anna@office.example' });
    expect(taken.status).toBe(303);
    const line = /Taken over by bekzod@office\.example, [^<]+<a href="\/applications\/[^"]+">/;
    expect(await anna.page('/')).toMatch(line);
    expect(await bekzod.page('/')).not.toMatch(line);
  });

  it('an officer who has seen another assignee does not hand over', async () => {
    for (const who of [anna, bekzod]) await who.page('/');
    await bekzod.post(`/applications/${REVIEWED}/assign`, { to: 'me', from: '' });
    const stale = await anna.post(`/applications/${REVIEWED}/assign`, { to: 'me', from: '' });
    expect(stale.status).toBe(409);
    expect(await stale.text()).toMatch(/bekzod@office\.example assigned this application at \d\d:\d\d/);
    expect(await assigneeOf(REVIEWED)).toBe('bekzod@office.example');
  });
});
