/**
 * The outbox. Rule: a mail is written in the batch of the event it reports, and claimed before it is sent, so that it is sent
 * once. A mail whose sender died is `unclear`; only an operator sends it again.
 */
export type MailState = 'waiting' | 'sending' | 'sent' | 'unclear' | 'given_up';

/** Times in milliseconds since 1970. */
export interface NewMail {
  id: string;
  /** Null for a code requested for an address without an application. */
  applicantId: string | null;
  kind: string;
  /** JSON without secrets. */
  content: string;
  /** See `seal`. */
  sealed: string | null;
  /** Null: the applicant's address when the mail is sent. */
  address: string | null;
  madeAt: number;
  dueAt: number;
  /** When sending is given up. */
  expiresAt: number;
}

const COLUMNS = 'id, applicant_id, kind, content, sealed, address, made_at, due_at, expires_at';
const INSERT_WHERE = `INSERT INTO mails (${COLUMNS}) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE`;
const valuesOf = (mail: NewMail) => [
  ...[mail.id, mail.applicantId, mail.kind, mail.content, mail.sealed, mail.address],
  ...[mail.madeAt, mail.dueAt, mail.expiresAt],
];

export function insertMail(db: D1Database, mail: NewMail): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO mails (${COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`)
    .bind(...valuesOf(mail));
}

/** Inserts a mail where the previous statement of the batch wrote a row. */
export function insertMailIfWritten(db: D1Database, mail: NewMail): D1PreparedStatement {
  return db.prepare(`${INSERT_WHERE} changes() > 0`).bind(...valuesOf(mail));
}

/** Replaces the waiting mail of an earlier code; both only where the batch has stored the code. */
export function insertCodeMail(
  db: D1Database,
  mail: NewMail,
  code: { addressHash: string; codeHash: string },
): D1PreparedStatement[] {
  const taken = (address: string, hash: string) =>
    `EXISTS (SELECT 1 FROM reset_codes WHERE address_hash = ${address} AND code_hash = ${hash})`;
  return [
    db
      .prepare(
        `DELETE FROM mails WHERE applicant_id = ?1 AND kind = 'code' AND state = 'waiting' AND ${taken('?2', '?3')}`,
      )
      .bind(mail.applicantId, code.addressHash, code.codeHash),
    db.prepare(`${INSERT_WHERE} ${taken('?10', '?11')}`).bind(...valuesOf(mail), code.addressHash, code.codeHash),
  ];
}

/** Inserts a mail where `condition` holds. @param condition SQL: `?2` applicant, `?3` kind, `?7` time, `?10` `value` */
export function insertMailWhere(db: D1Database, mail: NewMail, condition: string, value: string): D1PreparedStatement {
  return db.prepare(`${INSERT_WHERE} ${condition}`).bind(...valuesOf(mail), value);
}

/** The kinds of mail that report a status. */
export const STATUS_MAILS = "('status', 'visa')";

/** Drops waiting mails about earlier statuses. */
export function dropStatusMails(db: D1Database, applicantId: string): D1PreparedStatement {
  return db
    .prepare(`DELETE FROM mails WHERE applicant_id = ? AND kind IN ${STATUS_MAILS} AND state = 'waiting'`)
    .bind(applicantId);
}

export interface ClaimedMail {
  id: string;
  applicantId: string | null;
  kind: string;
  content: string;
  sealed: string | null;
  email: string | null;
  locale: string | null;
  name: string | null;
  type: string | null;
  tries: number;
  /** Identifies the claim together with the id. */
  triedAt: number;
}

const CLAIM = "UPDATE mails SET state = 'sending', tries = tries + 1, tried_at = ?1";
const CLAIMED = `RETURNING id, applicant_id AS applicantId, kind, content, sealed, tries, tried_at AS triedAt,
  coalesce(address, (SELECT fields ->> '$.email' FROM applicants WHERE applicants.id = applicant_id)) AS email,
  (SELECT locale FROM applicants WHERE applicants.id = applicant_id) AS locale,
  (SELECT fields ->> '$.name' FROM applicants WHERE applicants.id = applicant_id) AS name,
  (SELECT application_type FROM applicants WHERE applicants.id = applicant_id) AS type`;

/** Claims one mail; null when it is not waiting. */
export function claimMail(db: D1Database, id: string, now: number): Promise<ClaimedMail | null> {
  return db.prepare(`${CLAIM} WHERE id = ?2 AND state = 'waiting' ${CLAIMED}`).bind(now, id).first<ClaimedMail>();
}

export function claimDue(db: D1Database, now: number): Promise<ClaimedMail | null> {
  return db
    .prepare(
      `${CLAIM} WHERE id = (SELECT id FROM mails WHERE state = 'waiting' AND due_at <= ?1 ORDER BY due_at, rowid LIMIT 1)
       ${CLAIMED}`,
    )
    .bind(now)
    .first<ClaimedMail>();
}

/** The kind of mail that can be sent again without its secret. */
const RECEIVED = 'received';

/** `substr` keeps NULL. */
const EMPTIED = `sealed = iif(kind = '${RECEIVED}', NULL, substr(sealed, 1, 0)), address = substr(address, 1, 0)`;

/** Marks a claimed mail as sent, also when it became `unclear` meanwhile. Empties secret and address. */
export async function markSent(db: D1Database, { id, triedAt }: ClaimedMail): Promise<void> {
  await db
    .prepare(
      `UPDATE mails SET state = 'sent', error = '', ${EMPTIED}
       WHERE id = ? AND tried_at = ? AND state IN ('sending', 'unclear')`,
    )
    .bind(id, triedAt)
    .run();
}

/** @param error its kind, never its message @param dueAt of the next try */
export async function markFailed(
  db: D1Database,
  { id, triedAt }: ClaimedMail,
  error: string,
  dueAt: number,
): Promise<void> {
  await db
    .prepare(
      "UPDATE mails SET state = 'waiting', error = ?3, due_at = ?4 WHERE id = ?1 AND tried_at = ?2 AND state = 'sending'",
    )
    .bind(id, triedAt, error, dueAt)
    .run();
}

/** For a code without an applicant, or a mail about deleted data. */
export async function dropMail(db: D1Database, { id }: ClaimedMail): Promise<void> {
  await db.prepare('DELETE FROM mails WHERE id = ?').bind(id).run();
}

/** A scheduled worker runs 15 minutes at most. */
const LONGEST_RUN_MS = 15 * 60_000;

interface EndedMail {
  kind: string;
  state: 'unclear' | 'given_up';
}

/** Ends mails that will not be sent. @returns their kinds and new states */
export async function endMails(db: D1Database, now: number): Promise<EndedMail[]> {
  const [unclear, givenUp] = await db.batch<EndedMail>([
    db
      .prepare("UPDATE mails SET state = 'unclear' WHERE state = 'sending' AND tried_at <= ? RETURNING kind, state")
      .bind(now - LONGEST_RUN_MS),
    db
      .prepare("UPDATE mails SET state = 'given_up' WHERE state = 'waiting' AND expires_at <= ? RETURNING kind, state")
      .bind(now),
    db
      .prepare(
        `UPDATE mails SET ${EMPTIED}
         WHERE state IN ('unclear', 'given_up') AND expires_at <= ? AND (sealed <> '' OR address <> '')`,
      )
      .bind(now),
  ]);
  return [...(unclear?.results ?? []), ...(givenUp?.results ?? [])];
}

/**
 * Queues a mail again, due at once; a changed mail fails the batch (conflict `mail`). Its expiry moves only without a secret or
 * own address. @param triedFor milliseconds
 */
export function resendMail(
  db: D1Database,
  { id, state, triedAt }: { id: string; state: MailState; triedAt: number },
  { now, triedFor }: { now: number; triedFor: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE mails SET state = CASE WHEN state = ?2 AND tried_at = ?3 THEN 'waiting' ELSE NULL END, tries = 0,
         due_at = ?4, expires_at = iif(sealed IS NULL AND address IS NULL, ?4 + ?5, expires_at)
       WHERE id = ?1`,
    )
    .bind(id, state, triedAt, now, triedFor);
}
