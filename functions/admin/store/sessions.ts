/**
 * Sessions, and the tries to open one. Rule: only a token's SHA-256 is kept, and a token is looked up only until it expires.
 * What a session writes is written only if it is still there by then: a new password may have ended it meanwhile.
 */
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../../../src/domain/account/session.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';

export interface Session {
  tokenHash: string;
  applicantId: string;
  type: ApplicationType;
  createdAt: number;
  usedAt: number;
}

/** How often a session's last use is written down, at most. */
const TOUCH_MS = 60_000;

/** `used_at` lags by at most this; a session never ends early because of it. */
export const IDLE_LIMIT_MS = SESSION_IDLE_MS + TOUCH_MS;

/** The valid session of a token; null for an unknown, expired or revoked one. */
export async function findSession(db: D1Database, tokenHash: string, now: number): Promise<Session | null> {
  return db
    .prepare(
      `SELECT t.hash AS tokenHash, t.applicant_id AS applicantId, a.application_type AS type, t.created_at AS createdAt,
         t.used_at AS usedAt
       FROM tokens t JOIN applicants a ON a.id = t.applicant_id
       WHERE t.hash = ? AND t.created_at > ? AND t.used_at > ?`,
    )
    .bind(tokenHash, now - SESSION_MAX_MS, now - IDLE_LIMIT_MS)
    .first<Session>();
}

/** Writes down that a session is in use, once a minute. */
export async function touchSession(db: D1Database, session: Session, now: number): Promise<void> {
  if (now - session.usedAt < TOUCH_MS) return;
  await db
    .prepare('UPDATE tokens SET used_at = ?2 WHERE hash = ?1 AND used_at < ?2')
    .bind(session.tokenHash, now)
    .run();
}

/** Opens a session; where address or password are no longer those that were checked, the batch fails (conflict `credentials`). */
export function insertToken(
  db: D1Database,
  token: { hash: string; browser: string; now: number },
  checked: { id: string; emailKey: string; passwordHash: string },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO tokens (hash, applicant_id, browser, created_at, used_at)
       VALUES (?1, (SELECT id FROM applicants WHERE id = ?4 AND email_key = ?5 AND password_hash = ?6), ?2, ?3, ?3)`,
    )
    .bind(token.hash, token.browser, token.now, checked.id, checked.emailKey, checked.passwordHash);
}

export function deleteToken(db: D1Database, hash: string): D1PreparedStatement {
  return db.prepare('DELETE FROM tokens WHERE hash = ?').bind(hash);
}

/** Ends every session of an applicant but the one that asks; false when that one had ended, and none was touched. */
export async function deleteOtherTokens(db: D1Database, session: Session): Promise<boolean> {
  const [, own] = await db.batch([
    db
      .prepare(
        `DELETE FROM tokens WHERE applicant_id = ?1 AND hash <> ?2
           AND EXISTS (SELECT 1 FROM tokens WHERE hash = ?2)`,
      )
      .bind(session.applicantId, session.tokenHash),
    db.prepare('SELECT 1 FROM tokens WHERE hash = ?').bind(session.tokenHash),
  ]);
  return own?.results.length === 1;
}

/** Ends every session of an applicant but `keep`; all of them when `keep` is null. Part of a batch that sets a password. */
export function deleteTokens(db: D1Database, applicantId: string, keep: string | null): D1PreparedStatement {
  return db.prepare('DELETE FROM tokens WHERE applicant_id = ?1 AND hash IS NOT ?2').bind(applicantId, keep);
}

export interface SessionRow {
  hash: string;
  browser: string;
  created_at: number;
  used_at: number;
}

/** The valid sessions of an applicant, newest first. */
export async function listSessions(db: D1Database, applicantId: string, now: number): Promise<SessionRow[]> {
  const { results } = await db
    .prepare(
      `SELECT hash, browser, created_at, used_at FROM tokens
       WHERE applicant_id = ? AND created_at > ? AND used_at > ? ORDER BY created_at DESC`,
    )
    .bind(applicantId, now - SESSION_MAX_MS, now - IDLE_LIMIT_MS)
    .all<SessionRow>();
  return results;
}

/** After five wrong tries the next waits 30 s, then twice as long each time, 15 minutes at most. */
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Counts a try for an address, known or not, before the password is looked at: so tries sent at one moment all count.
 * @param browser whose count it is: the id of a known browser, a session's hash, '' for all others
 * @returns 0 when it may go on; otherwise how many milliseconds are left to wait
 */
export async function countTry(db: D1Database, addressHash: string, now: number, browser = ''): Promise<number> {
  const counted = await db
    .prepare(
      `INSERT INTO sign_in_tries (address_hash, browser, failures, blocked_until, last_at) VALUES (?1, ?6, 1, 0, ?2)
       ON CONFLICT (address_hash, browser) DO UPDATE SET failures = failures + 1, last_at = ?2,
         blocked_until = CASE WHEN failures + 1 < ?3 THEN 0
           ELSE ?2 + min(?5, ?4 * (1 << min(failures + 1 - ?3, 16))) END
       WHERE blocked_until <= ?2
       RETURNING failures`,
    )
    .bind(addressHash, now, FREE_TRIES, FIRST_WAIT_MS, LONGEST_WAIT_MS, browser)
    .first();
  if (counted) return 0;
  const row = await db
    .prepare('SELECT blocked_until FROM sign_in_tries WHERE address_hash = ? AND browser = ?')
    .bind(addressHash, browser)
    .first<{ blocked_until: number }>();
  return Math.max(1, (row?.blocked_until ?? now) - now);
}

/** Forgets the tries of one count: the password was right. */
export function forgetCount(db: D1Database, addressHash: string, browser: string): D1PreparedStatement {
  return db.prepare('DELETE FROM sign_in_tries WHERE address_hash = ? AND browser = ?').bind(addressHash, browser);
}

/** Forgets all tries for an address: its password was reset. */
export function forgetTries(db: D1Database, addressHash: string): D1PreparedStatement {
  return db.prepare('DELETE FROM sign_in_tries WHERE address_hash = ?').bind(addressHash);
}
