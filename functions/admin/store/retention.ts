/**
 * Retention: a closed application is anonymised when its time is over. Rule: what stays is named one by one, and everything
 * else goes with the row, so that a later column or table is not forgotten: the row is deleted and a bare one put in its place.
 */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { addMonths, utcDate } from '../../../src/domain/input/date.ts';
import { commit } from './database.ts';
import { deleteMessagesAbout } from './messages.ts';

/** Closed when they are reached. */
const STOPPED = STATUSES.filter((status) => STAGES[status].phase === 'stopped');
/** Closed when the visa has ended. */
const WITH_VISA = STATUSES.filter((status) => STAGES[status].issuesVisa);

/** A closed application whose time is over, with all that is kept of it. */
export interface DueApplicant {
  id: string;
  type: string;
  status: string;
  version: number;
  isSample: number;
  createdAt: number;
  /** `[position, status, milliseconds]` of each entry. */
  history: [number, string, number][];
  /** Keys of the objects in R2. */
  files: string[];
}

/**
 * Applications that have been closed for so many months: rejected or revoked, or with a visa whose last day was before; oldest first.
 * @param only one of them, by its number; null for any
 */
export async function findDue(
  db: D1Database,
  { now, months, only = null, limit }: { now: number; months: number; only?: string | null; limit: number },
): Promise<DueApplicant[]> {
  // The day is kept whole: what was closed on this date is not due yet.
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
 * Leaves of each application its number, type, status and the times of its statuses; their files become orphaned.
 * @param by who answers for it @throws Conflict when one of them was changed since it was found; then nothing is done
 */
export async function anonymise(
  db: D1Database,
  due: readonly DueApplicant[],
  { by, now }: { by: string; now: number },
): Promise<void> {
  const rows = JSON.stringify(due);
  const each = (sql: string, ...more: unknown[]) => db.prepare(sql).bind(rows, ...more);
  await commit(db, [
    // A changed one has no id here, which the column forbids (conflict `version`).
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
    // No address has a space, and no password an empty hash. Nothing is left to make search keys of.
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
