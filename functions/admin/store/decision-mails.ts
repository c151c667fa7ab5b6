/**
 * Mails about decisions, which wait while the decision can be undone, and the undoing of the last one by an operator. Rule: at
 * most one mail about a status waits for an applicant. A later decision replaces it, and keeps it in the content of its own mail, so that an undo restores it.
 */
import { commit, fragment, Repository } from './database.ts';
import { isWaitingStatusMail, type MailState, type NewMail } from './outbox.ts';

/** A mail without a secret as JSON, for `#restore`. */
const AS_JSON = fragment`json_object('id', id, 'kind', kind, 'content', json(content), 'position', position,
  'tries', tries, 'error', error, 'made_at', made_at, 'due_at', due_at, 'expires_at', expires_at, 'tried_at', tried_at)`;

/** Decisions whose mail was never tried. */
interface Unheard {
  mailId: string;
  /** Position of the first of the decisions; the applicant knows the entry before it. */
  position: number;
  /** The mails that the first of them replaced, for `#restore`. */
  replaced: string;
}

interface Replaced {
  content: { replaced?: Replaced[] };
  position: number | null;
  tried_at: number;
}

/** The last entry of a history and the mail that announces it. */
export interface LastEntry {
  status: string;
  at: number;
  position: number;
  previous: string | null;
  /** Who made it; null for the applicant. */
  officer: string | null;
  /** Null unless an operator set it. */
  mailId: string | null;
  mailState: MailState | null;
  /** 0 for a mail that was tried: it may have arrived. */
  dueAt: number | null;
  /** The mails that this mail replaced; see `#restore`. */
  replaced: string | null;
}

/** Mails about decisions, and the entries that they announce. */
export class DecisionMails extends Repository {
  /** Inserts the mail about the status added in this batch, and deletes the waiting mails that it replaces. */
  insert(mail: NewMail): D1PreparedStatement[] {
    const { id, applicantId, kind, content, madeAt, dueAt, expiresAt } = mail;
    const waiting = isWaitingStatusMail(applicantId);
    return [
      this.sql`INSERT INTO mails (id, applicant_id, kind, content, made_at, due_at, expires_at, position)
        VALUES (${id}, ${applicantId}, ${kind},
          (SELECT iif(count(*) > 0, json_set(${content}, '$.replaced', json_group_array(${AS_JSON})), ${content})
           FROM mails WHERE ${waiting}), ${madeAt}, ${dueAt}, ${expiresAt},
          (SELECT max(position) FROM status_history WHERE applicant_id = ${applicantId}))`,
      this.sql`DELETE FROM mails WHERE id <> ${id} AND ${waiting}`,
    ];
  }

  /** Null where the applicant knows the present status, or may know it: a failed or repeated mail may have arrived. */
  async findUnheard(applicantId: string): Promise<Unheard | null> {
    const row = await this.sql`SELECT id, content, position FROM mails WHERE ${isWaitingStatusMail(applicantId)}
      AND position IS NOT NULL AND tried_at = 0 ORDER BY position DESC LIMIT 1`.first<{
      id: string;
      content: string;
      position: number;
    }>();
    if (!row) return null;
    let { position } = row;
    let { replaced = [] } = JSON.parse(row.content) as Replaced['content'];
    for (let [earlier] = replaced; earlier?.position != null && earlier.tried_at === 0; [earlier] = replaced) {
      position = earlier.position;
      replaced = earlier.content.replaced ?? [];
    }
    return { mailId: row.id, position, replaced: JSON.stringify(replaced) };
  }

  /**
   * Deletes the waiting mail of decisions that the applicant never hears of, and restores the mails before it. A mail that is
   * sent meanwhile fails the batch (conflict `version`).
   */
  dropUnheard(applicantId: string, { mailId, replaced }: Unheard): D1PreparedStatement[] {
    return [
      this.sql`UPDATE applicants SET version = CASE WHEN EXISTS
          (SELECT 1 FROM mails WHERE id = ${mailId} AND state = 'waiting' AND tried_at = 0) THEN version ELSE NULL END
        WHERE id = ${applicantId}`,
      this.sql`DELETE FROM mails WHERE applicant_id = ${applicantId} AND id = ${mailId}`,
      this.#restore(applicantId, replaced),
    ];
  }

  /** Inserts replaced mails as they were. @param replaced `$.replaced` of a mail's content, as JSON; null for none */
  #restore(applicantId: string, replaced: string | null): D1PreparedStatement {
    return this.sql`INSERT INTO mails (applicant_id, id, kind, content, position, tries, error, made_at,
        due_at, expires_at, tried_at)
      SELECT ${applicantId}, value ->> '$.id', value ->> '$.kind', value -> '$.content', value ->> '$.position',
        value ->> '$.tries', value ->> '$.error', value ->> '$.made_at', value ->> '$.due_at', value ->> '$.expires_at',
        value ->> '$.tried_at' FROM json_each(${replaced ?? '[]'})`;
  }

  lastEntry(applicantId: string): Promise<LastEntry | null> {
    return this.sql`SELECT h.status, h.created_at AS at, h.position, h.officer, m.id AS mailId, m.state AS mailState,
        iif(m.tried_at = 0, m.due_at, 0) AS dueAt, m.content -> '$.replaced' AS replaced,
        (SELECT p.status FROM status_history p
         WHERE p.applicant_id = h.applicant_id AND p.position = h.position - 1) AS previous
      FROM status_history h LEFT JOIN mails m ON m.applicant_id = h.applicant_id AND m.position = h.position
      WHERE h.applicant_id = ${applicantId} ORDER BY h.position DESC LIMIT 1`.first<LastEntry>();
  }

  /**
   * Removes an entry with its visa and mail; a visa that it revoked is valid again, and mails that its mail replaced wait again. A sent mail or another change fails the batch
   * (conflict `version`).
   */
  async undo(
    entry: { applicantId: string; version: number; now: number } & Pick<
      LastEntry,
      'status' | 'at' | 'position' | 'previous' | 'mailId' | 'replaced'
    >,
    also: readonly D1PreparedStatement[],
    written: D1PreparedStatement,
  ): Promise<void> {
    const { applicantId, version, now, status, at, position, previous, mailId, replaced } = entry;
    const own = fragment`applicant_id = ${applicantId}`;
    const statements = [
      this
        .sql`UPDATE applicants SET status = ${previous}, version = CASE WHEN status = ${status} AND version = ${version}
          AND (SELECT max(position) FROM status_history WHERE ${own}) = ${position}
          AND EXISTS (SELECT 1 FROM mails WHERE id = ${mailId} AND state = 'waiting' AND due_at > ${now} AND tried_at = 0)
          THEN version ELSE NULL END
        WHERE id = ${applicantId}`,
      this.sql`DELETE FROM status_history WHERE ${own} AND position = ${position}`,
      // Without its mail a reminder was dropped, since it was over meanwhile.
      this.sql`UPDATE status_history SET reminded_at = NULL WHERE ${own} AND position = ${position} - 1
        AND NOT EXISTS (SELECT 1 FROM mails WHERE ${own} AND kind = 'reminder' AND made_at = reminded_at)`,
      this.sql`DELETE FROM visas WHERE ${own} AND issued_at = ${at}`,
      this.sql`UPDATE visas SET revoked_at = NULL WHERE ${own} AND revoked_at = ${at}`,
      this.sql`DELETE FROM mails WHERE ${own} AND id = ${mailId}`,
      this.#restore(applicantId, replaced),
      ...also,
    ];
    await commit(this.db, statements, written);
  }
}
