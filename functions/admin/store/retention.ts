/**
 * Anonymises closed applications whose retention is over. The row is deleted and a bare one inserted, so that columns and tables
 * added later are not forgotten.
 */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { addMonths, DAY_MS, utcDate } from '../../../src/domain/input/date.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { DeskLog } from './actions.ts';
import { Conflict, commit, type Fragment, fragment, listOf, Repository } from './database.ts';
import { StoredFiles } from './files.ts';
import { LISTED, type ListedApplicant, type ListPage } from './lists.ts';
import { Messages } from './messages.ts';

/** Applications per batch; each has about a dozen rows. */
const BATCH_SIZE = 50;
const RETENTION = 'retention';

/** Anonymises in batches. After a conflict the batch waits for the next sweep. */
export async function anonymiseDue(env: AdminEnv, at: RetentionAt): Promise<void> {
  const retention = new Retention(env.DB);
  for (;;) {
    const due = await retention.findDue({ ...at, limit: BATCH_SIZE });
    if (due.length === 0) return;
    try {
      await retention.anonymise(due, { by: RETENTION, now: at.now });
    } catch (error) {
      if (error instanceof Conflict) return;
      throw error;
    }
    await new StoredFiles(env.DB).deleteObjects(
      env.FILES,
      due.flatMap(({ files }) => files),
    );
  }
}

/** Statuses that close an application at once. */
const STOPPED = STATUSES.filter((status) => STAGES[status].phase === 'stopped');
/** Statuses that close an application when the visa has ended. */
const WITH_VISA = STATUSES.filter((status) => STAGES[status].issuesVisa);

export interface DueApplicant {
  id: string;
  type: string;
  status: string;
  version: number;
  isSample: number;
  createdAt: number;
  /** `[position, status, milliseconds, officer, reason]` of each entry: statistics need them. */
  history: [number, string, number, string | null, string | null][];
  files: string[];
}

const closedBefore = ({ now, months }: RetentionAt) => addMonths(utcDate(new Date(now)), -months);

/**
 * SQL: applications closed before a date, as `closed (id, at)`; includes some that were closed only after it. `at`, in
 * milliseconds: the time of the last status, or the last day of the visa.
 * @param only number of one application; null for all
 */
function closed(date: string, only: string | null = null): Fragment {
  const and = (column: Fragment) => (only === null ? fragment`` : fragment`AND ${column} = ${only}`);
  return fragment`closed AS MATERIALIZED (
      SELECT a.id, a.stage_since AS at FROM applicants a
      WHERE a.anonymised_at IS NULL AND a.status IN ${listOf(STOPPED)}
        AND a.stage_since < ${Date.parse(date)} ${and(fragment`a.id`)}
      UNION ALL
      SELECT a.id, max(a.stage_since, unixepoch(v.valid_to) * 1000)
      FROM visas v CROSS JOIN applicants a ON a.id = v.applicant_id
      WHERE v.revoked_at IS NULL AND v.valid_to < ${date} AND a.status IN ${listOf(WITH_VISA)}
        ${and(fragment`v.applicant_id`)}
    )`;
}

/** `now` in milliseconds; `months` for which closed applications are kept. */
interface RetentionAt {
  now: number;
  months: number;
}

type ClosedApplicant = ListedApplicant & { closedAt: number };

/** The first day on which an application closed on a date is anonymised; both `YYYY-MM-DD`, in UTC. */
export function retentionDue(closedOn: string, months: number): string {
  let due = addMonths(nextDay(closedOn), months);
  // `addMonths` ends at the last day of a short month.
  while (addMonths(due, -months) <= closedOn) due = nextDay(due);
  return due;
}

const nextDay = (date: string) => utcDate(new Date(Date.parse(date) + DAY_MS));

/** Closed applications whose retention is over. */
export class Retention extends Repository {
  /** Closed applications whose retention is over, oldest first. @param only number of one application; null for all */
  async findDue(asked: RetentionAt & { only?: string | null; limit: number }): Promise<DueApplicant[]> {
    const { only = null, limit, ...retention } = asked;
    const date = closedBefore(retention);
    const { results } = await this.sql`WITH ${closed(date, only)}
      SELECT a.id, application_type AS type, status, version, is_sample AS isSample, created_at AS createdAt,
        (SELECT json_group_array(json_array(position, status, created_at, officer, reason)) FROM status_history h
         WHERE h.applicant_id = a.id) AS history,
        (SELECT json_group_array(f.id) FROM files f WHERE f.applicant_id = a.id) AS files
      FROM closed CROSS JOIN applicants a ON a.id = closed.id WHERE closed.at < ${Date.parse(date)} ORDER BY created_at
        LIMIT ${limit}`.all<Omit<DueApplicant, 'history' | 'files'> & { history: string; files: string }>();
    return results.map(({ history, files, ...row }) => ({
      ...row,
      history: JSON.parse(history) as DueApplicant['history'],
      files: JSON.parse(files) as string[],
    }));
  }

  /** A page of the applications that {@link findDue} finds at `now`, longest closed first. */
  async listClosed(retention: RetentionAt, { after, limit }: ListPage): Promise<ClosedApplicant[]> {
    const date = closedBefore(retention);
    const { results } = await this.sql`WITH ${closed(date)}, page AS (
        SELECT * FROM closed WHERE at < ${Date.parse(date)} AND (at, id) > (${after?.at ?? -1}, ${after?.id ?? ''})
          ORDER BY at, id LIMIT ${limit}
      )
      SELECT ${LISTED}, page.at AS closedAt FROM page CROSS JOIN applicants a ON a.id = page.id
      ORDER BY page.at, page.id`.all<ClosedApplicant>();
    return results;
  }

  /**
   * Keeps number, type, status and the times of the history; the files become orphaned.
   * @param by the author of the action
   * @throws Conflict when an application changed since it was found; then nothing is written
   */
  async anonymise(due: readonly DueApplicant[], { by, now }: { by: string; now: number }): Promise<void> {
    const rows = fragment`json_each(${JSON.stringify(due)})`;
    const ids = fragment`(SELECT value ->> '$.id' FROM ${rows})`;
    const statements = [
      // NULL for an application that has changed (conflict `version`).
      this.sql`INSERT INTO desk_actions (applicant_id, action, detail, by, at)
        SELECT (SELECT id FROM applicants a WHERE a.id = value ->> '$.id' AND a.version = value ->> '$.version'
                AND a.status = value ->> '$.status'), 'anonymise', '', ${by}, ${now} FROM ${rows}`,
      // The code of a visa would lead to the name on it.
      this.sql`UPDATE desk_actions SET detail = '' WHERE applicant_id IN ${ids}`,
      ...new Messages(this.db).deleteAbout(due.map(({ id }) => id)),
      this.sql`DELETE FROM applicants WHERE id IN ${ids}`,
      // A key with a space matches no address, an empty hash no password.
      this.sql`INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version,
          is_sample, created_at, updated_at, anonymised_at)
        SELECT value ->> '$.id', 'anonymised ' || (value ->> '$.id'), value ->> '$.type', '', '', '{}',
          value ->> '$.status', (value ->> '$.version') + 1, value ->> '$.isSample', value ->> '$.createdAt', ${now}, ${now}
        FROM ${rows}`,
      this.sql`INSERT INTO status_history (applicant_id, position, status, note, created_at, officer, reason)
        SELECT one.value ->> '$.id', entry.value ->> '$[0]', entry.value ->> '$[1]', '', entry.value ->> '$[2]',
          entry.value ->> '$[3]', entry.value ->> '$[4]'
        FROM ${rows} one, json_each(one.value, '$.history') entry`,
    ];
    await commit(
      this.db,
      statements,
      new DeskLog(this.db).selectAdded({ applicantId: due[0]?.id ?? '', action: 'anonymise', by, now }),
    );
  }
}
