/** The list of applications of queues and search. */
import { deletionDeadline, stageDeadline } from '../../admin/desk/deadlines.ts';
import type { QueuedApplicant } from '../../admin/desk/queues.ts';
import { retentionDates } from '../../admin/desk/retention.ts';
import { typeName } from '../../admin/desk/site-words.ts';
import type { Office } from '../request/office.ts';
import { applicationPath, deletionNotice, Entries, Form, StatusTag, useOffice } from './ui.tsx';

interface ApplicationRowsProps {
  rows: readonly QueuedApplicant[];
  /** Text of an empty list. */
  empty: string;
  /** Months until closed applications are anonymised; null: never. */
  months?: number | null;
}

export function ApplicationRows({ rows, empty, months = null }: ApplicationRowsProps) {
  return (
    <Entries look="rows" empty={empty}>
      {rows.map((row) => (
        <ApplicationRow key={row.id} row={row} months={months} />
      ))}
    </Entries>
  );
}

function ApplicationRow({ row, months }: { row: QueuedApplicant; months: number | null }) {
  const office = useOffice();
  const { t, locale } = office;
  const { due, isOverdue } = dueOf(office, row, months);
  const name = row.anonymisedAt === null ? row.name : t('anonymised');
  return (
    <li data-late={isOverdue || undefined}>
      <p>
        <a href={applicationPath(row.id)}>{name || row.id}</a>
        <span className="soft">
          {row.id} · {typeName(row.type, locale)} {row.isSample ? `· ${t('sample')}` : ''}
        </span>
      </p>
      <p>
        <StatusTag status={row.status} />
        <span className={isOverdue ? 'late' : 'soft'}>{due}</span>
      </p>
      <Assignee row={row} />
    </li>
  );
}

/** The row's deadline: of the deletion request, the retention or the stage. */
function dueOf(office: Office, row: QueuedApplicant, months: number | null) {
  const { t, now, clock } = office;
  const { deletionAskedAt: asked, closedAt } = row;
  if (asked) return { due: deletionNotice(office, asked), isOverdue: deletionDeadline(asked, now).isOverdue };
  if (closedAt && months !== null) {
    const { closedOn, dueOn } = retentionDates({ closedAt }, months);
    return { due: t('retention.due', { closed: clock.day(closedOn), due: clock.day(dueOn) }), isOverdue: false };
  }
  return stageDue(office, row);
}

/** The deadline of a stage, or its days so far where it has none. */
export function stageDue({ t, now, clock }: Office, row: { status: string; since: number }) {
  const { days, expectedBy, isOverdue } = stageDeadline(row, now);
  if (expectedBy === null) return { due: t('days', { count: days }), isOverdue };
  return { due: t(isOverdue ? 'overdueSince' : 'dueBy', { date: clock.day(expectedBy) }), isOverdue };
}

function Assignee({ row: { id, assignee, anonymisedAt } }: { row: QueuedApplicant }) {
  const { t, officer, may } = useOffice();
  if (assignee === null && anonymisedAt === null && may('decide'))
    return <AssignForm id={id} assignee={assignee} label={t('assign.take')} about={id} />;
  return <p className="soft">{assignee === officer.email ? t('assign.you') : assignee}</p>;
}

/** A button that assigns an application to the officer, or releases it. Fails when the assignee has changed since. */
export function AssignForm(props: { id: string; assignee: string | null; label: string; about?: string }) {
  const { id, assignee, label, about } = props;
  const to = assignee === useOffice().officer.email ? '' : 'me';
  const values = { to, from: assignee ?? '' };
  return <Form to={applicationPath(id, '/assign')} values={values} submit={label} look="quiet" about={about} />;
}
