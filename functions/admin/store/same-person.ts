/** Finds applications of the same person by the keys that `search.ts` writes for them. */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { fragment, listOf, sql } from './database.ts';

/** First character of the keys that identify a person; no search text begins with it. */
export const IDENTITY = '#';

/** Statuses after which another application of the person needs a closer look. */
const NEGATIVE = STATUSES.filter((status) => STAGES[status].phase === 'stopped' && STAGES[status].needsNote);

export interface SamePerson {
  id: string;
  name: string | null;
  status: string;
  /** What is the same: `p` passport number, `n` name and birth date, `m` mailbox; `''` for the application itself. */
  by: string;
  /** 1 if it was refused, or lost a visa. */
  wasRefused: number;
}

const isIdentity = fragment`k.key >= ${IDENTITY} AND k.key < ${`${IDENTITY}\u{10ffff}`}`;
const wasRefused = fragment`EXISTS (SELECT 1 FROM status_history h
  WHERE h.applicant_id = a.id AND h.status IN ${listOf(NEGATIVE)})`;

/** SQL: 1 for a row `a` of `applicants` whose person has another application, or was refused before. */
export const IS_MARKED = fragment`(a.anonymised_at IS NULL AND (EXISTS (SELECT 1 FROM search_keys k CROSS JOIN search_keys o
    ON o.key = k.key AND o.applicant_id <> k.applicant_id WHERE k.applicant_id = a.id AND ${isIdentity})
  OR (a.status NOT IN ${listOf(NEGATIVE)} AND ${wasRefused})))`;

const LISTED = 5;

/** Other applications of the person, and the application itself where it was refused before. */
export async function findSamePersons(
  db: D1Database,
  { id, status }: { id: string; status: string },
): Promise<SamePerson[]> {
  const isNegative = NEGATIVE.some((one) => one === status);
  const { results } = await sql(db)`SELECT a.id, a.fields ->> '$.fio' AS name, a.status, found.by,
      ${wasRefused} AS wasRefused FROM (
        SELECT * FROM (SELECT o.applicant_id AS id, group_concat(DISTINCT substr(k.key, 2, 1)) AS by FROM search_keys k
          CROSS JOIN search_keys o ON o.key = k.key AND o.applicant_id <> k.applicant_id
          WHERE k.applicant_id = ${id} AND ${isIdentity} GROUP BY o.applicant_id LIMIT ${LISTED})
        UNION ALL SELECT ${id}, ''
      ) AS found JOIN applicants a ON a.id = found.id
    WHERE a.id <> ${id} OR (${isNegative ? 0 : 1} AND ${wasRefused})`.all<SamePerson>();
  return results;
}
