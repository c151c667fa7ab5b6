/**
 * Slows down guessing of passwords: after five wrong tries for an address, known or not, the next must wait 30 s, then
 * twice as long each time, 15 minutes at most (decisions.md has the rule). A try is counted before the password is looked
 * at, so that tries sent at the same moment are counted too. Each browser that signed in before, and each session, has a
 * count of its own; all others have one together.
 */

const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Counts a try.
 * @param browser whose count it is: the id of a known browser, a session's hash, '' for strangers
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
