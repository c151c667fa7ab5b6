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
  a.created_at AS createdAt, a.assignee, a.anonymised_at AS anonymisedAt, ${confirmedAt('a')} AS emailConfirmedAt, a.stage_since AS since`;

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
  // One list per stage comes sorted from the index; one query for all would have to sort.
  const lists = filter.overdue
    ? filter.overdue.map((stage) => conditionsOf(filter, after, stage))
    : [conditionsOf(filter, after)];
  if (lists.length === 0) return [];
  const order = filter.overdue ? 'since, id' : 'createdAt DESC, id DESC';
  const sql = lists
    .map(
      ({ where }) => `SELECT * FROM (SELECT ${LISTED}${columns} FROM applicants a ${where} ORDER BY ${order} LIMIT ?)`,
    )
    .join(' UNION ALL ');
  const statement = db.prepare(`${sql} ORDER BY ${order} LIMIT ?`);
  return (await statement.bind(...lists.flatMap(({ values }) => [...values, limit]), limit).all<Row>()).results;
}

function conditionsOf({ overdue, ...only }: ListFilter, after: Cursor | null, stage?: StageBefore) {
  const given: [string, readonly (string | number | null)[]][] = [
    ['a.status = ?', [only.status]],
    ['a.application_type = ?', [only.type]],
    ['a.request_id = ?', [only.request]],
    ['a.created_at >= ?', [only.from]],
    ['a.created_at < ?', [only.to]],
    [STAGE_BEFORE, stage ? [stage.status, stage.before] : [null]],
    [
      overdue ? '(a.stage_since, a.id) > (?, ?)' : '(a.created_at, a.id) < (?, ?)',
      after ? [after.at, after.id] : [null],
    ],
  ];
  const asked = given.filter(([, values]) => !values.includes(null));
  const conditions = asked.map(([condition]) => condition).join(' AND ');
  return { where: conditions && `WHERE ${conditions}`, values: asked.flatMap(([, values]) => values) };
}

/** The condition of a stage that began before a time, as the index `applicants_by_stage` finds it. */
export const STAGE_BEFORE = 'a.anonymised_at IS NULL AND a.status = ? AND a.stage_since < ?';
