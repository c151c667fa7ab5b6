/**
 * Lists applications page by page; each page starts after the last row of the previous one. Each query of a queue uses the index
 * of assignees.
 */
import { Fragment, fragment, joinFragments, listOf, Repository } from './database.ts';
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
  /** Null for an application that is not anonymised. */
  anonymisedAt: number | null;
  /** Null for an unconfirmed address. */
  emailConfirmedAt: number | null;
  /** 1 if the person has another application, or was refused before. */
  isMarked: number;
  /** The decision that waits, as JSON with `status`, `madeAt`, `dueAt`; null for none. */
  waiting: string | null;
  /** Only in the queue of deletion requests. */
  deletionAskedAt?: number;
}

/** The columns of a listed application, for a statement that has `applicants` as `a`. */
export const LISTED = fragment`a.id, a.application_type AS type, a.status, a.fields ->> '$.fio' AS name,
  a.is_sample AS isSample, a.created_at AS createdAt, a.assignee, a.anonymised_at AS anonymisedAt,
  ${CONFIRMED_AT} AS emailConfirmedAt, a.stage_since AS since, ${IS_MARKED} AS isMarked,
  (SELECT json_object('status', status, 'madeAt', made_at, 'dueAt', due_at) FROM decisions d
   WHERE d.applicant_id = a.id AND d.failure IS NULL) AS waiting`;

/** Null for any value. */
export interface ListFilter {
  status: string | null;
  from: number | null;
  to: number | null;
  /** Stages that began in a period, the longest waiting first; otherwise the newest first. */
  stages: readonly StageBefore[] | null;
}

export interface StageBefore {
  status: string;
  before: number;
  /** The beginning of the period; open where missing. */
  from?: number;
}

/** The last row of a page: time (see {@link cursorOf}) and number. */
export interface Cursor {
  at: number;
  id: string;
}

/** The rows of a list after another one. */
export interface ListPage {
  after: Cursor | null;
  limit: number;
}

export function cursorOf({ stages }: ListFilter, row: Pick<ListedApplicant, 'id' | 'createdAt' | 'since'>): Cursor {
  return { at: stages ? row.since : row.createdAt, id: row.id };
}

function conditionOf({ stages, status, from, to }: ListFilter, after: Cursor | null, stage?: Fragment): Fragment {
  const begin = stages ? fragment`(a.stage_since, a.id) >` : fragment`(a.created_at, a.id) <`;
  const conditions = [
    stage,
    status !== null && fragment`a.status = ${status}`,
    from !== null && fragment`a.created_at >= ${from}`,
    to !== null && fragment`a.created_at < ${to}`,
    after && fragment`${begin} (${after.at}, ${after.id})`,
  ];
  return joinFragments([fragment`true`, ...conditions.filter((condition) => condition instanceof Fragment)], ' AND ');
}

/** The condition of a stage that began before a time, in the form that the index `applicants_by_stage` supports. */
export const stageBefore = ({ status, before, from }: StageBefore): Fragment =>
  fragment`a.anonymised_at IS NULL AND a.status = ${status} AND a.stage_since < ${before}${from === undefined ? fragment`` : fragment` AND a.stage_since >= ${from}`}`;

export interface Queue {
  statuses: readonly string[];
  /** Applications of this officer, unassigned ones (null), or all (undefined). */
  assignee?: string | null | undefined;
  newestFirst?: boolean;
  /** Only applications whose stage began with the applicant's change. */
  cameBack?: boolean;
}

/** Applications of a status: all, those of an officer, and the unassigned ones. No number is above {@link COUNTED}. */
interface StatusCount {
  status: string;
  total: number;
  mine: number;
  unassigned: number;
  cameBack: number;
}

/** Counting stops here, since counting all takes longer the more applications there are. */
export const COUNTED = 1000;

/** Pages and counts of applications. */
export class ApplicationLists extends Repository {
  /** One page. @param columns more columns, from `applicants` as `a` */
  async page<Row extends ListedApplicant = ListedApplicant>(
    filter: ListFilter,
    { after, limit }: ListPage,
    columns = fragment``,
  ): Promise<Row[]> {
    // One query per stage is sorted by the index; one query for all would have to sort.
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
    return (await this.sql`${all} ORDER BY ${order} LIMIT ${limit}`.all<Row>()).results;
  }

  /** How many applications are at these stages; each stage is counted to a thousand. */
  async countStages(stages: readonly StageBefore[]): Promise<number> {
    const counts = stages.map(
      (stage) => fragment`(SELECT count(*) FROM (SELECT 1 FROM applicants a WHERE ${stageBefore(stage)} LIMIT 1000))`,
    );
    return (await this.sql`SELECT ${joinFragments(counts, ' + ')} AS count`.first<number>('count')) ?? 0;
  }

  /** How many applications a filter selects. */
  async count(filter: ListFilter): Promise<number> {
    const counts = (filter.stages ?? [undefined]).map(
      (stage) =>
        fragment`(SELECT count(*) FROM applicants a WHERE ${conditionOf(filter, null, stage && stageBefore(stage))})`,
    );
    return counts.length === 0
      ? 0
      : ((await this.sql`SELECT ${joinFragments(counts, ' + ')} AS count`.first<number>('count')) ?? 0);
  }

  /** A page of a queue, by the time of receipt. */
  async queue(
    { statuses, assignee, newestFirst = false, cameBack = false }: Queue,
    { after, limit }: ListPage,
  ): Promise<ListedApplicant[]> {
    const [order, beyond] = newestFirst ? [fragment`DESC`, fragment`<`] : [fragment`ASC`, fragment`>`];
    const whose = joinFragments(
      [
        assignee === undefined ? fragment`` : fragment`a.assignee IS ${assignee} AND `,
        cameBack ? fragment`a.came_back = 1 AND ` : fragment``,
      ],
      '',
    );
    const rest = after ? fragment`AND (a.created_at, a.id) ${beyond} (${after.at}, ${after.id})` : fragment``;
    // One query per status is sorted by the index; one query for all would have to sort.
    const lists = statuses.map(
      (status) => fragment`SELECT * FROM (SELECT ${LISTED} FROM applicants a WHERE ${whose} a.status = ${status} ${rest}
        ORDER BY a.created_at ${order}, a.id ${order} LIMIT ${limit})`,
    );
    const { results } = await this.sql`${joinFragments(lists, ' UNION ALL ')}
      ORDER BY createdAt ${order}, id ${order} LIMIT ${limit}`.all<ListedApplicant>();
    return results;
  }

  /** A page of what other officers work on, by the time of receipt. */
  async colleagues(
    { statuses, officer }: { statuses: readonly string[]; officer: string },
    { after, limit }: ListPage,
  ): Promise<ListedApplicant[]> {
    // Steps through the index from one officer to the next.
    const { results } = await this.sql`WITH RECURSIVE others (name) AS (
        SELECT min(assignee) FROM applicants WHERE assignee > ''
        UNION ALL SELECT (SELECT min(assignee) FROM applicants WHERE assignee > others.name) FROM others
          WHERE others.name IS NOT NULL
      ), page AS (
        SELECT a.id, a.created_at FROM others CROSS JOIN ${listOf(statuses)} AS asked
          CROSS JOIN applicants a ON a.assignee = others.name AND a.status = asked.value
        WHERE others.name <> ${officer} AND (a.created_at, a.id) > (${after?.at ?? -1}, ${after?.id ?? ''})
        ORDER BY a.created_at, a.id LIMIT ${limit}
      )
      SELECT ${LISTED} FROM page CROSS JOIN applicants a ON a.id = page.id
      ORDER BY a.created_at, a.id`.all<ListedApplicant>();
    return results;
  }

  async countStatuses(statuses: readonly string[], officer: string): Promise<StatusCount[]> {
    const count = (condition: Fragment) => fragment`(SELECT count(*) FROM (
      SELECT 1 FROM applicants WHERE ${condition} status = asked.value LIMIT ${COUNTED}))`;
    const { results } = await this.sql`SELECT value AS status, ${count(fragment``)} AS total,
        ${count(fragment`assignee IS ${officer} AND`)} AS mine, ${count(fragment`assignee IS NULL AND`)} AS unassigned,
        ${count(fragment`came_back = 1 AND`)} AS cameBack
      FROM json_each(${JSON.stringify(statuses)}) AS asked`.all<StatusCount>();
    return results;
  }
}
