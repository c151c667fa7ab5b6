/**
 * Sessions. Of a token only the SHA-256 is stored. The writes of a session check that it still exists, since a new password may
 * have ended it.
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

  async storeUse(session: Session, now: number): Promise<void> {
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

  /** Ends all other sessions; false when this session itself has ended. */
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

  /** Deletes expired sessions; each statement uses an index. */
  expire(now: number): D1PreparedStatement[] {
    return [
      this.sql`DELETE FROM tokens WHERE created_at <= ${now - SESSION_MAX_MS}`,
      this.sql`DELETE FROM tokens WHERE used_at <= ${now - IDLE_LIMIT_MS}`,
    ];
  }
}
