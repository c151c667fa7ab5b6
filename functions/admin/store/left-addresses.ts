/**
 * The address that an applicant left, restored within 72 hours by the token of its mail, once. Rule: it stays reserved for
 * them, and each applicant has one at most: the address before the first change.
 */
import { RESTORE_EMAIL_MS } from '../../../src/domain/account/reset.ts';

export interface LeftAddress {
  applicantId: string;
  email: string;
  emailKey: string;
}

/** Stores a left address unless an earlier change has one. `tokenHash`: SHA-256 of the mailed token. */
export function storeLeftAddress(
  db: D1Database,
  left: LeftAddress & { tokenHash: string; now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO left_addresses (applicant_id, email_key, email, token_hash, left_at) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (applicant_id) DO UPDATE SET email_key = ?2, email = ?3, token_hash = ?4, left_at = ?5
       WHERE left_at <= ?6`,
    )
    .bind(left.applicantId, left.emailKey, left.email, left.tokenHash, left.now, left.now - RESTORE_EMAIL_MS);
}

/** Deletes a left address that the applicant uses again. */
export function dropLeftAddress(db: D1Database, applicantId: string, emailKey: string): D1PreparedStatement {
  return db.prepare('DELETE FROM left_addresses WHERE applicant_id = ? AND email_key = ?').bind(applicantId, emailKey);
}

/** True while an applicant has an address to restore: further changes then offer none. */
export async function hasLeftAddress(db: D1Database, applicantId: string, now: number): Promise<boolean> {
  const row = await db
    .prepare('SELECT 1 AS found FROM left_addresses WHERE applicant_id = ? AND left_at > ?')
    .bind(applicantId, now - RESTORE_EMAIL_MS)
    .first();
  return row !== null;
}

/** The address that a token restores; null for an unknown, used or expired one. */
export function findLeftAddress(db: D1Database, tokenHash: string, now: number): Promise<LeftAddress | null> {
  return db
    .prepare(
      `SELECT applicant_id AS applicantId, email, email_key AS emailKey FROM left_addresses
       WHERE token_hash = ? AND left_at > ?`,
    )
    .bind(tokenHash, now - RESTORE_EMAIL_MS)
    .first<LeftAddress>();
}

/**
 * Restores a left address and locks the password; a used token fails the batch (conflict `credentials`). Search keys do not
 * contain the address.
 */
export function restoreAddress(
  db: D1Database,
  { applicantId, email, emailKey }: LeftAddress,
  by: { tokenHash: string; passwordHash: string; now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE applicants SET email_key = ?2, fields = json_set(fields, '$.email', ?3), version = version + 1,
         updated_at = ?4, keys_version = CASE keys_version WHEN version THEN version + 1 END,
         password_hash = CASE WHEN EXISTS (SELECT 1 FROM left_addresses WHERE token_hash = ?5) THEN ?6 ELSE NULL END
       WHERE id = ?1`,
    )
    .bind(applicantId, emailKey, email, by.now, by.tokenHash, by.passwordHash);
}

/** SQL that is true while an address is reserved for another applicant. Each argument is a placeholder such as `?1`. */
export const isReserved = (emailKey: string, applicantId: string, openSince: string) =>
  `EXISTS (SELECT 1 FROM left_addresses
     WHERE email_key = ${emailKey} AND applicant_id IS NOT ${applicantId} AND left_at > ${openSince})`;
