/** Lists applications page by page; each page starts after the last row of the previous one. */
import { CONFIRMED_AT } from './email-confirmations.ts';
import { Fragment, fragment, joinFragments, sql } from './sql.ts';

/** Times are milliseconds since 1970. */
export interface ListedApplicant {
  id: string;
  type: string;
  status: string;
  /** Null for an anonymised application. */
  name: string | null;
  isSample: number;
  createdAt: number;
  /** When the present stage began. */
  since: number;
  assignee: string | null;
  /** Null for all others. */
  anonymisedAt: number | null;
  /** Null for an unconfirmed address. */
  emailConfirmedAt: number | null;
  /** Only in the queue of deletion requests. */
  deletionAskedAt?: number;
}

const SINCE = fragment`(SELECT h.created_at FROM status_history h WHERE h.applicant_id = a.id
  ORDER BY h.position DESC LIMIT 1)`;

/** For a statement that has `applicants` as `a`. */
export const LISTED = fragment`a.id, a.application_type AS type, a.status, a.fields ->> '$.fio' AS name,
  a.is_sample AS isSample, a.created_at AS createdAt, a.assignee, a.anonymised_at AS anonymisedAt,
  ${CONFIRMED_AT} AS emailConfirmedAt, ${SINCE} AS since`;

/** Null for any. */
export interface ListFilter {
  status: string | null;
  type: string | null;
  /** Id of the creating request. */
  request: string | null;
  from: number | null;
  to: number | null;
  /** Stages that began before a time, longest waiting first; otherwise newest first. */
  overdue: readonly StageBefore[] | null;
}

export interface StageBefore {
  status: string;
  before: number;
}

/** The last row of a page: time (see {@link cursorOf}) and number. */
export interface Cursor {
  at: number;
  id: string;
}

/** The rows of a list after another one. */
export interface Page {
  after: Cursor | null;
  limit: number;
}

export function cursorOf({ overdue }: ListFilter, row: Pick<ListedApplicant, 'id' | 'createdAt' | 'since'>): Cursor {
  return { at: overdue ? row.since : row.createdAt, id: row.id };
}

/** One page. @param columns more columns, from `applicants` as `a` */
export async function listPage<Row extends ListedApplicant = ListedApplicant>(
  db: D1Database,
  filter: ListFilter,
  { after, limit }: Page,
  columns = fragment``,
): Promise<Row[]> {
  const order = filter.overdue ? fragment`since, a.id` : fragment`a.created_at DESC, a.id DESC`;
  const { results } = await sql(db)`SELECT ${LISTED}${columns} FROM applicants a
    WHERE ${conditionOf(filter, after)} ORDER BY ${order} LIMIT ${limit}`.all<Row>();
  return results;
}

function conditionOf({ overdue, status, type, request, from, to }: ListFilter, after: Cursor | null): Fragment {
  const begin = overdue ? fragment`(since, a.id) >` : fragment`(a.created_at, a.id) <`;
  const conditions = [
    status !== null && fragment`a.status = ${status}`,
    type !== null && fragment`a.application_type = ${type}`,
    request !== null && fragment`a.request_id = ${request}`,
    from !== null && fragment`a.created_at >= ${from}`,
    to !== null && fragment`a.created_at < ${to}`,
    overdue && stagesBefore(overdue),
    after && fragment`${begin} (${after.at}, ${after.id})`,
  ];
  return joinFragments([fragment`true`, ...conditions.filter((condition) => condition instanceof Fragment)], ' AND ');
}

/** The condition of stages that began before a time; an application is never younger than its stage. */
export function stagesBefore(stages: readonly StageBefore[]): Fragment {
  const each = stages.map(
    ({ status, before }) => fragment`(a.status = ${status} AND a.created_at < ${before} AND ${SINCE} < ${before})`,
  );
  // SQLite uses no index for `false OR`.
  return each.length > 0 ? fragment`(${joinFragments(each, ' OR ')})` : fragment`false`;
}
