/** Confirmed e-mail addresses. Rule: a confirmation is valid for one address and ends when the application has another. */
import { CONFIRM_LINKS_PER_DAY, CONFIRM_MS } from '../../../src/domain/account/confirmation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** SQL: when the address of a row was confirmed; NULL where it was not. @param applicants the table's name in the statement */
export const confirmedAt = (applicants: string) => `(SELECT confirmed_at FROM email_confirmations c
  WHERE c.applicant_id = ${applicants}.id AND c.email_key = ${applicants}.email_key)`;

/** Links requested since a time, newest first. */
const LINKS_SINCE = (since: string) =>
  `FROM mails WHERE applicant_id = ?1 AND kind = 'emailConfirm' AND made_at > ${since}`;

/**
 * Stores a link for the present address, replacing the previous one, and returns a row. No-op for a confirmed address, before
 * `pause` milliseconds are over, and after {@link CONFIRM_LINKS_PER_DAY}.
 */
export function putConfirmation(
  db: D1Database,
  { applicantId, tokenHash, pause, now }: { applicantId: string; tokenHash: string; pause: number; now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO email_confirmations (applicant_id, email_key, token_hash, sent_at)
       SELECT id, email_key, ?2, ?3 FROM applicants WHERE id = ?1 AND (SELECT count(*) ${LINKS_SINCE('?5')}) < ?6
       ON CONFLICT (applicant_id) DO UPDATE SET email_key = excluded.email_key, token_hash = ?2, sent_at = ?3,
         confirmed_at = NULL
       WHERE (confirmed_at IS NULL OR email_key <> excluded.email_key) AND sent_at <= ?4
       RETURNING 1 AS put`,
    )
    .bind(applicantId, tokenHash, now, now - pause, now - DAY_MS, CONFIRM_LINKS_PER_DAY);
}

/** For `insertMailWhere`: whether the batch has stored the link of this hash. */
export const HAS_LINK = 'EXISTS (SELECT 1 FROM email_confirmations WHERE token_hash = ?10)';

/** Milliseconds until another link may be requested. */
export async function confirmationWait(
  db: D1Database,
  { applicantId, pause, now }: { applicantId: string; pause: number; now: number },
): Promise<number> {
  const row = await db
    .prepare(
      `SELECT (SELECT sent_at FROM email_confirmations WHERE applicant_id = ?1) AS sentAt,
         (SELECT made_at ${LINKS_SINCE('?2')} ORDER BY made_at DESC LIMIT 1 OFFSET ?3) AS earliest`,
    )
    .bind(applicantId, now - DAY_MS, CONFIRM_LINKS_PER_DAY - 1)
    .first<{ sentAt: number | null; earliest: number | null }>();
  const ends = [(row?.sentAt ?? 0) + pause, (row?.earliest ?? 0) + DAY_MS];
  return Math.max(1, ...ends.map((end) => end - now));
}

/** Confirms the address that a link was sent to; idempotent. @returns false for an unknown, replaced or expired link */
export async function confirmByLink(db: D1Database, tokenHash: string, now: number): Promise<boolean> {
  const row = await db
    .prepare(
      `UPDATE email_confirmations SET confirmed_at = coalesce(confirmed_at, ?2)
       WHERE token_hash = ?1 AND sent_at > ?3
         AND email_key = (SELECT email_key FROM applicants WHERE id = applicant_id)
       RETURNING 1 AS found`,
    )
    .bind(tokenHash, now, now - CONFIRM_MS)
    .first();
  return row !== null;
}

/** Confirms the present address: its mail was read. */
export function confirmPresentAddress(db: D1Database, applicantId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO email_confirmations (applicant_id, email_key, confirmed_at)
       SELECT id, email_key, ?2 FROM applicants WHERE id = ?1
       ON CONFLICT (applicant_id) DO UPDATE SET email_key = excluded.email_key, token_hash = NULL, confirmed_at = ?2`,
    )
    .bind(applicantId, now);
}
