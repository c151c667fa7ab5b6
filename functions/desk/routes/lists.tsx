/** Lists of applications: queues, search, CSV. Rule: the search text is in no URL; a cookie keeps it for ten minutes. */
import { getCookie, setCookie } from 'hono/cookie';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import type { Options } from '../../admin/desk/command.ts';
import { streamOf } from '../../admin/desk/export-archive.ts';
import { generateCsv } from '../../admin/desk/export-csv.ts';
import { FILTER_OPTIONS, readCursor, readFilter } from '../../admin/desk/list-filter.ts';
import { countQueues, QUEUES, readQueue } from '../../admin/desk/queues.ts';
import { readSearch } from '../../admin/desk/search-query.ts';
import { statusName } from '../../admin/desk/site-words.ts';
import { retentionMonths } from '../../admin/runtime/settings.ts';
import { COUNTED } from '../../admin/store/assignments.ts';
import { recordAction } from '../../admin/store/desk.ts';
import { countOpenMessages } from '../../admin/store/messages.ts';
import { searchApplications } from '../../admin/store/search.ts';
import { Page } from '../pages/Page.tsx';
import { ApplicationRows } from '../pages/Rows.tsx';
import { ButtonLink, Notice, render, useOffice } from '../pages/ui.tsx';
import { createRoutes, operatorOf } from '../request/office.ts';

export const listRoutes = createRoutes();

const PAGE_SIZE = 40;
/** Longer searches are cut. */
const MAX_SEARCH = 200;
const SEARCH_COOKIE = 'desk_search';
const SEARCH = { path: '/search', httpOnly: true, secure: true, sameSite: 'Strict', maxAge: 600 } as const;

listRoutes.get('/', async (c) => {
  const { office } = c.var;
  const { env, t, locale, now, officer } = office;
  const { queue: asked = '', after } = c.req.query();
  const queue = QUEUES.some((name) => name === asked) || isStatus(asked) ? asked : 'mine';
  const cursor = readCursor({ t: operatorOf(office).t, options: after === undefined ? {} : { after } });
  const months = retentionMonths(env);
  const [{ rows, next }, counts, messages] = await Promise.all([
    readQueue(env.DB, queue, { officer: officer.email, now, months }, { after: cursor, limit: PAGE_SIZE }),
    countQueues(env.DB, officer.email),
    countOpenMessages(env.DB),
  ]);
  const title = isStatus(queue) ? statusName(queue, locale) : t(`queue.${queue}`);
  const retained = t(months === null ? 'retention.off' : 'retention.none');
  return render(
    c,
    <Page title={title} section="queue" heading={null} isWide>
      <div className="queue">
        <Queues current={queue} counts={counts} messages={messages} />
        <div>
          <h1>{title}</h1>
          <ApplicationRows rows={rows} empty={queue === 'retention' ? retained : t('queue.empty')} months={months} />
          {next && <ButtonLink to={`/?queue=${queue}&after=${next}`} text={t('queue.next')} look="quiet" />}
        </div>
      </div>
    </Page>,
  );
});

interface QueuesProps {
  current: string;
  counts: Readonly<Record<string, number>>;
  /** Number of open messages. */
  messages: number;
}

function Queues({ current, counts, messages }: QueuesProps) {
  const { t, locale } = useOffice();
  // Null for queues that no filter of the export selects.
  const filter = isStatus(current) ? `?status=${current}` : current === 'overdue' ? '?overdue=yes' : null;
  const links = (queues: readonly string[], titleOf: (queue: string) => string) => (
    <ul>
      {queues.map((queue) => (
        <li key={queue}>
          <a href={`/?queue=${queue}`} aria-current={queue === current ? 'page' : undefined}>
            {titleOf(queue)} {counts[queue] !== undefined && <Count count={counts[queue]} />}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className="queues" aria-label={t('queue.label')}>
      {links(QUEUES, (queue) => t(`queue.${queue}`))}
      <h2>{t('queue.stages')}</h2>
      {links(STATUSES, (status) => statusName(status, locale))}
      <a href="/messages">
        {t('messages.open')} <Count count={messages} />
      </a>
      {filter && <a href={`/applications.csv${filter}`}>{t('queue.csv')}</a>}
    </nav>
  );
}

const Count = ({ count }: { count: number }) => (
  <span className="count">{count < COUNTED ? count : `${COUNTED - 1}+`}</span>
);

listRoutes.post('/search', async (c) => {
  const { text } = await c.req.parseBody();
  const query = cutText(String(text ?? '').trim(), MAX_SEARCH);
  if (query !== '') setCookie(c, SEARCH_COOKIE, query, SEARCH);
  return c.redirect(query === '' ? '/' : SEARCH.path, 303);
});

listRoutes.get('/search', async (c) => {
  const { env, t } = c.var.office;
  const text = getCookie(c, SEARCH_COOKIE);
  if (!text) return c.redirect('/', 303);
  const { rows, incomplete } = await searchApplications(env.DB, readSearch(text), PAGE_SIZE + 1);
  return render(
    c,
    <Page title={t('find.title')} section="queue" lead={t('find.said', { text })} isWide>
      {incomplete && <Notice tone="warning" title={t('find.incomplete')} />}
      <ApplicationRows rows={rows.slice(0, PAGE_SIZE)} empty={t('find.none')} />
      {rows.length > PAGE_SIZE && <p>{t('find.more', { count: PAGE_SIZE })}</p>}
    </Page>,
  );
});

/** The list as CSV; each download is logged. */
listRoutes.get('/applications.csv', async (c) => {
  const { office } = c.var;
  const { overdue, ...given } = c.req.query();
  const asked = FILTER_OPTIONS.flatMap((name) => (given[name] ? [[name, given[name]]] : []));
  const options: Options = { ...Object.fromEntries(asked), ...(overdue ? { overdue: true } : {}) };
  const operator = operatorOf(office);
  const { by, now } = operator;
  const lines = generateCsv(operator, readFilter({ ...operator, options }));
  if (c.req.method === 'GET')
    await recordAction(office.env.DB, { applicantId: '', action: 'csv', detail: '', by, now }).run();
  const body = streamOf(lines, ({ text }) => new TextEncoder().encode(text));
  return c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="applications-${office.clock.dateOf(now)}.csv"`,
  });
});
