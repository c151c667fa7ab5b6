/** The queues and the search. Rule: what is searched for stands in no address; a cookie of ten minutes keeps it. */
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { overdueStages } from '../../admin/desk/deadlines.ts';
import { csvOf } from '../../admin/desk/export-csv.ts';
import { readCursor, readFilter, writeCursor } from '../../admin/desk/list-filter.ts';
import { statusName } from '../../admin/desk/site-words.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import { countAssigned, listQueue } from '../../admin/store/assignments.ts';
import { recordAction } from '../../admin/store/desk.ts';
import { type Cursor, type ListedApplicant, listPage } from '../../admin/store/lists.ts';
import { findApplications, findWithin } from '../../admin/store/search.ts';
import { htmlOf } from '../pages/Page.tsx';
import { FoundPage, QueuePage } from '../pages/Queue.tsx';
import type { DeskVariables, Office } from '../request/office.ts';
import { operatorOf } from '../request/office.ts';
import type { DeskEnv } from '../request/settings.ts';

/** Rows of a page. */
const PAGE = 40;
const SEARCH_COOKIE = 'desk_search';
const SEARCH_SECONDS = 600;

/** Of an open application somebody here has to do something. */
const OPEN = STATUSES.filter((status) => STAGES[status].phase === 'now' && STAGES[status].actor !== 'applicant');
const isOpen = (status: string) => OPEN.some((one) => one === status);

export const queueRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

queueRoutes.get('/', async (c) => {
  const office = c.get('office');
  const { DB } = office.env;
  const { queue: asked = 'mine', after } = c.req.query();
  const queue = ['mine', 'unassigned', 'overdue'].includes(asked) || isStatus(asked) ? asked : 'mine';
  const cursor = readCursor({ t: office.t, options: after === undefined ? {} : { after } });
  const [rows, counts] = await Promise.all([listOf(office, queue, cursor), countAssigned(DB)]);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  const sum = (of: (row: (typeof counts)[number]) => boolean) =>
    counts.filter(of).reduce((total, { count }) => total + count, 0);
  const at = last && writeCursor({ at: queue === 'overdue' ? last.since : last.createdAt, id: last.id });
  return c.html(
    htmlOf(
      <QueuePage
        office={office}
        current={queue}
        mine={[
          {
            queue: 'mine',
            title: office.t('queue.mine'),
            count: sum(({ assignee, status }) => assignee === office.officer.email && isOpen(status)),
          },
          {
            queue: 'unassigned',
            title: office.t('queue.unassigned'),
            count: sum(({ assignee, status }) => assignee === null && isOpen(status)),
          },
          { queue: 'overdue', title: office.t('queue.overdue') },
        ]}
        stages={STATUSES.map((status) => ({
          queue: status,
          title: statusName(status, office.locale),
          count: sum((row) => row.status === status),
        }))}
        rows={shown}
        next={rows.length > PAGE ? `/?queue=${queue}&after=${at}` : null}
      />,
    ),
  );
});

function listOf(
  { env: { DB }, officer, now }: Office,
  queue: string,
  after: Cursor | null,
): Promise<ListedApplicant[]> {
  const page = { after, limit: PAGE + 1 };
  if (queue === 'mine') return listQueue(DB, { statuses: OPEN, assignee: officer.email }, page);
  if (queue === 'unassigned') return listQueue(DB, { statuses: OPEN, assignee: null }, page);
  if (isStatus(queue)) return listQueue(DB, { statuses: [queue], newestFirst: STAGES[queue].phase !== 'now' }, page);
  const any = { status: null, type: null, request: null, from: null, to: null };
  return listPage(DB, { ...any, overdue: overdueStages(now) }, page);
}

queueRoutes.post('/search', async (c) => {
  const { text } = await c.req.parseBody();
  const said = String(text ?? '')
    .trim()
    .slice(0, 200);
  if (said === '') return c.redirect('/', 303);
  const options = {
    path: '/search',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    maxAge: SEARCH_SECONDS,
  } as const;
  setCookie(c, SEARCH_COOKIE, said, options);
  return c.redirect('/search', 303);
});

queueRoutes.get('/search', async (c) => {
  const office = c.get('office');
  const { DB } = office.env;
  const text = getCookie(c, SEARCH_COOKIE);
  if (!text) return c.redirect('/', 303);
  const { rows, incomplete } = await findApplications(DB, { text, number: readApplicantId(text, true) }, PAGE + 1);
  const all = rows.length > 0 ? rows : await findWithin(DB, text, PAGE + 1);
  return c.html(
    htmlOf(
      <FoundPage
        office={office}
        text={text}
        rows={all.slice(0, PAGE)}
        more={all.length > PAGE}
        incomplete={incomplete}
      />,
    ),
  );
});

/** The list for a spreadsheet; that somebody took it stands in the log. */
queueRoutes.get('/applications.csv', async (c) => {
  const office = c.get('office');
  const { status, type, from, to, overdue } = c.req.query();
  const options = {
    ...(status ? { status } : {}),
    ...(type ? { type } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(overdue ? { overdue: true } : {}),
  };
  const operator = operatorOf(office);
  const filter = readFilter({ ...operator, options });
  const { by, now } = operator;
  await recordAction(office.env.DB, { applicantId: '', action: 'csv', detail: '', by, now }).run();
  const lines = csvOf(operator, filter);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(new TextEncoder().encode(value.text));
    },
  });
  return c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="applications-${office.clock.dateOf(now)}.csv"`,
  });
});
