/** Messages to the staff and their answers. A message is stored once per key, and answered or closed once. */
import { fragment, joinFragments, listOf, Repository } from './database.ts';
import type { Cursor, ListPage } from './lists.ts';

export interface NewMessage {
  id: string;
  /** The id that the sender gave the message. */
  key: string;
  /** Null for a message of the help page, which has an address. */
  applicantId: string | null;
  email: string | null;
  emailKey: string | null;
  name: string;
  /** Number of the application as typed; empty in an applicant's message. */
  number: string;
  locale: string;
  text: string;
  /** Under whom the message is counted: an applicant, or a network by its keyed hash. */
  sender: string;
  sentAt: number;
}

/** SQL: the messages that count for a sender. */
const counted = (sender: string, since: number) =>
  fragment`FROM messages WHERE sent_at > ${since} AND sender = ${sender}`;

export interface Message {
  id: string;
  /** Null for a message of the help page. */
  applicantId: string | null;
  /** The officer who works on the application, and so on its messages; null for none. */
  assignee: string | null;
  /** Recipient of the answer; for an applicant the present address. */
  email: string;
  name: string;
  /** As typed on the help page. */
  number: string;
  locale: string;
  /** Empty where the office wrote first. */
  text: string;
  sentAt: number;
  state: 'open' | 'answered' | 'closed';
  answer: string | null;
  endedBy: string | null;
  endedAt: number | null;
}

/** A time in milliseconds that is later than that of any message. */
const LATER = 1e13;

/** The position of a message in {@link Messages.list}. */
export function placeOf({ state, assignee, sentAt, id }: Message, officer: string): Cursor {
  const at = state !== 'open' ? 3 * LATER - sentAt : assignee === officer ? sentAt : LATER + sentAt;
  return { at, id };
}

const READ = fragment`SELECT m.id, m.applicant_id AS applicantId, a.assignee,
  coalesce(m.email, a.fields ->> '$.email', '') AS email, coalesce(nullif(m.name, ''), a.fields ->> '$.fio', '') AS name,
  m.number, coalesce(a.locale, m.locale) AS locale, m.text, m.sent_at AS sentAt, m.state, m.answer,
  m.ended_by AS endedBy, m.ended_at AS endedAt
  FROM messages m LEFT JOIN applicants a ON a.id = m.applicant_id`;

/** Messages to the staff and their answers. */
export class Messages extends Repository {
  /** A message that the office writes first: stored as an answer without a question. */
  write(
    message: Pick<NewMessage, 'id' | 'key' | 'locale' | 'text'> & { applicantId: string; by: string; now: number },
  ): D1PreparedStatement {
    const { id, key, applicantId, locale, text, by, now } = message;
    return this.sql`INSERT INTO messages (id, key, applicant_id, name, number, locale, text, sender,
        sent_at, state, answer, ended_by, ended_at)
      VALUES (${id}, ${key}, ${applicantId}, '', '', ${locale}, '', '', ${now}, 'answered', ${text}, ${by}, ${now})`;
  }

  /** Inserts a message unless its key exists or its sender has already sent `most`; the result's `meta.changes` tells which. */
  insert(message: NewMessage, most: number, since: number): D1PreparedStatement {
    const { id, key, applicantId, email, emailKey, name, number, locale, text, sender, sentAt } = message;
    return this.sql`INSERT INTO messages (id, key, applicant_id, email, email_key, name, number, locale, text, sender,
        sent_at)
      SELECT ${id}, ${key}, ${applicantId}, ${email}, ${emailKey}, ${name}, ${number}, ${locale}, ${text}, ${sender},
        ${sentAt} WHERE (SELECT count(*) ${counted(sender, since)}) < ${most}
      ON CONFLICT (key) DO NOTHING`;
  }

  /** Selects a row for a stored message. */
  selectStored(id: string): D1PreparedStatement {
    return this.sql`SELECT 1 FROM messages WHERE id = ${id}`;
  }

  findByKey(key: string) {
    return this.sql`SELECT applicant_id AS applicantId, email, name, number, text FROM messages
      WHERE key = ${key}`.first<Pick<NewMessage, 'applicantId' | 'email' | 'name' | 'number' | 'text'>>();
  }

  /** When the oldest of the last `most` counted messages was sent; null if there are fewer. */
  oldestCounted(sender: string, most: number, since: number): Promise<number | null> {
    return this.sql`SELECT sent_at ${counted(sender, since)}
      ORDER BY sent_at DESC LIMIT 1 OFFSET ${most - 1}`.first<number>('sent_at');
  }

  find(id: string): Promise<Message | null> {
    return this.sql`${READ} WHERE m.id = ${id}`.first<Message>();
  }

  async ofApplicant(applicantId: string, limit: number): Promise<Message[]> {
    const { results } = await this.sql`${READ} WHERE m.applicant_id = ${applicantId}
      ORDER BY m.sent_at DESC, m.id LIMIT ${limit}`.all<Message>();
    return results;
  }

  /** All messages of an applicant, oldest first, including those of the help page from the applicant's address. */
  async forExport({ id, emailKey }: { id: string; emailKey: string }): Promise<Message[]> {
    const { results } = await this.sql`${READ} WHERE m.applicant_id = ${id} OR m.email_key = ${emailKey}
      ORDER BY m.sent_at, m.id`.all<Message>();
    return results;
  }

  /** Open messages, the officer's before others and longest waiting first; with `all` followed by the others, newest first. */
  async list({ all, officer }: { all: boolean; officer: string }, { after, limit }: ListPage): Promise<Message[]> {
    const { at, id } = after ?? { at: 0, id: '' };
    const place = fragment`iif(a.assignee IS ${officer}, 0, ${LATER}) + m.sent_at`;
    // One query per state is sorted by the index.
    const ended = ['answered', 'closed'].map(
      (state) =>
        fragment`SELECT * FROM (${READ} WHERE m.state = ${state} AND (m.sent_at, m.id) < (${3 * LATER - at}, ${id})
          ORDER BY m.sent_at DESC, m.id DESC LIMIT ${limit})`,
    );
    const statements = [
      this
        .sql`${READ} WHERE m.state = 'open' AND (${place}, m.id) > (${at}, ${id}) ORDER BY ${place}, m.id LIMIT ${limit}`,
      this.sql`${joinFragments(ended, ' UNION ALL ')} ORDER BY sentAt DESC, id DESC LIMIT ${limit}`,
    ];
    const found = await this.db.batch<Message>(all ? statements : statements.slice(0, 1));
    return found.flatMap(({ results }) => results).slice(0, limit);
  }

  async countOpen(): Promise<number> {
    return (await this.sql`SELECT count(*) AS count FROM messages WHERE state = 'open'`.first<number>('count')) ?? 0;
  }

  /** Answers a message, or closes it where `answer` is null. A message that is not open fails the batch (conflict `message`). */
  end(id: string, { answer, by, now }: { answer: string | null; by: string; now: number }): D1PreparedStatement {
    const state = answer === null ? 'closed' : 'answered';
    return this.sql`UPDATE messages SET state = CASE WHEN state <> 'open' THEN NULL ELSE ${state} END,
      answer = ${answer}, ended_by = ${by}, ended_at = ${now} WHERE id = ${id}`;
  }

  /** Deletes help-page messages from applicants' addresses or about their numbers, with their mails; those of accounts go with the applicants. */
  deleteAbout(applicantIds: readonly string[]): D1PreparedStatement[] {
    const ids = listOf(applicantIds);
    const about = fragment`(SELECT id FROM messages WHERE applicant_id IS NULL AND (number IN ${ids}
      OR email_key IN (SELECT email_key FROM applicants WHERE id IN ${ids}
        UNION SELECT email_key FROM left_addresses WHERE applicant_id IN ${ids})))`;
    return [
      this.sql`DELETE FROM mails WHERE applicant_id IS NULL AND content ->> '$.message' IN ${about}`,
      this.sql`DELETE FROM messages WHERE id IN ${about}`,
    ];
  }

  /** Deletes old messages of the help page, and clears the senders that no longer count. */
  expire({ sentBefore, countedBefore }: { sentBefore: number; countedBefore: number }) {
    return [
      this.sql`DELETE FROM messages WHERE applicant_id IS NULL AND sent_at <= ${sentBefore}`,
      this.sql`UPDATE messages SET sender = '' WHERE sender <> '' AND sent_at <= ${countedBefore}`,
    ];
  }
}
