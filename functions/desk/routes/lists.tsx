/**
 * Lists of applications: the worklist, search, tables. The words of a search are in no URL; each search has a cookie for its own
 * path.
 */
import { getCookie, setCookie } from 'hono/cookie';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import { retentionMonths } from '../../admin/runtime/settings.ts';
import { COUNTED } from '../../admin/store/lists.ts';
import { Messages } from '../../admin/store/messages.ts';
import { ApplicationSearch } from '../../admin/store/search.ts';
import { takenOver } from '../../office/case-work.ts';
import { exportList, type ListFormat } from '../../office/list-export.ts';
import { type Filter, QUEUES, type QueuedApplicant, readCursor, readSearch, Worklist } from '../../office/lists.ts';
import { traceRead } from '../../office/officer.ts';
import { retentionDates } from '../../office/personal-data.ts';
import { failedDecisions } from '../../office/waiting.ts';
import { AssignForm } from '../pages/Case.tsx';
import { FailedDecision, useWaitingText } from '../pages/Decisions.tsx';
import { DeskPage } from '../pages/DeskPage.tsx';
import { applicationPath } from '../pages/paths.ts';
import { ButtonLink, StatusTag, Tag, useOffice } from '../pages/ui.tsx';
import type { DeskContext, Office, Routes } from '../request/office.ts';

const PAGE_SIZE = 40;
const MAX_SEARCH = 200;
const SEARCH_COOKIE = 'desk_search';
/** How long Back leads to the results of a search. */
const SEARCH_SECONDS = 3600;

async function queuePage(office: Office, c: DeskContext) {
  const { env, t, statusName, clock } = office;
  const { queue: asked = '', after } = c.req.query();
  const cursor = readCursor(after);
  const worklist = new Worklist(office);
  const [counts, messages, failed, taken] = await Promise.all([
    worklist.counts(),
    new Messages(env.DB).countOpen(),
    failedDecisions(office),
    takenOver(office),
    traceRead(office, 'list'),
  ]);
  const queue = Worklist.isQueue(asked) ? asked : Worklist.first(counts);
  const { rows, next } = await worklist.read(queue, { after: cursor, limit: PAGE_SIZE });
  const title = isStatus(queue) ? statusName(queue) : t(`queue.${queue}`);
  const isRetentionOff = retentionMonths(env) === null;
  const retained = t(isRetentionOff ? 'retention.off' : 'retention.none');
  return (
    <DeskPage title={title} section="queue" heading={null} isWide skipTo={FIRST}>
      <div className="queue">
        <Queues current={queue} counts={{ ...counts, messages }} />
        <div className="stack">
          <h1>{title}</h1>
          {failed.map(
            (applicant) =>
              applicant.decision && (
                <FailedDecision key={applicant.id} applicant={applicant} decision={applicant.decision} isListed />
              ),
          )}
          {taken.map(({ applicantId, name, by, at }) => (
            <p key={applicantId}>
              {t('assign.taken', { who: by, time: clock.instant(at) })}{' '}
              <a href={applicationPath(applicantId)}>{name || applicantId}</a>
            </p>
          ))}
          <ApplicationRows
            rows={rows}
            listOf={(row) => `queue=${queue}&at=${Worklist.placeIn(queue, row).at}`}
            empty={queue === 'retention' ? retained : t('queue.empty')}
          />
          {next && <ButtonLink to={`/?queue=${queue}&after=${next}`} text={t('queue.next')} look="quiet" />}
        </div>
      </div>
    </DeskPage>
  );
}

function Queues({ current, counts }: { current: string; counts: Readonly<Record<string, number>> }) {
  const { t, statusName, may } = useOffice();
  const filter = may('export') && Worklist.filterOf(current);
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
  const all = (
    <>
      {links(QUEUES, (queue) => t(`queue.${queue}`))}
      <a href="/messages">
        {t('messages.open')} <Count count={counts.messages} />
      </a>
      <h2>{t('queue.stages')}</h2>
      {links(STATUSES, statusName)}
      {filter && <TableLinks filter={filter} />}
    </>
  );
  // A style sheet shows the first one beside the list, and the second one above it.
  return (
    <nav className="links queues" aria-label={t('queue.label')}>
      <div>{all}</div>
      <details>
        <summary>{t('queue.label')}</summary>
        {all}
      </details>
    </nav>
  );
}

/** The list as a file, in each format. */
export function TableLinks({ filter }: { filter: string | URLSearchParams }) {
  const { t } = useOffice();
  return (
    <>
      <a href={`/applications.xlsx?${filter}`}>{t('queue.xlsx')}</a>
      <a href={`/applications.csv?${filter}`}>{t('queue.csv')}</a>
    </>
  );
}

function Count({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return <span className="count">{count < COUNTED ? count : `${COUNTED - 1}+`}</span>;
}

/** Id of the first case in a list, to which the skip link leads. */
const FIRST = 'first';

interface ApplicationRowsProps {
  rows: readonly QueuedApplicant[];
  empty: string;
  /** The list and the position of a case in it, as the query of the case's page. */
  listOf(row: QueuedApplicant): string;
}

function ApplicationRows({ rows, empty, listOf }: ApplicationRowsProps) {
  const office = useOffice();
  const { t, typeName } = office;
  const waitingText = useWaitingText();
  if (rows.length === 0)
    return (
      <p id={FIRST} className="empty">
        {empty}
      </p>
    );
  return (
    <ul className="rows">
      {rows.map((row, place) => {
        const { due, isOverdue } = dueOf(office, row);
        const name = row.anonymisedAt === null ? row.name : t('anonymised');
        const isUnconfirmed = row.anonymisedAt === null && row.emailConfirmedAt === null;
        return (
          <li key={row.id} data-late={isOverdue || undefined}>
            <p>
              <a href={applicationPath(row.id, `?${listOf(row)}`)} id={place === 0 ? FIRST : undefined}>
                {name || row.id}
              </a>
              <span className="soft">
                {[row.id, typeName(row.type), row.isSample > 0 && t('sample'), isUnconfirmed && t('emailUnconfirmed')]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {row.isMarked > 0 && <Tag tone="warning" text={t('same.mark')} />}
            </p>
            <p>
              <StatusTag status={row.status} />
              <span className={isOverdue ? 'late' : 'soft'}>
                {row.waiting ? waitingText(JSON.parse(row.waiting)) : due}
              </span>
            </p>
            <Assignee row={row} />
          </li>
        );
      })}
    </ul>
  );
}

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
  const { t, by, may } = useOffice();
  if (assignee === null && anonymisedAt === null && may('decide'))
    return <AssignForm id={id} assignee={assignee} about={id} />;
  return <p className="soft">{assignee === by ? t('assign.you') : assignee}</p>;
}

/** Gives each search an address with a random number, so that it belongs to its tab. */
async function search(_: Office, c: DeskContext) {
  const { text } = await c.req.parseBody();
  const query = cutText(String(text ?? '').trim(), MAX_SEARCH);
  if (query === '') return c.redirect('/', 303);
  const path = `/search/${crypto.randomUUID()}`;
  setCookie(c, SEARCH_COOKIE, query, {
    path,
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    maxAge: SEARCH_SECONDS,
  });
  return c.redirect(path, 303);
}

/** The words and the first results of a search; null for an unknown or old one. */
async function readResults({ env }: Office, c: DeskContext) {
  const text = getCookie(c, SEARCH_COOKIE);
  if (!text) return null;
  return { text, rows: await new ApplicationSearch(env.DB).findWithParts(readSearch(text), PAGE_SIZE + 1) };
}

async function searchPage(office: Office, c: DeskContext) {
  const { t } = office;
  const [found] = await Promise.all([readResults(office, c), traceRead(office, 'search')]);
  if (!found) return c.redirect('/', 303);
  const { text, rows } = found;
  const list = `search=${c.req.param().key}`;
  return (
    <DeskPage
      title={t('find.title')}
      section="queue"
      lead={t('find.said', { text })}
      isWide
      search={text}
      skipTo={FIRST}
    >
      <ApplicationRows rows={rows.slice(0, PAGE_SIZE)} empty={t('find.none')} listOf={() => list} />
      {rows.length > PAGE_SIZE && <p>{t('find.more', { count: PAGE_SIZE })}</p>}
    </DeskPage>
  );
}

/** The case after one of the results; after the last one the results. */
async function nextResult(office: Office, c: DeskContext) {
  const { key = '' } = c.req.param();
  const { rows = [] } = (await readResults(office, c)) ?? {};
  const place = rows.findIndex(({ id }) => id === c.req.query('after'));
  const next = place < 0 ? undefined : rows[place + 1];
  return c.redirect(next ? applicationPath(next.id, `?search=${key}`) : `/search/${key}`, 303);
}

const FILTERS = ['status', 'from', 'to'] as const;

const MEDIA_TYPES: Record<ListFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** The list as a table; each download is logged. */
const table = (format: ListFormat) => async (office: Office, c: DeskContext) => {
  const given = c.req.query();
  const filter: Filter = Object.fromEntries(FILTERS.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
  if (given.overdue) filter.overdue = true;
  const { stream } = await exportList(office, filter, office.locale, format);
  return c.body(stream, 200, {
    'Content-Type': MEDIA_TYPES[format],
    'Content-Disposition': `attachment; filename="applications-${office.clock.dateOf(office.now)}.${format}"`,
  });
};

export const listRoutes: Routes = {
  get: {
    '/': queuePage,
    '/search/:key': searchPage,
    '/search/:key/next': nextResult,
    '/applications.xlsx': table('xlsx'),
    '/applications.csv': table('csv'),
  },
  post: { '/search': search },
};
