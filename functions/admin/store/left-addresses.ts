/**
 * The address that an applicant left, restored within 72 hours by the token of its mail, once. Rule: it stays reserved for
 * them, and each applicant has one at most: the address before the first change.
 */

import { RESTORE_EMAIL_MS } from '../../../src/domain/account/reset.ts';
import { fragment, sql } from './sql.ts';

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
  return sql(db)`INSERT INTO left_addresses (applicant_id, email_key, email, token_hash, left_at)
      VALUES (${left.applicantId}, ${left.emailKey}, ${left.email}, ${left.tokenHash}, ${left.now})
    ON CONFLICT (applicant_id) DO UPDATE SET email_key = ${left.emailKey}, email = ${left.email},
      token_hash = ${left.tokenHash}, left_at = ${left.now}
    WHERE left_at <= ${left.now - RESTORE_EMAIL_MS}`;
}

/** Deletes a left address that the applicant uses again. */
export function dropLeftAddress(db: D1Database, applicantId: string, emailKey: string): D1PreparedStatement {
  return sql(db)`DELETE FROM left_addresses WHERE applicant_id = ${applicantId} AND email_key = ${emailKey}`;
}

/** True while an applicant has an address to restore: further changes then offer none. */
export async function hasLeftAddress(db: D1Database, applicantId: string, now: number): Promise<boolean> {
  const row = await sql(db)`SELECT 1 AS found FROM left_addresses WHERE applicant_id = ${applicantId}
    AND left_at > ${now - RESTORE_EMAIL_MS}`.first();
  return row !== null;
}

/** The address that a token restores; null for an unknown, used or expired one. */
export function findLeftAddress(db: D1Database, tokenHash: string, now: number): Promise<LeftAddress | null> {
  return sql(db)`SELECT applicant_id AS applicantId, email, email_key AS emailKey FROM left_addresses
    WHERE token_hash = ${tokenHash} AND left_at > ${now - RESTORE_EMAIL_MS}`.first<LeftAddress>();
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
  return sql(db)`UPDATE applicants SET email_key = ${emailKey}, fields = json_set(fields, '$.email', ${email}),
      version = version + 1, updated_at = ${by.now},
      password_hash = CASE WHEN EXISTS (SELECT 1 FROM left_addresses WHERE token_hash = ${by.tokenHash})
        THEN ${by.passwordHash} ELSE NULL END
    WHERE id = ${applicantId}`;
}

/** SQL that is true while an address is reserved for another applicant. */
export const isReserved = (emailKey: string, applicantId: string | null, now: number) =>
  fragment`EXISTS (SELECT 1 FROM left_addresses WHERE email_key = ${emailKey}
    AND applicant_id IS NOT ${applicantId} AND left_at > ${now - RESTORE_EMAIL_MS})`;
