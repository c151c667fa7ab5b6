/**
 * Reset codes: one per address, 15 minutes, five wrong tries; ten wrong tries in all block the address for a day. An address
 * without an applicant gets a row too, with a code that is never sent, so that it behaves the same.
 */

import {
  RESET_CODE_MS,
  RESET_CODE_TRIES,
  RESET_LOCK_MS,
  RESET_MAX_WRONG_CODES,
  RESET_RESEND_MS,
} from '../../../src/domain/account/reset.ts';
import { insertCodeMail, type NewMail } from './outbox.ts';
import { sql } from './sql.ts';

const HOUR = 60 * 60_000;
const MAILS_PER_HOUR = 5;

export interface NewCode {
  addressHash: string;
  applicantId: string | null;
  codeHash: string;
  now: number;
  mail: NewMail;
}

export interface PutCode {
  taken: boolean;
  /** Milliseconds until the next code; 0 at once, or when the last one is only seconds old. */
  wait: number;
}

/** Replaces the code of an address with or without an applicant, at most every 30 seconds and five times an hour. */
export async function putResetCode(db: D1Database, code: NewCode): Promise<PutCode> {
  const [put] = await db.batch([putStatement(db, code), ...insertCodeMail(db, code.mail, code)]);
  if (put && put.results.length > 0) return { taken: true, wait: 0 };
  const kept = await sql(db)`SELECT made_at, hour_began_at, wrong_count, wrong_at FROM reset_codes
    WHERE address_hash = ${code.addressHash}`.first<{ made_at: number; hour_began_at: number } & WrongCodes>();
  const rest = restOf(kept, code.now);
  if (rest > 0) return { taken: false, wait: rest };
  // The last code is seconds old; the response is the same as for a new code.
  if (!kept || kept.made_at > code.now - RESET_RESEND_MS) return { taken: false, wait: 0 };
  return { taken: false, wait: Math.max(1, kept.hour_began_at + HOUR - code.now) };
}

function putStatement(db: D1Database, code: NewCode): D1PreparedStatement {
  return sql(db)`INSERT INTO reset_codes (address_hash, applicant_id, code_hash, tries, made_at, hour_began_at,
      hour_count) VALUES (${code.addressHash}, ${code.applicantId}, ${code.codeHash}, 0, ${code.now}, ${code.now}, 1)
    ON CONFLICT (address_hash) DO UPDATE SET applicant_id = ${code.applicantId}, code_hash = ${code.codeHash},
      tries = 0, made_at = ${code.now},
      hour_count = CASE WHEN hour_began_at <= ${code.now - HOUR} THEN 1 ELSE hour_count + 1 END,
      hour_began_at = CASE WHEN hour_began_at <= ${code.now - HOUR} THEN ${code.now} ELSE hour_began_at END
    WHERE made_at <= ${code.now - RESET_RESEND_MS}
      AND (hour_began_at <= ${code.now - HOUR} OR hour_count < ${MAILS_PER_HOUR})
      AND (wrong_count < ${RESET_MAX_WRONG_CODES} OR wrong_at <= ${code.now - RESET_LOCK_MS})
    RETURNING 1 AS taken`;
}

interface WrongCodes {
  wrong_count: number;
  wrong_at: number;
}

/** Milliseconds for which an address is blocked; 0 for none. */
function restOf(wrong: WrongCodes | null, now: number): number {
  return wrong && wrong.wrong_count >= RESET_MAX_WRONG_CODES ? Math.max(0, wrong.wrong_at + RESET_LOCK_MS - now) : 0;
}

export interface ResetCode {
  codeHash: string;
  applicantId: string | null;
}

/**
 * Counts a try before checking it, so that simultaneous tries count. @returns the code; null when it is too old or was tried
 * too often; or the milliseconds for which the address is blocked
 */
export async function tryResetCode(
  db: D1Database,
  addressHash: string,
  now: number,
): Promise<{ code: ResetCode | null; rest: number }> {
  const code = await sql(db)`UPDATE reset_codes SET tries = tries + 1,
      wrong_count = CASE WHEN wrong_at <= ${now - RESET_LOCK_MS} THEN 1 ELSE wrong_count + 1 END, wrong_at = ${now}
    WHERE address_hash = ${addressHash} AND code_hash IS NOT NULL AND tries < ${RESET_CODE_TRIES}
      AND made_at > ${now - RESET_CODE_MS}
      AND (wrong_count < ${RESET_MAX_WRONG_CODES} OR wrong_at <= ${now - RESET_LOCK_MS})
    RETURNING code_hash AS codeHash, applicant_id AS applicantId`.first<ResetCode>();
  if (code) return { code, rest: 0 };
  const wrong = await sql(db)`SELECT wrong_count, wrong_at FROM reset_codes
    WHERE address_hash = ${addressHash}`.first<WrongCodes>();
  return { code: null, rest: restOf(wrong, now) };
}

export async function uncountTry(db: D1Database, code: { addressHash: string; codeHash: string }): Promise<void> {
  await sql(db)`UPDATE reset_codes SET tries = tries - 1, wrong_count = wrong_count - 1
    WHERE address_hash = ${code.addressHash} AND code_hash = ${code.codeHash} AND tries > 0`.run();
}

/** Sets a new password; a used code, or one of another address, fails the batch (conflict `credentials`). */
export function setPasswordByCode(
  db: D1Database,
  change: { account: { id: string; emailKey: string }; passwordHash: string; addressHash: string; codeHash: string },
): D1PreparedStatement {
  return sql(db)`UPDATE applicants SET password_hash = CASE
      WHEN email_key = ${change.account.emailKey} AND EXISTS (SELECT 1 FROM reset_codes
        WHERE address_hash = ${change.addressHash} AND code_hash = ${change.codeHash})
      THEN ${change.passwordHash} ELSE NULL END
    WHERE id = ${change.account.id}`;
}

/** Ends a code; the row stays, since it counts mails and wrong tries. */
export function endResetCode(db: D1Database, addressHash: string): D1PreparedStatement {
  return sql(db)`UPDATE reset_codes SET code_hash = NULL WHERE address_hash = ${addressHash}`;
}

/** Drops an applicant's codes: they were sent to an address that is no longer theirs. */
export function dropResetCodes(db: D1Database, applicantId: string): D1PreparedStatement {
  return sql(db)`UPDATE reset_codes SET code_hash = NULL WHERE applicant_id = ${applicantId}`;
}
