/** Undoes the desk's last decision. Rule: only the last entry, only an operator's, and only while its mail waits. */
import { commit } from './database.ts';
import { restoreMails } from './decision-mails.ts';
import type { MailState } from './outbox.ts';

/** The last entry of a history and the mail that announces it. */
export interface LastEntry {
  status: string;
  at: number;
  position: number;
  previous: string | null;
  /** Null unless an operator set it. */
  mailId: string | null;
  mailState: MailState | null;
  dueAt: number | null;
  /** The mails that this mail replaced; see {@link restoreMails}. */
  replaced: string | null;
}

/** Null for an unknown applicant. */
export function lastEntry(db: D1Database, applicantId: string): Promise<LastEntry | null> {
  return db
    .prepare(
      `SELECT h.status, h.created_at AS at, h.position, m.id AS mailId, m.state AS mailState, m.due_at AS dueAt,
         m.content -> '$.replaced' AS replaced,
         (SELECT p.status FROM status_history p
          WHERE p.applicant_id = h.applicant_id AND p.position = h.position - 1) AS previous
       FROM status_history h LEFT JOIN mails m ON m.applicant_id = h.applicant_id AND m.position = h.position
       WHERE h.applicant_id = ? ORDER BY h.position DESC LIMIT 1`,
    )
    .bind(applicantId)
    .first<LastEntry>();
}

/**
 * Removes an entry with its visa and mail; a visa that it revoked is valid again, and mails that its mail replaced wait again. A sent mail or another change fails the batch
 * (conflict `version`).
 */
export async function undoEntry(
  db: D1Database,
  entry: { applicantId: string; version: number; now: number } & Pick<
    LastEntry,
    'status' | 'at' | 'position' | 'previous' | 'mailId' | 'replaced'
  >,
  also: readonly D1PreparedStatement[],
): Promise<void> {
  const { applicantId, version, now, status, at, position, previous, mailId, replaced } = entry;
  const own = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(applicantId, ...values);
  await commit(db, [
    own(
      `UPDATE applicants SET status = ?2, version = CASE WHEN status = ?3 AND version = ?4
         AND (SELECT max(position) FROM status_history WHERE applicant_id = ?1) = ?5
         AND EXISTS (SELECT 1 FROM mails WHERE id = ?6 AND state = 'waiting' AND due_at > ?7) THEN version ELSE NULL END
       WHERE id = ?1`,
      ...[previous, status, version, position, mailId, now],
    ),
    own('DELETE FROM status_history WHERE applicant_id = ? AND position = ?', position),
    own('DELETE FROM visas WHERE applicant_id = ? AND issued_at = ?', at),
    own('UPDATE visas SET revoked_at = NULL WHERE applicant_id = ? AND revoked_at = ?', at),
    own('DELETE FROM mails WHERE applicant_id = ? AND id = ?', mailId),
    restoreMails(db, applicantId, replaced),
    ...also,
  ]);
}
