/**
 * Sessions and sign-in attempts. Rule: only a token's SHA-256 is stored. A session's writes check that it still exists, since a
 * new password may have ended it.
 */

import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../../../src/domain/account/session.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import { repeatable } from './database.ts';
import { fragment, sql } from './sql.ts';

export interface Session {
  tokenHash: string;
  applicantId: string;
  type: ApplicationType;
  createdAt: number;
  usedAt: number;
}

const TOUCH_MS = 60_000;

/** `used_at` lags by at most `TOUCH_MS`; a session never ends early because of it. */
export const IDLE_LIMIT_MS = SESSION_IDLE_MS + TOUCH_MS;

/** SQL that is true for a row `t` of `tokens` that has not expired. */
const isValid = (now: number) =>
  fragment`t.created_at > ${now - SESSION_MAX_MS} AND t.used_at > ${now - IDLE_LIMIT_MS}`;

/** The session of a token; null for an unknown, expired or revoked one. */
export async function findSession(db: D1Database, tokenHash: string, now: number): Promise<Session | null> {
  return sql(db)`SELECT t.hash AS tokenHash, t.applicant_id AS applicantId, a.application_type AS type,
      t.created_at AS createdAt, t.used_at AS usedAt
    FROM tokens t JOIN applicants a ON a.id = t.applicant_id
    WHERE t.hash = ${tokenHash} AND ${isValid(now)}`.first<Session>();
}

export async function recordUse(db: D1Database, session: Session, now: number): Promise<void> {
  if (now - session.usedAt < TOUCH_MS) return;
  await repeatable(
    sql(db)`UPDATE tokens SET used_at = ${now} WHERE hash = ${session.tokenHash} AND used_at < ${now}`,
  ).run();
}

/** Opens a session; another address or password than was checked fails the batch (conflict `credentials`). */
export function insertToken(
  db: D1Database,
  token: { hash: string; browser: string; now: number },
  checked: { id: string; emailKey: string; passwordHash: string },
): D1PreparedStatement {
  return sql(db)`INSERT INTO tokens (hash, applicant_id, browser, created_at, used_at)
    VALUES (${token.hash}, (SELECT id FROM applicants WHERE id = ${checked.id} AND email_key = ${checked.emailKey}
      AND password_hash = ${checked.passwordHash}), ${token.browser}, ${token.now}, ${token.now})`;
}

/** Selects a row for a stored session. */
export const selectToken = (db: D1Database, hash: string): D1PreparedStatement =>
  sql(db)`SELECT 1 FROM tokens WHERE hash = ${hash}`;

export function deleteToken(db: D1Database, hash: string): D1PreparedStatement {
  return sql(db)`DELETE FROM tokens WHERE hash = ${hash}`;
}

/** Ends all other sessions; false when the session itself has ended. */
export async function deleteOtherTokens(db: D1Database, session: Session): Promise<boolean> {
  const [, own] = await db.batch([
    sql(db)`DELETE FROM tokens WHERE applicant_id = ${session.applicantId} AND hash <> ${session.tokenHash}
      AND EXISTS (SELECT 1 FROM tokens WHERE hash = ${session.tokenHash})`,
    sql(db)`SELECT 1 FROM tokens WHERE hash = ${session.tokenHash}`,
  ]);
  return own?.results.length === 1;
}

/** Ends an applicant's sessions except `keep` (null: all), in a batch that sets a password. */
export function deleteTokens(db: D1Database, applicantId: string, keep: string | null): D1PreparedStatement {
  return sql(db)`DELETE FROM tokens WHERE applicant_id = ${applicantId} AND hash IS NOT ${keep}`;
}

export interface SessionRow {
  hash: string;
  browser: string;
  created_at: number;
  used_at: number;
}

export async function listSessions(db: D1Database, applicantId: string, now: number): Promise<SessionRow[]> {
  const { results } = await sql(db)`SELECT hash, browser, created_at, used_at FROM tokens t
    WHERE applicant_id = ${applicantId} AND ${isValid(now)} ORDER BY created_at DESC`.all<SessionRow>();
  return results;
}

/** After five wrong attempts the wait is 30 s, doubled each time, 15 minutes at most. */
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Counts an attempt before the password is checked, so that simultaneous attempts count, for unknown addresses too.
 * @param browser id of a known browser, a session's hash, '' for all others
 * @returns 0, or the milliseconds left to wait
 */
export async function countTry(db: D1Database, addressHash: string, now: number, browser = ''): Promise<number> {
  const counted = await sql(db)`INSERT INTO sign_in_tries (address_hash, browser, failures, blocked_until, last_at)
      VALUES (${addressHash}, ${browser}, 1, 0, ${now})
    ON CONFLICT (address_hash, browser) DO UPDATE SET failures = failures + 1, last_at = ${now},
      blocked_until = CASE WHEN failures + 1 < ${FREE_TRIES} THEN 0
        ELSE ${now} + min(${LONGEST_WAIT_MS}, ${FIRST_WAIT_MS} * (1 << min(failures + 1 - ${FREE_TRIES}, 16))) END
    WHERE blocked_until <= ${now}
    RETURNING failures`.first();
  if (counted) return 0;
  const blockedUntil = await sql(db)`SELECT blocked_until FROM sign_in_tries WHERE address_hash = ${addressHash}
    AND browser = ${browser}`.first<number>('blocked_until');
  return Math.max(1, (blockedUntil ?? now) - now);
}

/** Resets one counter after a right password. */
export function resetCounter(db: D1Database, addressHash: string, browser: string): D1PreparedStatement {
  return sql(db)`DELETE FROM sign_in_tries WHERE address_hash = ${addressHash} AND browser = ${browser}`;
}

/** Resets all counters of an address after a password reset. */
export function resetCounters(db: D1Database, addressHash: string): D1PreparedStatement {
  return sql(db)`DELETE FROM sign_in_tries WHERE address_hash = ${addressHash}`;
}
