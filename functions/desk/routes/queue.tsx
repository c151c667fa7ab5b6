/** The queues and the search. Rule: what is searched for stands in no address; a cookie of ten minutes keeps it. */
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import type { Options } from '../../admin/desk/command.ts';
import { csvOf } from '../../admin/desk/export-csv.ts';
import { FILTER_OPTIONS, readCursor, readFilter } from '../../admin/desk/list-filter.ts';
import { countQueues, QUEUES, readQueue } from '../../admin/desk/queues.ts';
import { statusName } from '../../admin/desk/site-words.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import { recordAction } from '../../admin/store/desk.ts';
import { countOpenMessages } from '../../admin/store/messages.ts';
import { findApplications, findWithin } from '../../admin/store/search.ts';
import { htmlOf } from '../pages/Page.tsx';
import { FoundPage, QueuePage } from '../pages/Queue.tsx';
import type { DeskEnv } from '../request/env.ts';
import type { DeskVariables } from '../request/office.ts';
import { operatorOf } from '../request/office.ts';

/** Rows of a page. */
const PAGE = 40;
const SEARCH_COOKIE = 'desk_search';
const SEARCH_SECONDS = 600;

export const queueRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

queueRoutes.get('/', async (c) => {
  const office = c.get('office');
  const { env, t, locale, now } = office;
  const officer = office.officer.email;
  const { queue: asked = '', after } = c.req.query();
  const queue = QUEUES.some((name) => name === asked) || isStatus(asked) ? asked : 'mine';
  const cursor = readCursor({ t, options: after === undefined ? {} : { after } });
  const [{ rows, next }, counts, messages] = await Promise.all([
    readQueue(env.DB, queue, { officer, now }, { after: cursor, limit: PAGE }),
    countQueues(env.DB, officer),
    countOpenMessages(env.DB),
  ]);
  const page = (
    <QueuePage
      office={office}
      current={queue}
      mine={QUEUES.map((name) => ({ queue: name, title: t(`queue.${name}`), count: counts[name] }))}
      stages={STATUSES.map((name) => ({ queue: name, title: statusName(name, locale), count: counts[name] ?? 0 }))}
      messages={messages}
      rows={rows}
      next={next && `/?queue=${queue}&after=${next}`}
    />
  );
  return c.html(htmlOf(page));
});

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
  const { overdue, ...given } = c.req.query();
  const asked = FILTER_OPTIONS.flatMap((name) => (given[name] ? [[name, given[name]]] : []));
  const options: Options = { ...Object.fromEntries(asked), ...(overdue ? { overdue: true } : {}) };
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
