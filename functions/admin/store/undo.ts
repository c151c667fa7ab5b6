/** Undoes the desk's last decision. Rule: only the last entry, only an operator's, and only while its mail waits. */

import { commit } from './database.ts';
import { restoreMails } from './decision-mails.ts';
import type { MailState } from './outbox.ts';
import { fragment, sql } from './sql.ts';

/** The last entry of a history and the mail that announces it. */
export interface LastEntry {
  status: string;
  at: number;
  position: number;
  previous: string | null;
  /** Who made it; null for the applicant. */
  officer: string | null;
  /** Null unless an operator set it. */
  mailId: string | null;
  mailState: MailState | null;
  dueAt: number | null;
  /** The mails that this mail replaced; see {@link restoreMails}. */
  replaced: string | null;
}

export function lastEntry(db: D1Database, applicantId: string): Promise<LastEntry | null> {
  return sql(db)`SELECT h.status, h.created_at AS at, h.position, h.officer, m.id AS mailId, m.state AS mailState,
      m.due_at AS dueAt, m.content -> '$.replaced' AS replaced,
      (SELECT p.status FROM status_history p
       WHERE p.applicant_id = h.applicant_id AND p.position = h.position - 1) AS previous
    FROM status_history h LEFT JOIN mails m ON m.applicant_id = h.applicant_id AND m.position = h.position
    WHERE h.applicant_id = ${applicantId} ORDER BY h.position DESC LIMIT 1`.first<LastEntry>();
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
  written: D1PreparedStatement,
): Promise<void> {
  const { applicantId, version, now, status, at, position, previous, mailId, replaced } = entry;
  const own = fragment`applicant_id = ${applicantId}`;
  const statements = [
    sql(db)`UPDATE applicants SET status = ${previous}, version = CASE WHEN status = ${status} AND version = ${version}
        AND (SELECT max(position) FROM status_history WHERE ${own}) = ${position}
        AND EXISTS (SELECT 1 FROM mails WHERE id = ${mailId} AND state = 'waiting' AND due_at > ${now})
        THEN version ELSE NULL END
      WHERE id = ${applicantId}`,
    sql(db)`DELETE FROM status_history WHERE ${own} AND position = ${position}`,
    sql(db)`DELETE FROM visas WHERE ${own} AND issued_at = ${at}`,
    sql(db)`UPDATE visas SET revoked_at = NULL WHERE ${own} AND revoked_at = ${at}`,
    sql(db)`DELETE FROM mails WHERE ${own} AND id = ${mailId}`,
    restoreMails(db, applicantId, replaced),
    ...also,
  ];
  await commit(db, statements, written);
}
