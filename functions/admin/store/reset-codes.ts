/**
 * Reset codes: one for each address, valid for 15 minutes. The network that asked for it has five tries, all others together
 * five: with five codes an hour, at most 50 tries. An address without an applicant gets a row too, with a code that is never
 * sent, so that it behaves in the same way.
 */
import { RESET_CODE_MS, RESET_CODE_TRIES, RESET_RESEND_MS } from '../../../src/domain/account/reset.ts';
import { DAY_MS } from '../../../src/domain/input/date.ts';
import { Conflict, commit, type Fragment, fragment, Repository } from './database.ts';
import { type Ceilings, isBelowCeiling, type NewMail, Outbox } from './outbox.ts';

const HOUR = 60 * 60_000;
const MAILS_PER_HOUR = 5;

interface NewCode {
  addressHash: string;
  applicantId: string | null;
  codeHash: string;
  /** Keyed hash of the network that asked for the code. */
  asker: string;
  now: number;
  mail: NewMail;
  ceilings: Ceilings;
}

interface Try {
  addressHash: string;
  asker: string;
}

/** SQL: adds one to the counter of an asker, or subtracts one. */
const counted = (sign: Fragment, asker: string) =>
  fragment`tries = tries ${sign} iif(asker = ${asker}, 1, 0), other_tries = other_tries ${sign} iif(asker = ${asker}, 0, 1)`;

interface ResetCode {
  codeHash: string;
  applicantId: string | null;
}

/** Codes that reset a password. */
export class ResetCodes extends Repository {
  /**
   * Replaces the code of an address with or without an applicant, at most every 30 seconds and five times an hour. @returns
   * `wait`: milliseconds until the next code; 0 at once, or when the last one is only seconds old
   */
  async put(code: NewCode) {
    const outbox = new Outbox(this.db);
    const statements = [this.#putStatement(code), ...outbox.insertCode(code.mail, code)];
    const [put] = await commit(this.db, statements).catch((error: unknown) => {
      // The applicant was erased meanwhile: the response is the same as for an address without an applicant.
      if (error instanceof Conflict) return [];
      throw error;
    });
    if (put && put.results.length > 0) return { taken: true, wait: 0 };
    const kept = await this.sql`SELECT made_at, hour_began_at FROM reset_codes
      WHERE address_hash = ${code.addressHash}`.first<{ made_at: number; hour_began_at: number }>();
    const isBudgetSpent = (await outbox.leftToday(code.ceilings, code.now)).code === 0;
    // The last code is only seconds old; the response is the same as for a new one.
    if (kept ? kept.made_at > code.now - RESET_RESEND_MS : !isBudgetSpent) return { taken: false, wait: 0 };
    if (isBudgetSpent || !kept) return { taken: false, wait: DAY_MS - (code.now % DAY_MS) };
    return { taken: false, wait: Math.max(1, kept.hour_began_at + HOUR - code.now) };
  }

  #putStatement(code: NewCode): D1PreparedStatement {
    const { addressHash, applicantId, codeHash, asker, now } = code;
    return this.sql`INSERT INTO reset_codes (address_hash, applicant_id, code_hash, asker, made_at,
      hour_began_at, hour_count)
        SELECT ${addressHash}, ${applicantId}, ${codeHash}, ${asker}, ${now}, ${now}, 1
        WHERE ${isBelowCeiling(fragment`'code'`, code.ceilings, now)}
      ON CONFLICT (address_hash) DO UPDATE SET applicant_id = ${applicantId}, code_hash = ${codeHash},
        asker = ${asker}, tries = 0, other_tries = 0, made_at = ${now},
        hour_count = CASE WHEN hour_began_at <= ${now - HOUR} THEN 1 ELSE hour_count + 1 END,
        hour_began_at = CASE WHEN hour_began_at <= ${now - HOUR} THEN ${now} ELSE hour_began_at END
      WHERE made_at <= ${now - RESET_RESEND_MS} AND (hour_began_at <= ${now - HOUR} OR hour_count < ${MAILS_PER_HOUR})
      RETURNING 1 AS taken`;
  }

  /**
   * Counts a try before checking it, so that simultaneous tries count. @returns null when there is no code, or it is too old or
   * was tried too often
   */
  countTry({ addressHash, asker, now }: Try & { now: number }): Promise<ResetCode | null> {
    return this.sql`UPDATE reset_codes SET ${counted(fragment`+`, asker)}
      WHERE address_hash = ${addressHash} AND code_hash IS NOT NULL AND made_at > ${now - RESET_CODE_MS}
        AND iif(asker = ${asker}, tries, other_tries) < ${RESET_CODE_TRIES}
      RETURNING code_hash AS codeHash, applicant_id AS applicantId`.first<ResetCode>();
  }

  async uncountTry({ addressHash, asker }: Try, codeHash: string): Promise<void> {
    await this.sql`UPDATE reset_codes SET ${counted(fragment`-`, asker)}
      WHERE address_hash = ${addressHash} AND code_hash = ${codeHash}`.run();
  }

  /**
   * Deletes an applicant's codes: they were used, or sent to an address that is no longer theirs. The row stays, since it counts
   * mails.
   */
  drop(applicantId: string): D1PreparedStatement {
    return this.sql`UPDATE reset_codes SET code_hash = NULL WHERE applicant_id = ${applicantId}`;
  }
}
