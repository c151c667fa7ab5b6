/** Lists of applications: the queues, and what a search found. */
import { deletionStanding, standingOf } from '../../admin/desk/deadlines.ts';
import { typeName } from '../../admin/desk/site-words.ts';
import type { ListedApplicant } from '../../admin/store/lists.ts';
import type { Office } from '../request/office.ts';
import { Page } from './Page.tsx';
import { Action, applicationPath, Chip, deletionWords, Notice } from './ui.tsx';

export interface QueueLink {
  /** As the address names it. */
  queue: string;
  title: string;
  /** Undefined where it takes long to count. */
  count?: number | undefined;
}

interface QueuePageProps {
  office: Office;
  current: string;
  mine: readonly QueueLink[];
  stages: readonly QueueLink[];
  /** Messages that wait for an answer. */
  messages: number;
  rows: readonly ListedApplicant[];
  /** The address of the next page. */
  next: string | null;
}

export function QueuePage({ office, current, mine, stages, messages, rows, next }: QueuePageProps) {
  const { t } = office;
  const title = [...mine, ...stages].find(({ queue }) => queue === current)?.title ?? t('places.queue');
  return (
    <Page office={office} title={title} place="queue" wide>
      <div className="queue">
        <nav className="queues" aria-label={t('queue.label')}>
          <Links links={mine} current={current} />
          <h2>{t('queue.stages')}</h2>
          <Links links={stages} current={current} />
          <p>
            <a href="/messages">
              {t('messages.open')} <span className="count">{messages}</span>
            </a>
          </p>
          <p>
            <a
              href={`/applications.csv${current.includes('_') || stages.some(({ queue }) => queue === current) ? `?status=${current}` : current === 'overdue' ? '?overdue=yes' : ''}`}
            >
              {t('queue.csv')}
            </a>
          </p>
        </nav>
        <div>
          <h1>{title}</h1>
          {rows.length === 0 ? <p className="empty">{t('queue.empty')}</p> : <Rows office={office} rows={rows} />}
          {next && (
            <p>
              <a className="button button--quiet" href={next}>
                {t('queue.next')}
              </a>
            </p>
          )}
        </div>
      </div>
    </Page>
  );
}

function Links({ links, current }: { links: readonly QueueLink[]; current: string }) {
  return (
    <ul>
      {links.map(({ queue, title, count }) => (
        <li key={queue}>
          <a href={`/?queue=${queue}`} aria-current={queue === current ? 'page' : undefined}>
            <span>{title}</span>
            {count !== undefined && <span className="count">{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Rows({ office, rows }: { office: Office; rows: readonly ListedApplicant[] }) {
  return (
    <ul className="rows">
      {rows.map((row) => (
        <Row key={row.id} office={office} row={row} />
      ))}
    </ul>
  );
}

function Row({ office, row }: { office: Office; row: ListedApplicant }) {
  const { t, locale, now, clock, officer } = office;
  const { deletionAskedAt: asked } = row;
  const { days, expectedBy, ...stage } = standingOf(row, now);
  const { isOverdue } = asked ? deletionStanding(asked, now) : stage;
  const name = row.anonymisedAt === null ? row.name : t('anonymised');
  const due = asked
    ? deletionWords(office, asked)
    : expectedBy && t(isOverdue ? 'overdueSince' : 'dueBy', { date: clock.day(expectedBy) });
  return (
    <li className="row" data-late={isOverdue || undefined}>
      <div className="row__who">
        <a href={applicationPath(row.id)}>{name || row.id}</a>
        <span className="soft">
          {row.id} · {typeName(row.type, locale)}
          {row.isSample ? ` · ${t('sample')}` : ''}
        </span>
      </div>
      <div className="row__stage">
        <Chip status={row.status} office={office} />
        <span className={isOverdue ? 'late' : 'soft'}>{due || t('days', { count: days })}</span>
      </div>
      <div className="row__officer">
        {row.assignee === null && office.may('decide') && row.anonymisedAt === null ? (
          <Action
            action={applicationPath(row.id, '/assign')}
            label={t('assign.take')}
            about={row.id}
            values={{ to: 'me', from: '' }}
          />
        ) : (
          <span className="soft">{row.assignee === officer.email ? t('assign.you') : (row.assignee ?? '')}</span>
        )}
      </div>
    </li>
  );
}

interface FoundPageProps {
  office: Office;
  text: string;
  rows: readonly ListedApplicant[];
  more: boolean;
  incomplete: boolean;
}

export function FoundPage({ office, text, rows, more, incomplete }: FoundPageProps) {
  const { t } = office;
  return (
    <Page office={office} title={t('find.title')} place="queue" wide>
      <h1>{t('find.title')}</h1>
      <p className="lead">{t('find.said', { text })}</p>
      {incomplete && <Notice tone="warning" title={t('find.incomplete')} />}
      {rows.length === 0 ? <p className="empty">{t('find.none')}</p> : <Rows office={office} rows={rows} />}
      {more && <p>{t('find.more', { count: rows.length })}</p>}
    </Page>
  );
}
