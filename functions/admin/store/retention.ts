/**
 * Anonymises closed applications when their retention is over. Rule: the row is deleted and a bare one inserted, so that later
 * columns and tables are not forgotten.
 */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { addMonths, utcDate } from '../../../src/domain/input/date.ts';
import { commit } from './database.ts';
import { type Cursor, LISTED, type ListedApplicant } from './lists.ts';
import { deleteMessagesAbout } from './messages.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Closed on reaching them. */
const STOPPED = STATUSES.filter((status) => STAGES[status].phase === 'stopped');
/** Closed when the visa has ended. */
const WITH_VISA = STATUSES.filter((status) => STAGES[status].issuesVisa);

/** A closed application whose retention is over. */
export interface DueApplicant {
  id: string;
  type: string;
  status: string;
  version: number;
  isSample: number;
  createdAt: number;
  /** `[position, status, milliseconds]` of each entry. */
  history: [number, string, number][];
  /** R2 keys. */
  files: string[];
}

/**
 * SQL: applications closed before a time, as `closed (id, at)`. `at`, in milliseconds: the time of the last status, or the last
 * day of the visa. Parameters: `?1` and `?2` the statuses of both kinds (JSON), `?3` the instant, `?4` its date.
 * @param only placeholder of an application number; empty for all
 */
const closed = (only = '') => `closed AS MATERIALIZED (
    SELECT a.id, a.stage_since AS at FROM applicants a
    WHERE a.anonymised_at IS NULL AND a.status IN (SELECT value FROM json_each(?1)) AND a.stage_since < ?3 ${only && `AND a.id = ${only}`}
    UNION ALL
    SELECT a.id, max(a.stage_since, unixepoch(v.valid_to) * 1000)
    FROM visas v CROSS JOIN applicants a ON a.id = v.applicant_id
    WHERE v.revoked_at IS NULL AND v.valid_to < ?4 AND a.status IN (SELECT value FROM json_each(?2)) ${only && `AND v.applicant_id = ${only}`}
  )`;

/** The parameters of `closed`. An application that was closed on the date itself is not due yet. */
function closedBefore({ now, months }: Retention): [string, string, number, string] {
  const date = addMonths(utcDate(new Date(now)), -months);
  return [JSON.stringify(STOPPED), JSON.stringify(WITH_VISA), Date.parse(date), date];
}

/** `now` in milliseconds; `months` that closed applications are kept. */
export interface Retention {
  now: number;
  months: number;
}

/** Closed applications whose retention is over, oldest first. @param only number of one application; null for all */
export async function findDue(
  db: D1Database,
  { only = null, limit, ...retention }: Retention & { only?: string | null; limit: number },
): Promise<DueApplicant[]> {
  const { results } = await db
    .prepare(
      `WITH ${closed(only === null ? '' : '?6')}
       SELECT a.id, application_type AS type, status, version, is_sample AS isSample, created_at AS createdAt,
         (SELECT json_group_array(json_array(position, status, created_at)) FROM status_history h
          WHERE h.applicant_id = a.id) AS history,
         (SELECT json_group_array(f.id) FROM files f WHERE f.applicant_id = a.id) AS files
       FROM closed CROSS JOIN applicants a ON a.id = closed.id WHERE closed.at < ?3 ORDER BY created_at LIMIT ?5`,
    )
    .bind(...closedBefore(retention), limit, ...(only === null ? [] : [only]))
    .all<Omit<DueApplicant, 'history' | 'files'> & { history: string; files: string }>();
  return results.map(({ history, files, ...row }) => ({
    ...row,
    history: JSON.parse(history) as DueApplicant['history'],
    files: JSON.parse(files) as string[],
  }));
}

export type ClosedApplicant = ListedApplicant & { closedAt: number };

/** A page of the applications that {@link findDue} finds at `now`, longest closed first. */
export async function listClosed(
  db: D1Database,
  retention: Retention,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<ClosedApplicant[]> {
  const { results } = await db
    .prepare(
      `WITH ${closed()}, page AS (
         SELECT * FROM closed WHERE at < ?3 AND (at, id) > (?5, ?6) ORDER BY at, id LIMIT ?7
       )
       SELECT ${LISTED}, page.at AS closedAt FROM page CROSS JOIN applicants a ON a.id = page.id ORDER BY page.at, page.id`,
    )
    .bind(...closedBefore(retention), after?.at ?? -1, after?.id ?? '', limit)
    .all<ClosedApplicant>();
  return results;
}

/** The first day on which an application closed on a date is anonymised; both `YYYY-MM-DD`, in UTC. */
export function retentionDue(closedOn: string, months: number): string {
  let due = addMonths(nextDay(closedOn), months);
  // `addMonths` ends at the last day of a short month.
  while (addMonths(due, -months) <= closedOn) due = nextDay(due);
  return due;
}

const nextDay = (date: string) => utcDate(new Date(Date.parse(date) + DAY_MS));

/**
 * Keeps number, type, status and the times of the history; the files become orphaned. @param by the author of the action
 * @throws Conflict when an application changed since it was found; then nothing is written
 */
export async function anonymise(
  db: D1Database,
  due: readonly DueApplicant[],
  { by, now }: { by: string; now: number },
): Promise<void> {
  const rows = JSON.stringify(due);
  const each = (sql: string, ...more: unknown[]) => db.prepare(sql).bind(rows, ...more);
  await commit(db, [
    // A changed application yields NULL (conflict `version`).
    each(
      `INSERT INTO desk_actions (applicant_id, action, detail, by, at)
       SELECT (SELECT id FROM applicants a WHERE a.id = value ->> '$.id' AND a.version = value ->> '$.version'
               AND a.status = value ->> '$.status'), 'anonymise', '', ?2, ?3 FROM json_each(?1)`,
      by,
      now,
    ),
    // A visa's code leads to the name on the visa.
    each(`UPDATE desk_actions SET detail = '' WHERE applicant_id IN (SELECT value ->> '$.id' FROM json_each(?1))`),
    deleteMessagesAbout(db, JSON.stringify(due.map(({ id }) => id))),
    each(`DELETE FROM applicants WHERE id IN (SELECT value ->> '$.id' FROM json_each(?1))`),
    // A key with a space matches no address, an empty hash no password. Search keys are current: there are none.
    each(
      `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, is_sample,
         created_at, updated_at, anonymised_at, keys_version)
       SELECT value ->> '$.id', 'anonymised ' || (value ->> '$.id'), value ->> '$.type', '', '', '{}',
         value ->> '$.status', (value ->> '$.version') + 1, value ->> '$.isSample', value ->> '$.createdAt', ?2, ?2, (value ->> '$.version') + 1
       FROM json_each(?1)`,
      now,
    ),
    each(
      `INSERT INTO status_history (applicant_id, position, status, note, created_at)
       SELECT one.value ->> '$.id', entry.value ->> '$[0]', entry.value ->> '$[1]', '', entry.value ->> '$[2]'
       FROM json_each(?1) one, json_each(one.value, '$.history') entry`,
    ),
  ]);
}
