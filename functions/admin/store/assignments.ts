/** Assigns applications to officers, and lists the resulting queues. Rule: each query uses the index of assignees. */
import { recordAction, selectAction } from './actions.ts';
import { commit, type Fragment, fragment, joinFragments, listOf, sql } from './database.ts';
import { LISTED, type ListedApplicant, type Page } from './lists.ts';

/** Assigns an application to an officer, or to none. @throws Conflict unless `from` is the assignee so far */
export async function assign(db: D1Database, { applicantId, from, to, by, now }: AssignmentChange): Promise<void> {
  const action = { applicantId, action: 'assign', detail: to ?? '', by, now };
  await commit(
    db,
    [
      sql(db)`UPDATE applicants SET assignee = ${to}, version = CASE WHEN assignee IS ${from} THEN version ELSE NULL END
        WHERE id = ${applicantId}`,
      recordAction(db, action),
    ],
    selectAction(db, action),
  );
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
  /** Only those whose stage began by the applicant's change. */
  cameBack?: boolean;
}

/** A page of a queue, by the time of receipt. */
export async function listQueue(
  db: D1Database,
  { statuses, assignee, newestFirst = false, cameBack = false }: Queue,
  { after, limit }: Page,
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
  // One list per status comes sorted from the index; one query for all would have to sort.
  const lists = statuses.map(
    (status) => fragment`SELECT * FROM (SELECT ${LISTED} FROM applicants a WHERE ${whose} a.status = ${status} ${rest}
      ORDER BY a.created_at ${order}, a.id ${order} LIMIT ${limit})`,
  );
  const { results } = await sql(db)`${joinFragments(lists, ' UNION ALL ')}
    ORDER BY createdAt ${order}, id ${order} LIMIT ${limit}`.all<ListedApplicant>();
  return results;
}

/** A page of what other officers work on, by the time of receipt. */
export async function listColleagues(
  db: D1Database,
  { statuses, officer }: { statuses: readonly string[]; officer: string },
  { after, limit }: Page,
): Promise<ListedApplicant[]> {
  // Steps through the index from one officer to the next.
  const { results } = await sql(db)`WITH RECURSIVE others (name) AS (
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

/** Applications of a status: all, those of an officer and those of none. No number is above {@link COUNTED}. */
interface StatusCount {
  status: string;
  total: number;
  mine: number;
  unassigned: number;
  cameBack: number;
}

/** Counting goes on to here only, since it takes as long as there are applications. */
export const COUNTED = 1000;

export async function countStatuses(
  db: D1Database,
  statuses: readonly string[],
  officer: string,
): Promise<StatusCount[]> {
  const count = (condition: Fragment) => fragment`(SELECT count(*) FROM (
    SELECT 1 FROM applicants WHERE ${condition} status = asked.value LIMIT ${COUNTED}))`;
  const { results } = await sql(db)`SELECT value AS status, ${count(fragment``)} AS total,
      ${count(fragment`assignee IS ${officer} AND`)} AS mine, ${count(fragment`assignee IS NULL AND`)} AS unassigned,
      ${count(fragment`came_back = 1 AND`)} AS cameBack
    FROM json_each(${JSON.stringify(statuses)}) AS asked`.all<StatusCount>();
  return results;
}
