/** Counts and times over all applications. Rule: only numbers leave the database. */

import { HAS_READER } from './listed-mails.ts';
import { type StageBefore, stageBefore } from './lists.ts';
import { fragment, joinFragments, listOf, sql } from './sql.ts';

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
  return sql(db)`SELECT application_type AS type, status, count(*) AS count FROM applicants
    WHERE created_at >= ${from ?? 0} AND created_at < ${to ?? Number.MAX_SAFE_INTEGER} GROUP BY application_type, status`;
}

export function receivedStatement(db: D1Database, edges: readonly number[]): D1PreparedStatement {
  return sql(db)`SELECT edge.value AS start, (SELECT count(*) FROM applicants WHERE created_at >= edge.value
      AND created_at < json_extract(${JSON.stringify(edges)}, '$[' || (edge.key + 1) || ']')) AS count
    FROM json_each(${JSON.stringify(edges)}) AS edge ORDER BY edge.key`;
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
  const deciding = listOf(decisions);
  return sql(db)`WITH decided AS (
      SELECT d.created_at - s.created_at AS took FROM status_history d CROSS JOIN status_history s
      WHERE d.status IN ${deciding} AND d.created_at >= ${from ?? 0} AND d.created_at < ${to ?? Number.MAX_SAFE_INTEGER}
        AND s.applicant_id = d.applicant_id AND s.position < d.position AND s.status = ${first}
        AND NOT EXISTS (SELECT 1 FROM status_history h WHERE h.applicant_id = d.applicant_id
          AND h.position > s.position AND h.position < d.position AND h.status IN ${deciding})
    ), ranked AS (
      SELECT took, row_number() OVER (ORDER BY took) AS place, count(*) OVER () AS all_of FROM decided
    )
    SELECT ifnull(max(all_of), 0) AS count, min(CASE WHEN place * 100 >= all_of * 50 THEN took END) AS median,
      min(CASE WHEN place * 100 >= all_of * 90 THEN took END) AS ninetieth FROM ranked`;
}

export function overdueStatement(db: D1Database, stages: readonly StageBefore[]): D1PreparedStatement {
  const counts = stages.map(
    (stage) =>
      fragment`SELECT ${stage.status} AS status, (SELECT count(*) FROM applicants a WHERE ${stageBefore(stage)}) AS count`,
  );
  return sql(db)`SELECT status, count FROM (${joinFragments(counts, ' UNION ALL ')}) WHERE count > 0`;
}

/** Counts unsent mails by state; `failed` ones are retried. Leaves out mails without a recipient. */
export function mailsStatement(db: D1Database): D1PreparedStatement {
  return sql(db)`SELECT CASE WHEN state = 'waiting' AND tries > 0 THEN 'failed' ELSE state END AS state,
      count(*) AS count FROM mails
    WHERE state IN ('waiting', 'sending', 'unclear', 'given_up') AND ${HAS_READER} GROUP BY 1`;
}
