/** Lists applications page by page; each page starts after the last row of the previous one. */
import { Fragment, fragment, joinFragments, sql } from './database.ts';
import { CONFIRMED_AT } from './email-addresses.ts';
import { IS_MARKED } from './same-person.ts';

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
  /** 1: the person has another application, or was refused before. */
  isMarked: number;
  /** Only in the queue of deletion requests. */
  deletionAskedAt?: number;
}

/** For a statement that has `applicants` as `a`. */
export const LISTED = fragment`a.id, a.application_type AS type, a.status, a.fields ->> '$.fio' AS name,
  a.is_sample AS isSample, a.created_at AS createdAt, a.assignee, a.anonymised_at AS anonymisedAt,
  ${CONFIRMED_AT} AS emailConfirmedAt, a.stage_since AS since, ${IS_MARKED} AS isMarked`;

/** Null for any. */
export interface ListFilter {
  status: string | null;
  type: string | null;
  /** Id of the creating request. */
  request: string | null;
  from: number | null;
  to: number | null;
  /** Stages that began in a time, longest waiting first; otherwise newest first. */
  stages: readonly StageBefore[] | null;
}

export interface StageBefore {
  status: string;
  before: number;
  /** Not before; none where missing. */
  from?: number;
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

export function cursorOf({ stages }: ListFilter, row: Pick<ListedApplicant, 'id' | 'createdAt' | 'since'>): Cursor {
  return { at: stages ? row.since : row.createdAt, id: row.id };
}

/** One page. @param columns more columns, from `applicants` as `a` */
export async function listPage<Row extends ListedApplicant = ListedApplicant>(
  db: D1Database,
  filter: ListFilter,
  { after, limit }: Page,
  columns = fragment``,
): Promise<Row[]> {
  // One list per stage comes sorted from the index; one query for all would have to sort.
  const conditions = filter.stages
    ? filter.stages.map((stage) => conditionOf(filter, after, stageBefore(stage)))
    : [conditionOf(filter, after)];
  if (conditions.length === 0) return [];
  const order = filter.stages ? fragment`since, id` : fragment`createdAt DESC, id DESC`;
  const lists = conditions.map(
    (condition) => fragment`SELECT * FROM (SELECT ${LISTED}${columns} FROM applicants a WHERE ${condition}
      ORDER BY ${order} LIMIT ${limit})`,
  );
  const all = joinFragments(lists, ' UNION ALL ');
  return (await sql(db)`${all} ORDER BY ${order} LIMIT ${limit}`.all<Row>()).results;
}

function conditionOf(
  { stages, status, type, request, from, to }: ListFilter,
  after: Cursor | null,
  stage?: Fragment,
): Fragment {
  const begin = stages ? fragment`(a.stage_since, a.id) >` : fragment`(a.created_at, a.id) <`;
  const conditions = [
    stage,
    status !== null && fragment`a.status = ${status}`,
    type !== null && fragment`a.application_type = ${type}`,
    request !== null && fragment`a.request_id = ${request}`,
    from !== null && fragment`a.created_at >= ${from}`,
    to !== null && fragment`a.created_at < ${to}`,
    after && fragment`${begin} (${after.at}, ${after.id})`,
  ];
  return joinFragments([fragment`true`, ...conditions.filter((condition) => condition instanceof Fragment)], ' AND ');
}

/** The condition of a stage that began before a time, as the index `applicants_by_stage` finds it. */
export const stageBefore = ({ status, before, from }: StageBefore): Fragment =>
  fragment`a.anonymised_at IS NULL AND a.status = ${status} AND a.stage_since < ${before}${from === undefined ? fragment`` : fragment` AND a.stage_since >= ${from}`}`;

/** How many applications are at these stages; each stage is counted to a thousand. */
export async function countStages(db: D1Database, stages: readonly StageBefore[]): Promise<number> {
  const counts = stages.map(
    (stage) => fragment`(SELECT count(*) FROM (SELECT 1 FROM applicants a WHERE ${stageBefore(stage)} LIMIT 1000))`,
  );
  return (await sql(db)`SELECT ${joinFragments(counts, ' + ')} AS count`.first<number>('count')) ?? 0;
}

/** How many applications a filter selects. */
export async function countListed(db: D1Database, filter: ListFilter): Promise<number> {
  const counts = (filter.stages ?? [undefined]).map(
    (stage) =>
      fragment`(SELECT count(*) FROM applicants a WHERE ${conditionOf(filter, null, stage && stageBefore(stage))})`,
  );
  return counts.length === 0
    ? 0
    : ((await sql(db)`SELECT ${joinFragments(counts, ' + ')} AS count`.first<number>('count')) ?? 0);
}
