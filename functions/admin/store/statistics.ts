/** Counts and times over all applications. Only numbers leave the database. */
import { type Fragment, fragment, joinFragments, listOf, Repository } from './database.ts';
import { type StageBefore, stageBefore } from './lists.ts';
import { HAS_READER } from './outbox.ts';

/** Milliseconds since 1970, without `to` itself; null for an open end. */
interface Period {
  from: number | null;
  to: number | null;
}

interface DecisionStatuses {
  /** Status that begins a round: a submission, or another one after the end. */
  first: string;
  /** Statuses that end a round: an approval, a refusal or a withdrawal. */
  deciding: readonly string[];
  /** Statuses in which the applicant has to act. */
  waiting: readonly string[];
  withdrawn: string;
}

/**
 * The decision of each round: its last deciding entry, in the period. Columns: `status`, `type`, `citizenship`, `officer`,
 * `reason`, `wasSentBack`; `took` from the submission, and `own` without the applicant's share, in milliseconds.
 */
function decided({ first, deciding, waiting }: DecisionStatuses, { from, to }: Period): Fragment {
  const ends = listOf(deciding);
  const waits = fragment`FROM status_history w WHERE w.applicant_id = d.applicant_id AND w.position > s.position
    AND w.position < d.position AND w.status IN ${listOf(waiting)}`;
  return fragment`decided AS MATERIALIZED (
    SELECT d.status, a.application_type AS type, a.fields ->> '$.citizenship' AS citizenship, d.officer, d.reason,
      EXISTS (SELECT 1 ${waits}) AS wasSentBack, d.created_at - s.created_at AS took,
      d.created_at - s.created_at - ifnull((SELECT sum((SELECT n.created_at FROM status_history n
        WHERE n.applicant_id = w.applicant_id AND n.position = w.position + 1) - w.created_at) ${waits}), 0) AS own
    FROM status_history d CROSS JOIN status_history s ON s.applicant_id = d.applicant_id AND s.status = ${first}
      AND s.position = (SELECT max(position) FROM status_history r
        WHERE r.applicant_id = d.applicant_id AND r.position < d.position AND r.status = ${first})
      CROSS JOIN applicants a ON a.id = d.applicant_id
    WHERE d.status IN ${ends} AND d.created_at >= ${from ?? 0} AND d.created_at < ${to ?? Number.MAX_SAFE_INTEGER}
      AND NOT EXISTS (SELECT 1 FROM status_history h WHERE h.applicant_id = d.applicant_id AND h.position > d.position
        AND h.status IN ${ends} AND NOT EXISTS (SELECT 1 FROM status_history r WHERE r.applicant_id = d.applicant_id
          AND r.position > d.position AND r.position < h.position AND r.status = ${first}))
  )`;
}

/** Decisions for which all of these are the same. */
export interface DecisionGroup {
  status: string;
  type: string;
  citizenship: string | null;
  officer: string | null;
  reason: string | null;
  wasSentBack: number;
  count: number;
}

/**
 * Nearest-rank percentiles in milliseconds, null without decisions: from the submission, and without the time that the applicant
 * took.
 */
interface DecisionTimes {
  median: number | null;
  ninetieth: number | null;
  ownMedian: number | null;
  ownNinetieth: number | null;
}

interface Asked {
  period: Period;
  /** Edges of the intervals of chart and backlog, milliseconds since 1970. */
  edges: readonly number[];
  statuses: DecisionStatuses & Record<'open' | 'all', readonly string[]>;
  /** An application in one of these is overdue. */
  overdue: readonly StageBefore[];
}

/** Counts and times over all applications. */
export class ApplicationStatistics extends Repository {
  #counts({ from, to }: Period): D1PreparedStatement {
    return this.sql`SELECT application_type AS type, status, count(*) AS count FROM applicants
      WHERE created_at >= ${from ?? 0} AND created_at < ${to ?? Number.MAX_SAFE_INTEGER} GROUP BY application_type, status`;
  }

  #received(edges: readonly number[]): D1PreparedStatement {
    return this.sql`SELECT edge.value AS start, (SELECT count(*) FROM applicants WHERE created_at >= edge.value
        AND created_at < json_extract(${JSON.stringify(edges)}, '$[' || (edge.key + 1) || ']')) AS count
      FROM json_each(${JSON.stringify(edges)}) AS edge ORDER BY edge.key`;
  }

  /**
   * Selects one row of {@link DecisionTimes}, without withdrawals, which the office did not decide, and then each {@link
   * DecisionGroup}. One statement, since reading the decisions takes most of the time.
   */
  #decisions(statuses: DecisionStatuses, period: Period): D1PreparedStatement {
    return this.sql`WITH ${decided(statuses, period)}, ranked AS (
        SELECT took, own, row_number() OVER (ORDER BY took) AS place, row_number() OVER (ORDER BY own) AS ownPlace,
          count(*) OVER () AS total FROM decided WHERE status <> ${statuses.withdrawn}
      )
      SELECT min(CASE WHEN place * 100 >= total * 50 THEN took END) AS median,
        min(CASE WHEN place * 100 >= total * 90 THEN took END) AS ninetieth,
        min(CASE WHEN ownPlace * 100 >= total * 50 THEN own END) AS ownMedian,
        min(CASE WHEN ownPlace * 100 >= total * 90 THEN own END) AS ownNinetieth,
        NULL AS status, NULL AS type, NULL AS citizenship, NULL AS officer, NULL AS reason, NULL AS wasSentBack,
        NULL AS count FROM ranked
      UNION ALL SELECT NULL, NULL, NULL, NULL, status, type, citizenship, officer, reason, wasSentBack, count(*)
        FROM decided GROUP BY status, type, citizenship, officer, reason, wasSentBack`;
  }

  /**
   * How many more applications were open at the end of each interval, and after the last edge; the first row has those that are
   * open now.
   * @param open statuses of open applications
   * @param all statuses
   */
  #backlog(edges: readonly number[], { open, all }: Record<'open' | 'all', readonly string[]>): D1PreparedStatement {
    const isOpen = listOf(open);
    return this.sql`SELECT count(*) AS more FROM applicants WHERE status IN ${isOpen}
      UNION ALL SELECT * FROM (SELECT (
        SELECT ifnull(sum((h.status IN ${isOpen}) - ifnull(p.status IN ${isOpen}, 0)), 0)
        FROM status_history h LEFT JOIN status_history p ON p.applicant_id = h.applicant_id AND p.position = h.position - 1
        WHERE h.status IN ${listOf(all)} AND h.created_at >= edge.value
          AND h.created_at < ifnull(json_extract(${JSON.stringify(edges)}, '$[' || (edge.key + 1) || ']'), ${Number.MAX_SAFE_INTEGER})) AS more
        FROM json_each(${JSON.stringify(edges)}) AS edge ORDER BY edge.key)`;
  }

  #overdue(stages: readonly StageBefore[]): D1PreparedStatement {
    const counts = stages.map(
      (stage) =>
        fragment`SELECT ${stage.status} AS status, (SELECT count(*) FROM applicants a WHERE ${stageBefore(stage)}) AS count`,
    );
    return this.sql`SELECT status, count FROM (${joinFragments(counts, ' UNION ALL ')}) WHERE count > 0`;
  }

  /** Counts unsent mails by state; `failed` ones are retried. Leaves out mails without a recipient. */
  #mails(): D1PreparedStatement {
    return this.sql`SELECT CASE WHEN state = 'waiting' AND tries > 0 THEN 'failed' ELSE state END AS state,
        count(*) AS count FROM mails
      WHERE state IN ('waiting', 'sending', 'unclear', 'given_up') AND ${HAS_READER} GROUP BY 1`;
  }

  /** All counts and times in one round trip. */
  async read({ period, edges, statuses, overdue }: Asked) {
    const answers = await this.db.batch([
      this.#counts(period),
      this.#received(edges),
      this.#decisions(statuses, period),
      this.#backlog(edges, statuses),
      this.#overdue(overdue),
      this.#mails(),
    ]);
    const rows = <Row>(at: number) => (answers[at]?.results ?? []) as Row[];
    const [times, ...groups] = rows<DecisionGroup & DecisionTimes>(2);
    return {
      counts: rows<{ type: string; status: string; count: number }>(0),
      received: rows<{ count: number }>(1).map(({ count }) => count),
      times,
      groups: groups as DecisionGroup[],
      backlog: rows<{ more: number }>(3).map(({ more }) => more),
      overdue: rows<{ status: string; count: number }>(4),
      mails: rows<{ state: string; count: number }>(5),
    };
  }
}
