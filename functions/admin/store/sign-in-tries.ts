/** Counts attempts at the password of an address: after some, the next one has to wait. */
import { fragment, Repository } from './database.ts';

/** After this many wrong attempts the wait is 30 s, doubled each time, 15 minutes at most. */
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Attempts of all networks together: 29 at once, then one each interval, so that an hour has at most 59. */
const ALL_AT_ONCE = 29;
const ALL_INTERVAL_MS = 2 * 60_000;
/** The id under which all networks are counted together. */
const ALL = '';

/** Under whom an attempt is counted: a network; or a browser or session, which has a counter of its own. */
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

  /** Takes back the asker's attempts after a right password; from the counter of all networks only this one. */
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
