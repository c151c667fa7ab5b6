/** Assigns applications to officers, and lists the resulting queues. Rule: each query uses the index of assignees. */
import { commit } from './database.ts';
import { recordAction } from './desk.ts';
import { type Cursor, LISTED, type ListedApplicant } from './lists.ts';

/** Assigns an application to an officer, or to none. @throws Conflict unless `from` is the assignee so far */
export async function assign(db: D1Database, { applicantId, from, to, by, now }: AssignmentChange): Promise<void> {
  await commit(db, [
    db
      .prepare(
        `UPDATE applicants SET assignee = ?3, version = CASE WHEN assignee IS ?2 THEN version ELSE NULL END WHERE id = ?1`,
      )
      .bind(applicantId, from, to),
    recordAction(db, { applicantId, action: 'assign', detail: to ?? '', by, now }),
  ]);
}

interface AssignmentChange {
  applicantId: string;
  from: string | null;
  to: string | null;
  by: string;
  now: number;
}

export interface Queue {
  statuses: readonly string[];
  /** An officer's, unassigned (null), or any (undefined). */
  assignee?: string | null | undefined;
  newestFirst?: boolean;
}

/** A page of a queue, by the time of receipt. */
export async function listQueue(
  db: D1Database,
  { statuses, assignee, newestFirst = false }: Queue,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<ListedApplicant[]> {
  const [order, beyond] = newestFirst ? ['DESC', '<'] : ['ASC', '>'];
  // One list per status comes sorted from the index; one query for all would have to sort.
  const lists = statuses.map(() => {
    const whose = assignee === undefined ? '' : 'a.assignee IS ? AND';
    const rest = after ? `AND (a.created_at, a.id) ${beyond} (?, ?)` : '';
    return `SELECT * FROM (SELECT ${LISTED} FROM applicants a WHERE ${whose} a.status = ? ${rest}
      ORDER BY a.created_at ${order}, a.id ${order} LIMIT ?)`;
  });
  const values = statuses.flatMap((status) => [
    ...(assignee === undefined ? [] : [assignee]),
    ...[status, ...(after ? [after.at, after.id] : []), limit],
  ]);
  const sql = `${lists.join(' UNION ALL ')} ORDER BY createdAt ${order}, id ${order} LIMIT ?`;
  const { results } = await db
    .prepare(sql)
    .bind(...values, limit)
    .all<ListedApplicant>();
  return results;
}

/** Applications of a status: all, those of an officer and those of none. No number is above {@link COUNTED}. */
export interface StatusCount {
  status: string;
  total: number;
  mine: number;
  unassigned: number;
}

/** Counting goes on to here only, since it takes as long as there are applications. */
export const COUNTED = 1000;

/** How many applications there are of each of these statuses. */
export async function countStatuses(
  db: D1Database,
  statuses: readonly string[],
  officer: string,
): Promise<StatusCount[]> {
  const count = (condition: string) => `(SELECT count(*) FROM (
    SELECT 1 FROM applicants WHERE ${condition} status = asked.value LIMIT ${COUNTED}))`;
  const { results } = await db
    .prepare(
      `SELECT value AS status, ${count('')} AS total, ${count('assignee IS ?2 AND')} AS mine,
         ${count('assignee IS NULL AND')} AS unassigned FROM json_each(?1) AS asked`,
    )
    .bind(JSON.stringify(statuses), officer)
    .all<StatusCount>();
  return results;
}
