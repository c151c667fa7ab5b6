/**
 * Anonymises closed applications when their retention is over. Rule: the row is deleted and a bare one inserted, so that later
 * columns and tables are not forgotten.
 */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { addMonths, utcDate } from '../../../src/domain/input/date.ts';
import { commit } from './database.ts';
import { deleteMessagesAbout } from './messages.ts';

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
 * Applications closed for `months`, oldest first: rejected, revoked, or with an expired visa. @param only one number; null for
 * any
 */
export async function findDue(
  db: D1Database,
  { now, months, only = null, limit }: { now: number; months: number; only?: string | null; limit: number },
): Promise<DueApplicant[]> {
  // What was closed on this date is due the next day.
  const date = addMonths(utcDate(new Date(now)), -months);
  const { results } = await db
    .prepare(
      `SELECT id, application_type AS type, status, version, is_sample AS isSample, created_at AS createdAt,
         (SELECT json_group_array(json_array(position, status, created_at)) FROM status_history h
          WHERE h.applicant_id = a.id) AS history,
         (SELECT json_group_array(f.id) FROM files f WHERE f.applicant_id = a.id) AS files
       FROM applicants a
       WHERE anonymised_at IS NULL AND created_at < ?1 AND status IN (SELECT value FROM json_each(?2))
         AND (SELECT max(created_at) FROM status_history h WHERE h.applicant_id = a.id) < ?1
         AND (status NOT IN (SELECT value FROM json_each(?3))
              OR (SELECT max(valid_to) FROM visas v WHERE v.applicant_id = a.id AND revoked_at IS NULL) < ?4)
         AND ifnull(?5, id) = id
       ORDER BY created_at LIMIT ?6`,
    )
    .bind(Date.parse(date), JSON.stringify([...STOPPED, ...WITH_VISA]), JSON.stringify(WITH_VISA), date, only, limit)
    .all<Omit<DueApplicant, 'history' | 'files'> & { history: string; files: string }>();
  return results.map(({ history, files, ...row }) => ({
    ...row,
    history: JSON.parse(history) as DueApplicant['history'],
    files: JSON.parse(files) as string[],
  }));
}

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
    // No address has a space, and no password an empty hash. There is nothing to make search keys of.
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
