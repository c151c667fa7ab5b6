/** The history of an application. A status follows only one that lists it in `STAGES`, and the history only grows. */
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { isStatus, type StatusEntry } from '../../../src/domain/application/status.ts';
import { Conflict, commit, Repository } from './database.ts';

interface HistoryRow {
  status: string;
  note: string;
  created_at: number;
  fields: string | null;
  officer: string | null;
  reason: string | null;
}

/** Who made each entry of a history, and the reason for a refusal; the wire has neither. */
export interface EntryOrigin {
  /** The officer's address; null for the applicant or the portal. */
  officer: string | null;
  /** Code of the owner's list of refusal reasons. */
  reason: string | null;
}

/** The state of an application that an officer decided on. */
export interface SeenState {
  version: number;
  /** Length of the history and time of its last entry (milliseconds since 1970). */
  entries: number;
  at: number;
}

export interface NewStatus {
  applicantId: string;
  /** Length of the history before this entry. */
  position: number;
  status: Status;
  note: string;
  fields?: readonly string[];
  /** Null for the applicant or the portal. */
  officer?: string | null;
  reason?: string | null;
  now: number;
}

/** The history of an application. */
export class StatusRepository extends Repository {
  /** Reads the rows of {@link select}. */
  static read(rows: readonly unknown[]): { history: StatusEntry[]; origins: EntryOrigin[] } {
    const entries = rows as HistoryRow[];
    return {
      history: entries.map(({ status, note, created_at, fields }) => ({
        status_type: status,
        created_at: new Date(created_at).toISOString(),
        note,
        ...(fields === null ? {} : { fields: JSON.parse(fields) as string[] }),
      })),
      origins: entries.map(({ officer, reason }) => ({ officer, reason })),
    };
  }

  select(applicantId: string): D1PreparedStatement {
    return this.sql`SELECT status, note, created_at, fields, officer, reason FROM status_history
      WHERE applicant_id = ${applicantId} ORDER BY position`;
  }

  /** Fails the batch (conflict `version`) where an application differs from what the officer saw; put it before the changes. */
  requireSeen(applicantId: string, { version, entries, at }: SeenState): D1PreparedStatement {
    return this.sql`UPDATE applicants SET version = CASE WHEN version = ${version}
        AND (SELECT count(*) FROM status_history WHERE applicant_id = ${applicantId}) = ${entries}
        AND (SELECT created_at FROM status_history WHERE applicant_id = ${applicantId}
          AND position = ${entries} - 1) = ${at}
        THEN version ELSE NULL END
      WHERE id = ${applicantId}`;
  }

  /** Appends an entry and sets the status; another entry at its position fails the batch (conflict `history`). */
  insert(entry: NewStatus): D1PreparedStatement[] {
    const { applicantId, position, status, note, fields = [], officer = null, reason = null, now } = entry;
    return [
      this.sql`INSERT INTO status_history (applicant_id, position, status, note, created_at, fields, officer, reason)
        VALUES (${applicantId}, ${position}, ${status}, ${note}, ${now},
          ${fields.length > 0 ? JSON.stringify(fields) : null}, ${officer}, ${reason})`,
      this.sql`UPDATE applicants SET status = ${status} WHERE id = ${applicantId}`,
    ];
  }

  /**
   * Sets the next status. @param also statements of the same batch, before it @param written see {@link commit}
   * @throws Conflict, also for an unknown applicant or a step not in `STAGES`
   */
  async append(
    change: Omit<NewStatus, 'position'>,
    also: readonly D1PreparedStatement[] = [],
    written?: D1PreparedStatement,
  ): Promise<void> {
    const { applicantId, status } = change;
    const { results } = await this.select(applicantId).all<{ status: string }>();
    const current = results.at(-1)?.status ?? null;
    if (current === null || !isStatus(current) || !STAGES[current].next.includes(status)) throw new Conflict('status');
    await commit(this.db, [...also, ...this.insert({ ...change, position: results.length })], written);
  }
}
