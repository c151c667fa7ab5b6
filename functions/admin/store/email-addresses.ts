/**
 * Confirmed e-mail addresses, and those that applicants left. A confirmation is valid for one address and ends when the
 * application gets another. The owner of an unconfirmed address, who has not applied, may free it.
 */

import { CONFIRMATION } from '../../../src/domain/account/confirmation.ts';
import { RESTORE_EMAIL_MS } from '../../../src/domain/account/reset.ts';
import { DAY_MS } from '../../../src/domain/input/date.ts';
import { DeskLog } from './actions.ts';
import { commit, fragment, IS_WRITTEN, Repository, repeatable } from './database.ts';

/** SQL: when the address of a row `a` of `applicants` was confirmed; NULL if it was not. */
export const CONFIRMED_AT = fragment`(SELECT confirmed_at FROM email_confirmations c
  WHERE c.applicant_id = a.id AND c.email_key = a.email_key)`;

const recentLinks = (applicantId: string, now: number) =>
  fragment`FROM mails WHERE applicant_id = ${applicantId} AND kind = 'emailConfirm' AND made_at > ${now - DAY_MS}`;

/** An applicant and the address that was proved. If the application has another address by now, nothing is confirmed or freed. */
interface ProvedAddress {
  id: string;
  emailKey: string;
}

/** SQL: whether the address of a row `a` of `applicants` was freed. Its key then has a space, so that it matches no address. */
export const IS_FREED = fragment`(instr(a.email_key, ' ') > 0 AND a.anonymised_at IS NULL)`;

/** Links that confirm an address or free it. */
export class Confirmations extends Repository {
  /**
   * Stores a link for the present address, replacing the previous one, and returns a row. No-op for a confirmed address, before
   * `pause` milliseconds are over, and after `CONFIRMATION.linksPerDay`.
   */
  put(link: { applicantId: string; tokenHash: string; pause: number; now: number }): D1PreparedStatement {
    const { applicantId, tokenHash, pause, now } = link;
    return this.sql`INSERT INTO email_confirmations (applicant_id, email_key, token_hash, sent_at)
      SELECT id, email_key, ${tokenHash}, ${now} FROM applicants
      WHERE id = ${applicantId} AND (SELECT count(*) ${recentLinks(applicantId, now)}) < ${CONFIRMATION.linksPerDay}
      ON CONFLICT (applicant_id) DO UPDATE SET email_key = excluded.email_key, token_hash = excluded.token_hash,
        sent_at = excluded.sent_at, confirmed_at = NULL
      WHERE (confirmed_at IS NULL OR email_key <> excluded.email_key) AND sent_at <= ${now - pause}
      RETURNING 1 AS put`;
  }

  /** A condition for the mail with a link: the batch has stored the link. */
  static hasLink(tokenHash: string) {
    return fragment`EXISTS (SELECT 1 FROM email_confirmations WHERE token_hash = ${tokenHash})`;
  }

  /** Milliseconds until another link may be requested. */
  async waitFor({ applicantId, pause, now }: { applicantId: string; pause: number; now: number }): Promise<number> {
    const links = recentLinks(applicantId, now);
    const row = await this.sql`SELECT 
      (SELECT sent_at FROM email_confirmations WHERE applicant_id = ${applicantId}) AS sentAt,
      (SELECT made_at ${links} ORDER BY made_at DESC LIMIT 1 OFFSET ${CONFIRMATION.linksPerDay - 1}) AS earliest`.first<{
      sentAt: number | null;
      earliest: number | null;
    }>();
    const ends = [(row?.sentAt ?? 0) + pause, (row?.earliest ?? 0) + DAY_MS];
    return Math.max(1, ...ends.map((end) => end - now));
  }

  /**
   * The applicant of a confirmation link; null for an unknown, replaced or expired one, or if the application has another address
   * by now.
   */
  find(tokenHash: string, now: number): Promise<ProvedAddress | null> {
    return this.sql`SELECT a.id, a.email_key AS emailKey
      FROM email_confirmations c JOIN applicants a ON a.id = c.applicant_id
      WHERE c.token_hash = ${tokenHash} AND c.sent_at > ${now - CONFIRMATION.ms} AND a.email_key = c.email_key`.first();
  }

  /** Confirms an address, since its mail was read. Idempotent; the link to a confirmed address stays valid. */
  confirm({ id, emailKey }: ProvedAddress, now: number): D1PreparedStatement {
    return repeatable(this.sql`INSERT INTO email_confirmations (applicant_id, email_key, confirmed_at)
      SELECT id, email_key, ${now} FROM applicants WHERE id = ${id} AND email_key = ${emailKey}
      ON CONFLICT (applicant_id) DO UPDATE SET token_hash = iif(email_key = excluded.email_key, token_hash, NULL),
        confirmed_at = iif(email_key = excluded.email_key, coalesce(confirmed_at, ${now}), ${now}),
        email_key = excluded.email_key`);
  }

  /**
   * Frees an address whose owner has not applied: the application stays, without sessions, codes and mails. @returns false for a
   * confirmed address
   */
  async free({ id, emailKey }: ProvedAddress, now: number): Promise<boolean> {
    const freedKey = `${emailKey} ${id}`;
    const isFreed = fragment`EXISTS (SELECT 1 FROM applicants WHERE id = ${id} AND email_key = ${freedKey})`;
    const statements = [
      this.sql`UPDATE applicants AS a SET email_key = ${freedKey}
        WHERE id = ${id} AND email_key = ${emailKey} AND ${CONFIRMED_AT} IS NULL`,
      new DeskLog(this.db).add({ applicantId: id, action: 'free', detail: '', by: '', now }, IS_WRITTEN),
      this.sql`DELETE FROM tokens WHERE applicant_id = ${id} AND ${isFreed}`,
      this.sql`DELETE FROM reset_codes WHERE applicant_id = ${id} AND ${isFreed}`,
      this.sql`SELECT 1 WHERE ${isFreed}`,
    ];
    const results = await commit(this.db, statements, this.sql`SELECT 1 WHERE ${isFreed}`);
    return results.length === 0 || (results.at(-1)?.results.length ?? 0) > 0;
  }
}

/**
 * The address that an applicant left. The token of its mail restores it within 72 hours, once. It stays reserved for the
 * applicant, and each applicant has one at most: the address before the first change.
 */
interface LeftAddress {
  applicantId: string;
  email: string;
  emailKey: string;
}

/** Addresses that applicants left and can restore. */
export class LeftAddresses extends Repository {
  /** Stores a left address unless an earlier change has one. `tokenHash`: SHA-256 of the mailed token. */
  store(left: LeftAddress & { tokenHash: string; now: number }): D1PreparedStatement {
    return this.sql`INSERT INTO left_addresses (applicant_id, email_key, email, token_hash, left_at)
        VALUES (${left.applicantId}, ${left.emailKey}, ${left.email}, ${left.tokenHash}, ${left.now})
      ON CONFLICT (applicant_id) DO UPDATE SET email_key = ${left.emailKey}, email = ${left.email},
        token_hash = ${left.tokenHash}, left_at = ${left.now}
      WHERE left_at <= ${left.now - RESTORE_EMAIL_MS}`;
  }

  /** Deletes a left address that the applicant uses again. */
  drop(applicantId: string, emailKey: string): D1PreparedStatement {
    return this.sql`DELETE FROM left_addresses WHERE applicant_id = ${applicantId} AND email_key = ${emailKey}`;
  }

  /** True while an applicant has an address to restore: mails about further changes then have no such link. */
  async has(applicantId: string, now: number): Promise<boolean> {
    const row = await this.sql`SELECT 1 AS found FROM left_addresses WHERE applicant_id = ${applicantId}
      AND left_at > ${now - RESTORE_EMAIL_MS}`.first();
    return row !== null;
  }

  /** The address that a token restores; null for an unknown, used or expired one. */
  find(tokenHash: string, now: number): Promise<LeftAddress | null> {
    return this.sql`SELECT applicant_id AS applicantId, email, email_key AS emailKey FROM left_addresses
      WHERE token_hash = ${tokenHash} AND left_at > ${now - RESTORE_EMAIL_MS}`.first<LeftAddress>();
  }

  /**
   * Restores a left address and locks the password; a used token fails the batch (conflict `credentials`). Search keys do not
   * contain the address.
   */
  restore(
    { applicantId, email, emailKey }: LeftAddress,
    by: { tokenHash: string; passwordHash: string; now: number },
  ): D1PreparedStatement {
    return this.sql`UPDATE applicants SET email_key = ${emailKey}, fields = json_set(fields, '$.email', ${email}),
        version = version + 1, updated_at = ${by.now},
        password_hash = CASE WHEN EXISTS (SELECT 1 FROM left_addresses WHERE token_hash = ${by.tokenHash})
          THEN ${by.passwordHash} ELSE NULL END
      WHERE id = ${applicantId}`;
  }

  /** SQL that is true while an address is reserved for another applicant. */
  static isReserved(emailKey: string, applicantId: string | null, now: number) {
    return fragment`EXISTS (SELECT 1 FROM left_addresses WHERE email_key = ${emailKey}
      AND applicant_id IS NOT ${applicantId} AND left_at > ${now - RESTORE_EMAIL_MS})`;
  }
}
