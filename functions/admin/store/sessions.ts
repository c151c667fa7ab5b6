/**
 * Sessions and sign-in attempts. Rule: only a token's SHA-256 is stored. A session's writes check that it still exists, since a
 * new password may have ended it.
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

const TOUCH_MS = 60_000;

/** `used_at` lags by at most `TOUCH_MS`; a session never ends early because of it. */
export const IDLE_LIMIT_MS = SESSION_IDLE_MS + TOUCH_MS;

/** The session of a token; null for an unknown, expired or revoked one. */
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

/** Updates `used_at` at most once a minute. */
export async function recordUse(db: D1Database, session: Session, now: number): Promise<void> {
  if (now - session.usedAt < TOUCH_MS) return;
  await db
    .prepare('UPDATE tokens SET used_at = ?2 WHERE hash = ?1 AND used_at < ?2')
    .bind(session.tokenHash, now)
    .run();
}

/** Opens a session; another address or password than was checked fails the batch (conflict `credentials`). */
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

/** Ends all other sessions; false when the session itself has ended. */
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

/** Ends an applicant's sessions except `keep` (null: all), in a batch that sets a password. */
export function deleteTokens(db: D1Database, applicantId: string, keep: string | null): D1PreparedStatement {
  return db.prepare('DELETE FROM tokens WHERE applicant_id = ?1 AND hash IS NOT ?2').bind(applicantId, keep);
}

export interface SessionRow {
  hash: string;
  browser: string;
  created_at: number;
  used_at: number;
}

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

/** Resets one counter after a right password. */
export function resetCounter(db: D1Database, addressHash: string, browser: string): D1PreparedStatement {
  return db.prepare('DELETE FROM sign_in_tries WHERE address_hash = ? AND browser = ?').bind(addressHash, browser);
}

/** Resets all counters of an address after a password reset. */
export function resetCounters(db: D1Database, addressHash: string): D1PreparedStatement {
  return db.prepare('DELETE FROM sign_in_tries WHERE address_hash = ?').bind(addressHash);
}
