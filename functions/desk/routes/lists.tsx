/** Lists of applications: queues, search, CSV. Rule: the search text is in no URL; a cookie keeps it for ten minutes. */
import { getCookie, setCookie } from 'hono/cookie';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import { retentionMonths } from '../../admin/runtime/settings.ts';
import { recordAction } from '../../admin/store/actions.ts';
import { COUNTED } from '../../admin/store/assignments.ts';
import { countOpenMessages } from '../../admin/store/messages.ts';
import { searchApplications } from '../../admin/store/search.ts';
import type { Options } from '../../office/command.ts';
import { streamOf } from '../../office/export-archive.ts';
import { generateCsv } from '../../office/export-csv.ts';
import { FILTER_OPTIONS, readCursor, readFilter } from '../../office/list-filter.ts';
import { countQueues, QUEUES, type QueuedApplicant, readQueue } from '../../office/queues.ts';
import { retentionDates } from '../../office/retention.ts';
import { readSearch } from '../../office/search-query.ts';
import { Entries } from '../pages/Entries.tsx';
import { Page } from '../pages/Page.tsx';
import { applicationPath } from '../pages/paths.ts';
import { ButtonLink, Form, StatusTag, useOffice } from '../pages/ui.tsx';
import { type DeskContext, type Office, operatorOf } from '../request/office.ts';

const PAGE_SIZE = 40;
/** Longer searches are cut. */
const MAX_SEARCH = 200;
const SEARCH_COOKIE = 'desk_search';
const SEARCH = { path: '/search', httpOnly: true, secure: true, sameSite: 'Strict', maxAge: 600 } as const;

export async function queuePage(office: Office, c: DeskContext) {
  const { env, t, now, officer, statusName } = office;
  const { queue: asked = '', after } = c.req.query();
  const queue = QUEUES.some((name) => name === asked) || isStatus(asked) ? asked : 'mine';
  const cursor = readCursor({ t: operatorOf(office).t, options: after === undefined ? {} : { after } });
  const months = retentionMonths(env);
  const [{ rows, next }, counts, messages] = await Promise.all([
    readQueue(env.DB, queue, { officer: officer.email, now, months }, { after: cursor, limit: PAGE_SIZE }),
    countQueues(env.DB, officer.email),
    countOpenMessages(env.DB),
  ]);
  const title = isStatus(queue) ? statusName(queue) : t(`queue.${queue}`);
  const retained = t(months === null ? 'retention.off' : 'retention.none');
  return (
    <Page title={title} section="queue" heading={null} isWide>
      <div className="queue">
        <Queues current={queue} counts={{ ...counts, messages }} />
        <div className="stack">
          <h1>{title}</h1>
          <ApplicationRows rows={rows} empty={queue === 'retention' ? retained : t('queue.empty')} />
          {next && <ButtonLink to={`/?queue=${queue}&after=${next}`} text={t('queue.next')} look="quiet" />}
        </div>
      </div>
    </Page>
  );
}

function Queues({ current, counts }: { current: string; counts: Readonly<Record<string, number>> }) {
  const { t, statusName } = useOffice();
  // Null for queues that no filter of the export selects.
  const filter = isStatus(current) ? `?status=${current}` : current === 'overdue' ? '?overdue=yes' : null;
  const links = (queues: readonly string[], titleOf: (queue: string) => string) => (
    <ul>
      {queues.map((queue) => (
        <li key={queue}>
          <a href={`/?queue=${queue}`} aria-current={queue === current ? 'page' : undefined}>
            {titleOf(queue)} <Count count={counts[queue]} />
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className="stack links queues" aria-label={t('queue.label')}>
      {links(QUEUES, (queue) => t(`queue.${queue}`))}
      <h2>{t('queue.stages')}</h2>
      {links(STATUSES, statusName)}
      <a href="/messages">
        {t('messages.open')} <Count count={counts.messages} />
      </a>
      {filter && <a href={`/applications.csv${filter}`}>{t('queue.csv')}</a>}
    </nav>
  );
}

function Count({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return <span className="count">{count < COUNTED ? count : `${COUNTED - 1}+`}</span>;
}

/** @param empty text of an empty list */
function ApplicationRows({ rows, empty }: { rows: readonly QueuedApplicant[]; empty: string }) {
  const office = useOffice();
  const { t, typeName } = office;
  return (
    <Entries look="rows" empty={empty}>
      {rows.map((row) => {
        const { due, isOverdue } = dueOf(office, row);
        const name = row.anonymisedAt === null ? row.name : t('anonymised');
        const isUnconfirmed = row.anonymisedAt === null && row.emailConfirmedAt === null;
        return (
          <li key={row.id} data-late={isOverdue || undefined}>
            <p>
              <a href={applicationPath(row.id)}>{name || row.id}</a>
              <span className="soft">
                {[row.id, typeName(row.type), row.isSample > 0 && t('sample'), isUnconfirmed && t('emailUnconfirmed')]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </p>
            <p>
              <StatusTag status={row.status} />
              <span className={isOverdue ? 'late' : 'soft'}>{due}</span>
            </p>
            <Assignee row={row} />
          </li>
        );
      })}
    </Entries>
  );
}

/** The row's deadline: of the deletion request, the retention or the stage. */
function dueOf(office: Office, row: QueuedApplicant) {
  const { t, clock, env, deletionDue, stageDue } = office;
  const months = retentionMonths(env);
  const { deletionAskedAt, closedAt } = row;
  if (deletionAskedAt) return deletionDue(deletionAskedAt);
  if (!closedAt || months === null) return stageDue(row);
  const { closedOn, dueOn } = retentionDates({ closedAt }, months);
  return { due: t('retention.due', { closed: clock.day(closedOn), due: clock.day(dueOn) }), isOverdue: false };
}

function Assignee({ row: { id, assignee, anonymisedAt } }: { row: QueuedApplicant }) {
  const { t, officer, may } = useOffice();
  if (assignee === null && anonymisedAt === null && may('decide'))
    return <AssignForm id={id} assignee={assignee} about={id} />;
  return <p className="soft">{assignee === officer.email ? t('assign.you') : assignee}</p>;
}

/** A button that assigns an application to the officer, or releases it. Fails when the assignee has changed since. */
export function AssignForm({ id, assignee, about }: { id: string; assignee: string | null; about?: string }) {
  const { t, officer } = useOffice();
  const isMine = assignee === officer.email;
  const values = { to: isMine ? '' : 'me', from: assignee ?? '' };
  const label = t(isMine ? 'assign.release' : 'assign.take');
  return <Form to={applicationPath(id, '/assign')} values={values} submit={label} look="quiet" about={about} />;
}

export async function search(_: Office, c: DeskContext) {
  const { text } = await c.req.parseBody();
  const query = cutText(String(text ?? '').trim(), MAX_SEARCH);
  if (query !== '') setCookie(c, SEARCH_COOKIE, query, SEARCH);
  return c.redirect(query === '' ? '/' : SEARCH.path, 303);
}

export async function searchPage({ env, t }: Office, c: DeskContext) {
  const text = getCookie(c, SEARCH_COOKIE);
  if (!text) return c.redirect('/', 303);
  const rows = await searchApplications(env.DB, readSearch(text), PAGE_SIZE + 1);
  return (
    <Page title={t('find.title')} section="queue" lead={t('find.said', { text })} isWide>
      <ApplicationRows rows={rows.slice(0, PAGE_SIZE)} empty={t('find.none')} />
      {rows.length > PAGE_SIZE && <p>{t('find.more', { count: PAGE_SIZE })}</p>}
    </Page>
  );
}

/** The list as CSV; each download is logged. */
export async function csv(office: Office, c: DeskContext) {
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
}
