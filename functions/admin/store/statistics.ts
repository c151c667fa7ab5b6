/** Counts and times over all applications. Rule: no row of an applicant leaves the database, only numbers. */
import { type StageBefore, stagesBefore } from './lists.ts';
import { HAS_READER } from './outbox.ts';

/** Instants in milliseconds since 1970, the second excluded; null for an open end. */
export interface Period {
  from: number | null;
  to: number | null;
}

export interface TypeAndStatus {
  type: string;
  status: string;
  count: number;
}

/** How many applications that were received in a period there are of each type and status. */
export function countsStatement(db: D1Database, { from, to }: Period): D1PreparedStatement {
  return db
    .prepare(
      `SELECT application_type AS type, status, count(*) AS count FROM applicants
       WHERE created_at >= ?1 AND created_at < ?2 GROUP BY application_type, status`,
    )
    .bind(from ?? 0, to ?? Number.MAX_SAFE_INTEGER);
}

/** How many were received from each instant to the next. */
export function receivedStatement(db: D1Database, edges: readonly number[]): D1PreparedStatement {
  return db
    .prepare(
      `SELECT edge.value AS start, (SELECT count(*) FROM applicants WHERE created_at >= edge.value
         AND created_at < json_extract(?1, '$[' || (edge.key + 1) || ']')) AS count
       FROM json_each(?1) AS edge ORDER BY edge.key`,
    )
    .bind(JSON.stringify(edges));
}

/** Nearest-rank percentiles of the times from a submission to the first decision after it; milliseconds, null without any. */
export interface DecisionTimes {
  count: number;
  median: number | null;
  ninetieth: number | null;
}

/** @param decisions statuses that decide @param period of the decision */
export function decisionsStatement(
  db: D1Database,
  { first, decisions }: { first: string; decisions: readonly string[] },
  { from, to }: Period,
): D1PreparedStatement {
  return db
    .prepare(
      `WITH decided AS (
         SELECT d.created_at - s.created_at AS took FROM status_history d CROSS JOIN status_history s
         WHERE d.status IN (SELECT value FROM json_each(?2)) AND d.created_at >= ?3 AND d.created_at < ?4
           AND s.applicant_id = d.applicant_id AND s.position < d.position AND s.status = ?1
           AND NOT EXISTS (SELECT 1 FROM status_history h WHERE h.applicant_id = d.applicant_id
             AND h.position > s.position AND h.position < d.position AND h.status IN (SELECT value FROM json_each(?2)))
       ), ranked AS (
         SELECT took, row_number() OVER (ORDER BY took) AS place, count(*) OVER () AS all_of FROM decided
       )
       SELECT ifnull(max(all_of), 0) AS count, min(CASE WHEN place * 100 >= all_of * 50 THEN took END) AS median,
         min(CASE WHEN place * 100 >= all_of * 90 THEN took END) AS ninetieth FROM ranked`,
    )
    .bind(first, JSON.stringify(decisions), from ?? 0, to ?? Number.MAX_SAFE_INTEGER);
}

/** How many applications are in each of these stages since before an instant. */
export function overdueStatement(db: D1Database, stages: readonly StageBefore[]): D1PreparedStatement {
  const { condition, values } = stagesBefore(stages);
  return db
    .prepare(`SELECT a.status, count(*) AS count FROM applicants a WHERE ${condition} GROUP BY a.status`)
    .bind(...values);
}

/** Mails that are not sent, by their state; `failed` ones are tried again. Those that nobody would get are not counted. */
export function mailsStatement(db: D1Database): D1PreparedStatement {
  return db.prepare(
    `SELECT CASE WHEN state = 'waiting' AND tries > 0 THEN 'failed' ELSE state END AS state, count(*) AS count FROM mails
     WHERE state IN ('waiting', 'sending', 'unclear', 'given_up') AND ${HAS_READER} GROUP BY 1`,
  );
}
