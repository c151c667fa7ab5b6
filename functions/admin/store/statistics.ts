/** Counts and times over all applications. Rule: only numbers leave the database. */

import { HAS_READER } from './listed-mails.ts';
import { STAGE_BEFORE, type StageBefore } from './lists.ts';

/** Milliseconds since 1970, `to` excluded; null for an open end. */
export interface Period {
  from: number | null;
  to: number | null;
}

export interface TypeAndStatus {
  type: string;
  status: string;
  count: number;
}

export function countsStatement(db: D1Database, { from, to }: Period): D1PreparedStatement {
  return db
    .prepare(
      `SELECT application_type AS type, status, count(*) AS count FROM applicants
       WHERE created_at >= ?1 AND created_at < ?2 GROUP BY application_type, status`,
    )
    .bind(from ?? 0, to ?? Number.MAX_SAFE_INTEGER);
}

export function receivedStatement(db: D1Database, edges: readonly number[]): D1PreparedStatement {
  return db
    .prepare(
      `SELECT edge.value AS start, (SELECT count(*) FROM applicants WHERE created_at >= edge.value
         AND created_at < json_extract(?1, '$[' || (edge.key + 1) || ']')) AS count
       FROM json_each(?1) AS edge ORDER BY edge.key`,
    )
    .bind(JSON.stringify(edges));
}

/** Nearest-rank percentiles from a submission to the next decision; milliseconds, null without any. */
export interface DecisionTimes {
  count: number;
  median: number | null;
  ninetieth: number | null;
}

/** Selects count, median and 90th percentile of the time from the status `first` to one of `decisions`, in milliseconds. */
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

export function overdueStatement(db: D1Database, stages: readonly StageBefore[]): D1PreparedStatement {
  const counts = stages.map(
    () => `SELECT ? AS status, (SELECT count(*) FROM applicants a WHERE ${STAGE_BEFORE}) AS count`,
  );
  return db
    .prepare(`SELECT status, count FROM (${counts.join(' UNION ALL ')}) WHERE count > 0`)
    .bind(...stages.flatMap(({ status, before }) => [status, status, before]));
}

/** Counts unsent mails by state; `failed` ones are retried. Leaves out mails without a recipient. */
export function mailsStatement(db: D1Database): D1PreparedStatement {
  return db.prepare(
    `SELECT CASE WHEN state = 'waiting' AND tries > 0 THEN 'failed' ELSE state END AS state, count(*) AS count FROM mails
     WHERE state IN ('waiting', 'sending', 'unclear', 'given_up') AND ${HAS_READER} GROUP BY 1`,
  );
}
