/**
 * The outbox. A mail is written in the batch of the event that it reports, and claimed before it is sent, so that it is sent
 * once. A mail that may have been sent, such as one whose sender stopped, is `unclear`; only an operator sends it again.
 */

import { MAIL_SHARES } from '../../../src/domain/account/mails.ts';
import { DAY_MS } from '../../../src/domain/input/date.ts';
import { pauseTimes, repeatPassing } from '../../platform/passing-faults.ts';
import { type Fragment, fragment, listOf, Repository, repeatable } from './database.ts';
import { CONFIRMED_AT, IS_FREED } from './email-addresses.ts';
import type { ListPage } from './lists.ts';

export type MailState = 'waiting' | 'sending' | 'sent' | 'unclear' | 'given_up';

/** Times in milliseconds since 1970. */
export interface NewMail {
  id: string;
  /** Null for a code requested for an address without an application. */
  applicantId: string | null;
  kind: string;
  content: string;
  sealed: string | null;
  /** Null for the applicant's address when the mail is sent. */
  address: string | null;
  madeAt: number;
  dueAt: number;
  expiresAt: number;
}

export interface ClaimedMail extends Pick<NewMail, 'id' | 'applicantId' | 'kind' | 'content' | 'sealed'> {
  /** Null for a mail that is not sent. */
  email: string | null;
  /** 1 if it goes to the applicant's confirmed address. */
  isConfirmed: number;
  locale: string | null;
  name: string | null;
  type: string | null;
  tries: number;
  /** Identifies the claim together with the id. */
  triedAt: number;
}

/** SQL: when the valid confirmation link was made; NULL if the address is confirmed. */
const LINK_AT = fragment`(SELECT sent_at FROM email_confirmations WHERE applicant_id = mails.applicant_id AND confirmed_at IS NULL)`;

/**
 * SQL: whether the content of a mail is outdated: another status, a link that was replaced or used, a request that was answered
 * or cancelled.
 */
const IS_OUTDATED = fragment`made_at IS NOT CASE kind
  WHEN 'emailConfirm' THEN ${LINK_AT}
  WHEN 'deletionAsked' THEN (SELECT asked_at FROM deletion_requests WHERE applicant_id = mails.applicant_id AND answered_at IS NULL)
  WHEN 'reminder' THEN (SELECT reminded_at FROM status_history WHERE applicant_id = mails.applicant_id ORDER BY position DESC LIMIT 1)
  WHEN 'status' THEN (SELECT made_at FROM applicants WHERE id = mails.applicant_id AND status = content ->> '$.status')
  ELSE made_at END`;

const CLAIMED = fragment`id, applicant_id AS applicantId, kind, content, tries, tried_at AS triedAt,
  iif((kind = 'received' AND made_at IS NOT ${LINK_AT}) OR (kind = 'emailChanged' AND tried_at >= expires_at), NULL, sealed)
    AS sealed,
  iif(${IS_OUTDATED}, NULL, coalesce(address,
    (SELECT fields ->> '$.email' FROM applicants a WHERE a.id = applicant_id AND NOT ${IS_FREED}))) AS email,
  address IS NULL AND EXISTS (SELECT 1 FROM applicants a WHERE a.id = applicant_id AND ${CONFIRMED_AT} IS NOT NULL)
    AS isConfirmed,
  (SELECT locale FROM applicants WHERE applicants.id = applicant_id) AS locale,
  (SELECT fields ->> '$.name' FROM applicants WHERE applicants.id = applicant_id) AS name,
  (SELECT application_type FROM applicants WHERE applicants.id = applicant_id) AS type`;

/** The most mails of each kind on a day. */
export type Ceilings = Readonly<Record<string, number>>;

/** Mails that may still be sent, by kind. */
export type MailsLeft = Record<keyof typeof MAIL_SHARES, number>;

export const ceilingsOf = (perDay: number): Ceilings =>
  Object.fromEntries(
    Object.entries(MAIL_SHARES).map(([kind, share]) => [kind, Math.max(1, Math.floor(perDay * share))]),
  );

/** The first moment of a day in UTC. */
const dayOf = (now: number) => now - (now % DAY_MS);

/** SQL: whether another mail of a kind may be sent on the day of `now`. */
export const isBelowCeiling = (kind: Fragment, ceilings: Ceilings, now: number) =>
  fragment`(SELECT count(*) FROM mails sent WHERE sent.kind = ${kind} AND sent.tried_at >= ${dayOf(now)})
    < ifnull(${JSON.stringify(ceilings)} ->> ${kind}, 1)`;

interface Claiming {
  now: number;
  ceilings: Ceilings;
}

/** Retries longer than a passing fault lasts, since the request already has its response. */
const patiently = <Result>(work: (nth: number) => Promise<Result>) =>
  repeatPassing(work, { pauses: pauseTimes.background });

/** The columns of a mail without its secret. A mail `received` can be sent again without it; `substr` keeps NULL. */
const EMPTIED = fragment`sealed = iif(kind = 'received', NULL, substr(sealed, 1, 0)), address = substr(address, 1, 0)`;

/** Longest run of a scheduled worker: 15 minutes. */
const LONGEST_RUN_MS = 15 * 60_000;

interface EndedMail {
  kind: string;
  state: 'unclear' | 'given_up';
}

/** A mail as operators see it, without address and content. */
export interface ListedMail {
  id: string;
  /** Null for a mail about a message from the help page. */
  applicantId: string | null;
  /** Id of the message that it forwards or answers; null for any other mail. */
  message: string | null;
  kind: string;
  state: MailState;
  tries: number;
  error: string;
  madeAt: number;
  dueAt: number;
  triedAt: number;
  expiresAt: number;
  /** 1 if its content is outdated. */
  isOutdated: number;
  /** 1 if its secret or its own address was emptied. */
  isEmptied: number;
  /** 1 if it has a secret, which only the worker can open. */
  isSealed: number;
}

/** The state that operators see; `failed` waits for another try. */
export const shownState = ({ state, tries }: Pick<ListedMail, 'state' | 'tries'>) =>
  state === 'waiting' && tries > 0 ? 'failed' : state;

const LISTED = fragment`SELECT id, applicant_id AS applicantId, content ->> '$.message' AS message, kind, state, tries,
  error, made_at AS madeAt, due_at AS dueAt, tried_at AS triedAt, expires_at AS expiresAt,
  (sealed = '' OR address = '') IS TRUE AS isEmptied, sealed IS NOT NULL AS isSealed, ${IS_OUTDATED} AS isOutdated FROM mails`;

/** SQL: leaves out codes for addresses without an application. */
export const HAS_READER = fragment`(applicant_id IS NOT NULL OR address IS NOT NULL)`;

/** Mails that wait, are being sent or were sent. */
export class Outbox extends Repository {
  insert(mail: NewMail, condition = fragment`true`): D1PreparedStatement {
    return this.sql`INSERT INTO mails (id, applicant_id, kind, content, sealed, address, made_at, due_at, expires_at)
      SELECT ${mail.id}, ${mail.applicantId}, ${mail.kind}, ${mail.content}, ${mail.sealed}, ${mail.address},
        ${mail.madeAt}, ${mail.dueAt}, ${mail.expiresAt} WHERE ${condition}`;
  }

  /** Selects a row for a stored mail. */
  selectStored(id: string): D1PreparedStatement {
    return this.sql`SELECT 1 FROM mails WHERE id = ${id}`;
  }

  /** Replaces the waiting mail with an earlier code; writes nothing unless the batch has stored the code. */
  insertCode(mail: NewMail, code: { addressHash: string; codeHash: string }): D1PreparedStatement[] {
    const isStored = fragment`EXISTS (SELECT 1 FROM reset_codes
      WHERE address_hash = ${code.addressHash} AND code_hash = ${code.codeHash})`;
    return [
      this.sql`DELETE FROM mails
        WHERE applicant_id = ${mail.applicantId} AND kind = 'code' AND state = 'waiting' AND ${isStored}`,
      this.insert(mail, isStored),
    ];
  }

  /** The applicant to whom a code or link was mailed after `since`; null for none. */
  findReaderOfCode(id: string, since: number): Promise<string | null> {
    return this
      .sql`SELECT applicant_id FROM mails WHERE id = ${id} AND kind = 'code' AND made_at > ${since}`.first<string>(
      'applicant_id',
    );
  }

  dropStatusMails(applicantId: string): D1PreparedStatement {
    return this.sql`DELETE FROM mails
      WHERE applicant_id = ${applicantId} AND kind IN ('status', 'visa') AND state = 'waiting'`;
  }

  /** How many mails of each kind may still be sent on the day of `now`. */
  async leftToday(ceilings: Ceilings, now: number): Promise<MailsLeft> {
    const { results } = await this.sql`SELECT value AS kind,
        (SELECT count(*) FROM mails WHERE kind = value AND tried_at >= ${dayOf(now)}) AS sent
      FROM ${listOf(Object.keys(ceilings))}`.all<{ kind: string; sent: number }>();
    const left = results.map(({ kind, sent }) => [kind, Math.max(0, (ceilings[kind] ?? 0) - sent)]);
    return Object.fromEntries(left) as MailsLeft;
  }

  /** Claims a mail. If the result of the claim was lost, its key finds it. */
  #claim(now: number, where: Fragment): Promise<ClaimedMail | null> {
    const key = crypto.randomUUID();
    const find = () =>
      this.sql`SELECT ${CLAIMED} FROM mails WHERE state = 'sending' AND claim_key = ${key}`.first<ClaimedMail>();
    return patiently(async (nth) => {
      const lost = nth > 1 ? await find() : null;
      const update = this
        .sql`UPDATE mails SET state = 'sending', tries = tries + 1, tried_at = ${now}, claim_key = ${key}
        WHERE ${where} RETURNING ${CLAIMED}`;
      return lost ?? update.first<ClaimedMail>();
    });
  }

  /** Claims one mail; null when it is not waiting, or its kind has reached the ceiling of the day. */
  claim(id: string, { now, ceilings }: Claiming): Promise<ClaimedMail | null> {
    const isOpen = isBelowCeiling(fragment`mails.kind`, ceilings, now);
    return this.#claim(now, fragment`id = ${id} AND state = 'waiting' AND ${isOpen}`);
  }

  /** Claims a due mail. Codes come first, since people wait for them. */
  claimDue({ now, ceilings }: Claiming): Promise<ClaimedMail | null> {
    return this.#claim(
      now,
      fragment`id = (SELECT id FROM mails WHERE state = 'waiting' AND due_at <= ${now}
        AND ${isBelowCeiling(fragment`mails.kind`, ceilings, now)} ORDER BY kind <> 'code', due_at, rowid LIMIT 1)`,
    );
  }

  /** Marks a claimed mail as sent, even if it became `unclear` meanwhile. Empties secret and address. */
  async markSent({ id, triedAt }: ClaimedMail): Promise<void> {
    const update = this.sql`UPDATE mails SET state = 'sent', error = '', ${EMPTIED}
      WHERE id = ${id} AND tried_at = ${triedAt} AND state IN ('sending', 'unclear')`;
    await patiently(() => repeatable(update).run());
  }

  /**
   * @param error its kind, never its message
   * @param dueAt of the next try; null for no further try, since it may have been sent
   */
  async markFailed({ id, triedAt }: ClaimedMail, error: string, dueAt: number | null): Promise<void> {
    const update = this.sql`UPDATE mails SET state = ${dueAt === null ? 'unclear' : 'waiting'}, error = ${error},
        due_at = ${dueAt ?? triedAt}
      WHERE id = ${id} AND tried_at = ${triedAt} AND state = 'sending'`;
    await patiently(() => repeatable(update).run());
  }

  /** Deletes a mail without a recipient, or about deleted data. */
  async drop({ id }: ClaimedMail): Promise<void> {
    await repeatable(this.sql`DELETE FROM mails WHERE id = ${id}`).run();
  }

  /**
   * Ends mails that will not be sent; a mail whose tries were missed gets one more, unless it has a deadline.
   * @returns their kinds and new states
   */
  async endUnsent(now: number): Promise<EndedMail[]> {
    const [unclear, givenUp] = await this.db.batch<EndedMail>([
      this.sql`UPDATE mails SET state = 'unclear' WHERE state = 'sending' AND tried_at <= ${now - LONGEST_RUN_MS}
        RETURNING kind, state`,
      this.sql`UPDATE mails SET state = 'given_up'
        WHERE state = 'waiting' AND expires_at <= ${now} AND (due_at >= expires_at OR kind IN ('code', 'reminder'))
        RETURNING kind, state`,
      this.sql`UPDATE mails SET ${EMPTIED}
        WHERE state IN ('unclear', 'given_up') AND expires_at <= ${now} AND (sealed <> '' OR address <> '')`,
    ]);
    return [...(unclear?.results ?? []), ...(givenUp?.results ?? [])];
  }

  /**
   * Queues a mail again, due at once; if it changed meanwhile, the batch fails (conflict `mail`). Only a mail without a secret or
   * own address gets a later expiry.
   * @param triedFor milliseconds
   */
  resend(
    { id, state, triedAt }: { id: string; state: MailState; triedAt: number },
    { now, triedFor }: { now: number; triedFor: number },
  ): D1PreparedStatement {
    return this.sql`UPDATE mails SET state = CASE WHEN state = ${state} AND tried_at = ${triedAt} THEN 'waiting'
        ELSE NULL END, tries = 0, due_at = ${now}, expires_at = iif(sealed IS NULL AND address IS NULL, ${now} + ${triedFor}, expires_at)
      WHERE id = ${id}`;
  }

  /** Newest first. @param asked `applicantId` null: mails about all; `sent`: includes sent mails */
  async list(asked: { applicantId: string | null; sent: boolean }, { after, limit }: ListPage): Promise<ListedMail[]> {
    const { applicantId, sent } = asked;
    const last = Number.MAX_SAFE_INTEGER;
    const { at, id } = after ?? { at: last, id: '' };
    const states = sent ? fragment`` : fragment`AND state <> 'sent'`;
    const whose = applicantId === null ? HAS_READER : fragment`applicant_id = ${applicantId}`;
    const { results } = await this.sql`${LISTED} WHERE ${whose} ${states}
        AND (made_at, rowid) < (${at}, ifnull((SELECT rowid FROM mails WHERE id = ${id}), ${last}))
      ORDER BY made_at DESC, rowid DESC LIMIT ${limit}`.all<ListedMail>();
    return results;
  }

  /** A mail by its id, or the last mail about an application. */
  find(id: string): Promise<ListedMail | null> {
    return this.sql`${LISTED} WHERE id = coalesce(
      (SELECT id FROM mails WHERE id = ${id} AND ${HAS_READER}),
      (SELECT id FROM mails WHERE applicant_id = ${id} ORDER BY made_at DESC, rowid DESC LIMIT 1))`.first<ListedMail>();
  }
}
