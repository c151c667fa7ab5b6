/**
 * Sessions and sign-in attempts. Rule: only a token's SHA-256 is stored. A session's writes check that it still exists, since a
 * new password may have ended it.
 */
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../../../src/domain/account/session.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import { fragment, Repository, repeatable } from './database.ts';

export interface Session {
  tokenHash: string;
  applicantId: string;
  type: ApplicationType;
  /** Language of the account. */
  locale: string;
  createdAt: number;
  usedAt: number;
}

const TOUCH_MS = 60_000;

/** `used_at` lags by at most `TOUCH_MS`; a session never ends early because of it. */
const IDLE_LIMIT_MS = SESSION_IDLE_MS + TOUCH_MS;

/** SQL that is true for a row `t` of `tokens` that has not expired. */
const isValid = (now: number) =>
  fragment`t.created_at > ${now - SESSION_MAX_MS} AND t.used_at > ${now - IDLE_LIMIT_MS}`;

interface SessionRow {
  hash: string;
  browser: string;
  created_at: number;
  used_at: number;
}

/** Sessions of applicants. */
export class Sessions extends Repository {
  /** The session of a token; null for an unknown, expired or revoked one. */
  async find(tokenHash: string, now: number): Promise<Session | null> {
    return this.sql`SELECT t.hash AS tokenHash, t.applicant_id AS applicantId, a.application_type AS type, a.locale,
        t.created_at AS createdAt, t.used_at AS usedAt
      FROM tokens t JOIN applicants a ON a.id = t.applicant_id
      WHERE t.hash = ${tokenHash} AND ${isValid(now)}`.first<Session>();
  }

  async recordUse(session: Session, now: number): Promise<void> {
    if (now - session.usedAt < TOUCH_MS) return;
    await repeatable(
      this.sql`UPDATE tokens SET used_at = ${now} WHERE hash = ${session.tokenHash} AND used_at < ${now}`,
    ).run();
  }

  /** Opens a session; another address or password than was checked fails the batch (conflict `credentials`). */
  insert(
    token: { hash: string; browser: string; now: number },
    checked: { id: string; emailKey: string; passwordHash: string },
  ): D1PreparedStatement {
    return this.sql`INSERT INTO tokens (hash, applicant_id, browser, created_at, used_at)
      VALUES (${token.hash}, (SELECT id FROM applicants WHERE id = ${checked.id} AND email_key = ${checked.emailKey}
        AND password_hash = ${checked.passwordHash}), ${token.browser}, ${token.now}, ${token.now})`;
  }

  /** Selects a row for a stored session. */
  selectStored(hash: string): D1PreparedStatement {
    return this.sql`SELECT 1 FROM tokens WHERE hash = ${hash}`;
  }

  delete(hash: string): D1PreparedStatement {
    return this.sql`DELETE FROM tokens WHERE hash = ${hash}`;
  }

  /** Ends all other sessions; false when the session itself has ended. */
  async endOthers(session: Session): Promise<boolean> {
    const [, own] = await this.db.batch([
      this.sql`DELETE FROM tokens WHERE applicant_id = ${session.applicantId} AND hash <> ${session.tokenHash}
        AND EXISTS (SELECT 1 FROM tokens WHERE hash = ${session.tokenHash})`,
      this.sql`SELECT 1 FROM tokens WHERE hash = ${session.tokenHash}`,
    ]);
    return own?.results.length === 1;
  }

  /** Ends an applicant's sessions except `keep` (null: all), in a batch that sets a password. */
  endAll(applicantId: string, keep: string | null): D1PreparedStatement {
    return this.sql`DELETE FROM tokens WHERE applicant_id = ${applicantId} AND hash IS NOT ${keep}`;
  }

  async list(applicantId: string, now: number): Promise<SessionRow[]> {
    const { results } = await this.sql`SELECT hash, browser, created_at, used_at FROM tokens t
      WHERE applicant_id = ${applicantId} AND ${isValid(now)} ORDER BY created_at DESC`.all<SessionRow>();
    return results;
  }

  /** Deletes expired sessions, each statement by an index. */
  expire(now: number): D1PreparedStatement[] {
    return [
      this.sql`DELETE FROM tokens WHERE created_at <= ${now - SESSION_MAX_MS}`,
      this.sql`DELETE FROM tokens WHERE used_at <= ${now - IDLE_LIMIT_MS}`,
    ];
  }
}

/** After this many wrong attempts the wait is 30 s, doubled each time, 15 minutes at most. */
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Attempts of all networks together: 29 at once, then one each interval, so that an hour has at most 59. */
const ALL_AT_ONCE = 29;
const ALL_INTERVAL_MS = 2 * 60_000;
/** The name that counts all networks together. */
const ALL = '';

/** Who tries a password: a network, or a browser or session that is counted apart. */
export interface Asker {
  id: string;
  isNetwork: boolean;
}

/** Attempts at the password of an address. */
export class SignInTries extends Repository {
  /**
   * Counts an attempt before the password is checked, so that simultaneous attempts count, for unknown addresses too.
   * @returns 0, or the milliseconds left to wait
   */
  async count(addressHash: string, now: number, { id, isNetwork }: Asker): Promise<number> {
    const rows = [{ id, free: FREE_TRIES }, ...(isNetwork ? [{ id: ALL, free: null }] : [])];
    const asked = fragment`(SELECT value ->> '$.id' AS id, value ->> '$.free' AS free FROM json_each(${JSON.stringify(rows)}))`;
    const own = fragment`address_hash = ${addressHash} AND asker IN (SELECT id FROM ${asked}) AND blocked_until > ${now}`;
    const over = fragment`ifnull(failures, 0) + 1 - free`;
    const { results } = await this.sql`INSERT INTO sign_in_tries (address_hash, asker, failures, blocked_until, last_at)
        SELECT ${addressHash}, id, ifnull(failures, 0) + 1,
          CASE WHEN free IS NULL
              THEN max(ifnull(blocked_until, 0), ${now - (ALL_AT_ONCE - 1) * ALL_INTERVAL_MS}) + ${ALL_INTERVAL_MS}
            WHEN ${over} < 0 THEN 0
            ELSE ${now} + min(${LONGEST_WAIT_MS}, ${FIRST_WAIT_MS} * (1 << min(${over}, 16))) END, ${now}
        FROM ${asked} LEFT JOIN sign_in_tries ON address_hash = ${addressHash} AND asker = id
        WHERE NOT EXISTS (SELECT 1 FROM sign_in_tries WHERE ${own})
      ON CONFLICT (address_hash, asker) DO UPDATE SET failures = excluded.failures,
        blocked_until = excluded.blocked_until, last_at = excluded.last_at
      RETURNING 1`.all();
    if (results.length > 0) return 0;
    const until = await this.sql`SELECT max(blocked_until) AS until FROM sign_in_tries WHERE ${own}`.first<number>(
      'until',
    );
    return Math.max(1, (until ?? now) - now);
  }

  /** Takes back the attempts of the asker after a right password; of all networks together only this one. */
  forget(addressHash: string, { id, isNetwork }: Asker): D1PreparedStatement[] {
    const deleted = this.sql`DELETE FROM sign_in_tries WHERE address_hash = ${addressHash} AND asker = ${id}`;
    if (!isNetwork) return [deleted];
    const all = this.sql`UPDATE sign_in_tries SET blocked_until = blocked_until - ${ALL_INTERVAL_MS}
      WHERE address_hash = ${addressHash} AND asker = ${ALL}`;
    return [deleted, all];
  }

  /** Resets all counters of an address after a password reset. */
  reset(addressHash: string): D1PreparedStatement {
    return this.sql`DELETE FROM sign_in_tries WHERE address_hash = ${addressHash}`;
  }
}
