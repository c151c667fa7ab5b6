/** Confirmed e-mail addresses. Rule: a confirmation is valid for one address and ends when the application has another. */

import { CONFIRM_LINKS_PER_DAY, CONFIRM_MS } from '../../../src/domain/account/confirmation.ts';
import { fragment, sql } from './sql.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** SQL: when the address of a row `a` of `applicants` was confirmed; NULL where it was not. */
export const CONFIRMED_AT = fragment`(SELECT confirmed_at FROM email_confirmations c
  WHERE c.applicant_id = a.id AND c.email_key = a.email_key)`;

/** The links requested on the last day. */
const recentLinks = (applicantId: string, now: number) =>
  fragment`FROM mails WHERE applicant_id = ${applicantId} AND kind = 'emailConfirm' AND made_at > ${now - DAY_MS}`;

/**
 * Stores a link for the present address, replacing the previous one, and returns a row. No-op for a confirmed address, before
 * `pause` milliseconds are over, and after {@link CONFIRM_LINKS_PER_DAY}.
 */
export function putConfirmation(
  db: D1Database,
  { applicantId, tokenHash, pause, now }: { applicantId: string; tokenHash: string; pause: number; now: number },
): D1PreparedStatement {
  return sql(db)`INSERT INTO email_confirmations (applicant_id, email_key, token_hash, sent_at)
    SELECT id, email_key, ${tokenHash}, ${now} FROM applicants
    WHERE id = ${applicantId} AND (SELECT count(*) ${recentLinks(applicantId, now)}) < ${CONFIRM_LINKS_PER_DAY}
    ON CONFLICT (applicant_id) DO UPDATE SET email_key = excluded.email_key, token_hash = excluded.token_hash,
      sent_at = excluded.sent_at, confirmed_at = NULL
    WHERE (confirmed_at IS NULL OR email_key <> excluded.email_key) AND sent_at <= ${now - pause}
    RETURNING 1 AS put`;
}

/** For the mail with a link: whether the batch has stored the link. */
export const hasLink = (tokenHash: string) =>
  fragment`EXISTS (SELECT 1 FROM email_confirmations WHERE token_hash = ${tokenHash})`;

/** Milliseconds until another link may be requested. */
export async function confirmationWait(
  db: D1Database,
  { applicantId, pause, now }: { applicantId: string; pause: number; now: number },
): Promise<number> {
  const links = recentLinks(applicantId, now);
  const row = await sql(db)`SELECT 
    (SELECT sent_at FROM email_confirmations WHERE applicant_id = ${applicantId}) AS sentAt,
    (SELECT made_at ${links} ORDER BY made_at DESC LIMIT 1 OFFSET ${CONFIRM_LINKS_PER_DAY - 1}) AS earliest`.first<{
    sentAt: number | null;
    earliest: number | null;
  }>();
  const ends = [(row?.sentAt ?? 0) + pause, (row?.earliest ?? 0) + DAY_MS];
  return Math.max(1, ...ends.map((end) => end - now));
}

/** Confirms the address that a link was sent to; idempotent. @returns false for an unknown, replaced or expired link */
export async function confirmByLink(db: D1Database, tokenHash: string, now: number): Promise<boolean> {
  const row = await sql(db)`UPDATE email_confirmations SET confirmed_at = coalesce(confirmed_at, ${now})
    WHERE token_hash = ${tokenHash} AND sent_at > ${now - CONFIRM_MS}
      AND email_key = (SELECT email_key FROM applicants WHERE id = applicant_id)
    RETURNING 1 AS found`.first();
  return row !== null;
}

/** Confirms the present address: its mail was read. */
export function confirmPresentAddress(db: D1Database, applicantId: string, now: number): D1PreparedStatement {
  return sql(db)`INSERT INTO email_confirmations (applicant_id, email_key, confirmed_at)
    SELECT id, email_key, ${now} FROM applicants WHERE id = ${applicantId}
    ON CONFLICT (applicant_id) DO UPDATE SET email_key = excluded.email_key, token_hash = NULL, confirmed_at = ${now}`;
}
