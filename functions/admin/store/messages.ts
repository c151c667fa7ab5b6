/** Messages to the staff and their answers. Rule: stored once per key, answered or closed once. */

export interface NewMessage {
  id: string;
  /** The sender's own id of the message. */
  key: string;
  /** Null for a message of the help page, which has an address. */
  applicantId: string | null;
  email: string | null;
  emailKey: string | null;
  name: string;
  /** Of the application, as typed; empty in an applicant's message. */
  number: string;
  locale: string;
  text: string;
  /** Counted against the limit. */
  sender: string;
  sentAt: number;
}

/** At most `most` messages per sender since `since`. */
export interface MessageLimit {
  most: number;
  since: number;
}

/** Inserts a message unless its key exists or its sender is over the limit; see the result's `meta.changes`. */
export function insertMessage(db: D1Database, message: NewMessage, { most, since }: MessageLimit): D1PreparedStatement {
  const { id, key, applicantId, email, emailKey, name, number, locale, text, sender, sentAt } = message;
  return db
    .prepare(
      `INSERT INTO messages (id, key, applicant_id, email, email_key, name, number, locale, text, sender, sent_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
       WHERE (SELECT count(*) FROM messages WHERE sender = ?10 AND sender <> '' AND sent_at > ?12) < ?13
       ON CONFLICT (key) DO NOTHING`,
    )
    .bind(id, key, applicantId, email, emailKey, name, number, locale, text, sender, sentAt, since, most);
}

export function findByKey(db: D1Database, key: string) {
  return db
    .prepare('SELECT applicant_id AS applicantId, email, name, number, text FROM messages WHERE key = ?')
    .bind(key)
    .first<Pick<NewMessage, 'applicantId' | 'email' | 'name' | 'number' | 'text'>>();
}

/** When the oldest message was sent that counts against the limit; null below the limit. */
export async function oldestCounted(
  db: D1Database,
  sender: string,
  { most, since }: MessageLimit,
): Promise<number | null> {
  const row = await db
    .prepare(
      "SELECT sent_at FROM messages WHERE sender = ? AND sender <> '' AND sent_at > ? ORDER BY sent_at DESC LIMIT 1 OFFSET ?",
    )
    .bind(sender, since, most - 1)
    .first<{ sent_at: number }>();
  return row?.sent_at ?? null;
}

export interface Message {
  id: string;
  /** Null for a message of the help page. */
  applicantId: string | null;
  /** Recipient of the answer; of an applicant the present address. */
  email: string;
  name: string;
  /** As typed on the help page. */
  number: string;
  locale: string;
  text: string;
  sentAt: number;
  state: 'open' | 'answered' | 'closed';
  answer: string | null;
  endedBy: string | null;
  endedAt: number | null;
}

const READ = `SELECT m.id, m.applicant_id AS applicantId, coalesce(m.email, a.fields ->> '$.email', '') AS email,
  coalesce(nullif(m.name, ''), a.fields ->> '$.fio', '') AS name, m.number, coalesce(a.locale, m.locale) AS locale, m.text,
  m.sent_at AS sentAt, m.state, m.answer, m.ended_by AS endedBy, m.ended_at AS endedAt
  FROM messages m LEFT JOIN applicants a ON a.id = m.applicant_id`;

export function findMessage(db: D1Database, id: string): Promise<Message | null> {
  return db.prepare(`${READ} WHERE m.id = ?`).bind(id).first<Message>();
}

export async function messagesOf(db: D1Database, applicantId: string, limit: number): Promise<Message[]> {
  const statement = db.prepare(`${READ} WHERE m.applicant_id = ? ORDER BY m.sent_at DESC, m.id LIMIT ?`);
  return (await statement.bind(applicantId, limit).all<Message>()).results;
}

/** All messages of an applicant, oldest first, including those of the help page from the applicant's address. */
export async function messagesForExport(
  db: D1Database,
  { id, emailKey }: { id: string; emailKey: string },
): Promise<Message[]> {
  const statement = db.prepare(`${READ} WHERE m.applicant_id = ?1 OR m.email_key = ?2 ORDER BY m.sent_at, m.id`);
  return (await statement.bind(id, emailKey).all<Message>()).results;
}

/** Open messages, longest waiting first; with `all` then the others, newest first. */
export async function listMessages(db: D1Database, all: boolean, limit: number): Promise<Message[]> {
  const open = db.prepare(`${READ} WHERE m.state = 'open' ORDER BY m.sent_at, m.id LIMIT ?1`);
  // One list per state comes sorted from the index.
  const [answered, closed] = ['answered', 'closed'].map(
    (state) => `SELECT * FROM (${READ} WHERE m.state = '${state}' ORDER BY m.sent_at DESC, m.id DESC LIMIT ?1)`,
  );
  const ended = db.prepare(`${answered} UNION ALL ${closed} ORDER BY sentAt DESC, id DESC LIMIT ?1`);
  const found = await db.batch<Message>((all ? [open, ended] : [open]).map((statement) => statement.bind(limit)));
  return found.flatMap(({ results }) => results).slice(0, limit);
}

export async function countOpenMessages(db: D1Database): Promise<number> {
  const row = await db
    .prepare("SELECT count(*) AS count FROM messages WHERE state = 'open'")
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/** Answers a message, or closes it where `answer` is null. A message that is not open fails the batch (conflict `message`). */
export function endMessage(
  db: D1Database,
  id: string,
  { answer, by, now }: { answer: string | null; by: string; now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE messages SET state = CASE WHEN state <> 'open' THEN NULL WHEN ?2 IS NULL THEN 'closed' ELSE 'answered' END,
         answer = ?2, ended_by = ?3, ended_at = ?4 WHERE id = ?1`,
    )
    .bind(id, answer, by, now);
}

/**
 * Deletes messages of the help page from applicants' addresses or about their numbers; those of accounts are deleted with the
 * applicants. @param ids JSON list of numbers
 */
export function deleteMessagesAbout(db: D1Database, ids: string): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM messages WHERE applicant_id IS NULL AND (number IN (SELECT value FROM json_each(?1))
         OR email_key IN (SELECT email_key FROM applicants WHERE id IN (SELECT value FROM json_each(?1))
           UNION SELECT email_key FROM left_addresses WHERE applicant_id IN (SELECT value FROM json_each(?1))))`,
    )
    .bind(ids);
}

/** Deletes old messages of the help page, and clears the senders that no longer count. */
export function expireMessages(
  db: D1Database,
  { sentBefore, countedBefore }: { sentBefore: number; countedBefore: number },
) {
  return [
    db.prepare('DELETE FROM messages WHERE applicant_id IS NULL AND sent_at <= ?').bind(sentBefore),
    db.prepare("UPDATE messages SET sender = '' WHERE sender <> '' AND sent_at <= ?").bind(countedBefore),
  ];
}
