/** Lists applications page by page; each page starts after the last row of the previous one. */
import { confirmedAt } from './email-confirmations.ts';

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

/** For a statement that has `applicants` as `a`. */
export const LISTED = `a.id, a.application_type AS type, a.status, a.fields ->> '$.fio' AS name, a.is_sample AS isSample,
  a.created_at AS createdAt, a.assignee, a.anonymised_at AS anonymisedAt, ${confirmedAt('a')} AS emailConfirmedAt, ${sinceOf('a.id')} AS since`;

function sinceOf(id: string): string {
  return `(SELECT h.created_at FROM status_history h WHERE h.applicant_id = ${id} ORDER BY h.position DESC LIMIT 1)`;
}

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

export function cursorOf({ overdue }: ListFilter, row: Pick<ListedApplicant, 'id' | 'createdAt' | 'since'>): Cursor {
  return { at: overdue ? row.since : row.createdAt, id: row.id };
}

/** One page. @param columns more columns, from `applicants` as `a` */
export async function listPage<Row extends ListedApplicant = ListedApplicant>(
  db: D1Database,
  filter: ListFilter,
  { after, limit }: { after: Cursor | null; limit: number },
  columns = '',
): Promise<Row[]> {
  const { conditions, values } = conditionsOf(filter, after);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const order = filter.overdue ? 'since, a.id' : 'a.created_at DESC, a.id DESC';
  const sql = `SELECT ${LISTED}${columns} FROM applicants a ${where} ORDER BY ${order} LIMIT ?`;
  return (
    await db
      .prepare(sql)
      .bind(...values, limit)
      .all<Row>()
  ).results;
}

function conditionsOf({ overdue, ...only }: ListFilter, after: Cursor | null) {
  const late = overdue ? stagesBefore(overdue) : null;
  const given: [string, readonly (string | number | null)[]][] = [
    ['a.status = ?', [only.status]],
    ['a.application_type = ?', [only.type]],
    ['a.request_id = ?', [only.request]],
    ['a.created_at >= ?', [only.from]],
    ['a.created_at < ?', [only.to]],
    [late?.condition ?? '', late?.values ?? [null]],
    [overdue ? `(since, a.id) > (?, ?)` : '(a.created_at, a.id) < (?, ?)', after ? [after.at, after.id] : [null]],
  ];
  const asked = given.filter(([, values]) => !values.includes(null));
  return { conditions: asked.map(([condition]) => condition), values: asked.flatMap(([, values]) => values) };
}

/** The condition of stages that began before a time; an application is never younger than its stage. */
export function stagesBefore(stages: readonly StageBefore[]): { condition: string; values: (string | number)[] } {
  const one = `(a.status = ? AND a.created_at < ? AND ${sinceOf('a.id')} < ?)`;
  return {
    condition: stages.length > 0 ? `(${stages.map(() => one).join(' OR ')})` : 'false',
    values: stages.flatMap(({ status, before }) => [status, before, before]),
  };
}
