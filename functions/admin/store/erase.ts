/** Requests to be deleted, of which an applicant has at most one open; and the deletion of everything about an applicant. */
import { DAY_MS } from '../../../src/domain/input/date.ts';
import { DeskLog } from './actions.ts';
import { commit, fragment, listOf, Repository, repeatable } from './database.ts';
import { LISTED, type ListedApplicant, type ListPage } from './lists.ts';
import { Messages } from './messages.ts';
import type { NewMail } from './outbox.ts';

export interface DeletionRequest {
  id: string;
  askedAt: number;
  answeredAt: number | null;
  /** Why the data stays; empty while the request is open. */
  answer: string;
}

/** Most mails a day to an applicant who asks and cancels in turn. */
const MAILS_A_DAY = 5;

type WaitingForDeletion = ListedApplicant & { deletionAskedAt: number };

/** Applicants' requests to be deleted. */
export class DeletionRequests extends Repository {
  /** Selects an applicant's request as {@link DeletionRequest}, or no row. */
  selectOf(applicantId: string): D1PreparedStatement {
    return this.sql`SELECT id, asked_at AS askedAt, answered_at AS answeredAt, answer FROM deletion_requests
      WHERE applicant_id = ${applicantId}`;
  }

  /** Stores a request, replacing an answered one; keeps an open one. */
  store({ applicantId, id, now }: { applicantId: string; id: string; now: number }): D1PreparedStatement {
    return this.sql`INSERT INTO deletion_requests (applicant_id, id, asked_at) SELECT id, ${id}, ${now} FROM applicants
        WHERE id = ${applicantId}
      ON CONFLICT (applicant_id) DO UPDATE SET id = ${id}, asked_at = ${now}, answered_at = NULL, answer = ''
      WHERE answered_at IS NOT NULL`;
  }

  /** A condition for the mail about a request: the batch has stored the request. */
  static hasRequest(id: string, { applicantId, kind, madeAt }: NewMail) {
    return fragment`EXISTS (SELECT 1 FROM deletion_requests WHERE id = ${id})
      AND (SELECT count(*) FROM mails
        WHERE applicant_id = ${applicantId} AND kind = ${kind} AND made_at > ${madeAt - DAY_MS}) < ${MAILS_A_DAY}`;
  }

  /** Deletes an open request; an answered one stays. */
  cancel(applicantId: string): D1PreparedStatement {
    return this.sql`DELETE FROM deletion_requests WHERE applicant_id = ${applicantId} AND answered_at IS NULL`;
  }

  /** Declines the request `id` with a reason; one that is not open fails the batch (conflict `deletion`). */
  decline(request: { applicantId: string; id: string; answer: string; now: number }): D1PreparedStatement {
    const { applicantId, id, answer, now } = request;
    return this.sql`INSERT INTO deletion_requests (applicant_id, id, asked_at)
      VALUES (${applicantId}, (SELECT id FROM deletion_requests WHERE applicant_id = ${applicantId} AND id = ${id}
        AND answered_at IS NULL), 0)
      ON CONFLICT (applicant_id) DO UPDATE SET answered_at = ${now}, answer = ${answer}`;
  }

  async list({ after, limit }: ListPage): Promise<WaitingForDeletion[]> {
    const { results } = await this.sql`SELECT ${LISTED}, d.asked_at AS deletionAskedAt FROM deletion_requests d
        JOIN applicants a ON a.id = d.applicant_id
      WHERE d.answered_at IS NULL AND (d.asked_at, d.applicant_id) > (${after?.at ?? -1}, ${after?.id ?? ''})
      ORDER BY d.asked_at, d.applicant_id LIMIT ${limit}`.all<WaitingForDeletion>();
    return results;
  }

  async count(): Promise<number> {
    const open = this.sql`SELECT count(*) AS count FROM deletion_requests WHERE answered_at IS NULL`;
    return (await open.first<number>('count')) ?? 0;
  }
}

/** The deletion of an applicant. */
export class Erasure extends Repository {
  /** What the operator sees before erasing; `deletionAskedAt`: time of an open request. Null for an unknown applicant. */
  async findSummary(id: string) {
    const [rows, visas, deletions] = await this.db.batch<Record<string, string>>([
      this.sql`SELECT anonymised_at FROM applicants WHERE id = ${id}`,
      this.sql`SELECT code FROM visas WHERE applicant_id = ${id}`,
      new DeletionRequests(this.db).selectOf(id),
    ]);
    const deletion = deletions?.results[0] as DeletionRequest | undefined;
    const row = rows?.results[0] as { anonymised_at: number | null } | undefined;
    if (!row) return null;
    return {
      visas: (visas?.results ?? []).map(({ code = '' }) => code),
      anonymisedAt: row.anonymised_at,
      deletionAskedAt: deletion?.answeredAt === null ? deletion.askedAt : null,
    };
  }

  /**
   * Deletes an applicant and all rows that refer to them; of desk actions, number, author and time stay. {@link eraseCounters}
   * deletes the counters of the addresses later.
   * @returns keys of the R2 objects, which are orphaned now
   */
  async erase({ id, by, now }: { id: string; by: string; now: number }): Promise<string[]> {
    const action = { applicantId: id, action: 'erase', detail: '', by, now };
    const { results } = await this.sql`SELECT id FROM files WHERE applicant_id = ${id}`.all<{ id: string }>();
    const log = new DeskLog(this.db);
    const statements = [
      this.sql`INSERT OR IGNORE INTO erased_addresses (email_key) SELECT email_key FROM applicants WHERE id = ${id}
        UNION SELECT email_key FROM left_addresses WHERE applicant_id = ${id}`,
      ...new Messages(this.db).deleteAbout([id]),
      this.sql`DELETE FROM applicants WHERE id = ${id}`,
      // The code of a visa would lead to the name on it.
      this.sql`UPDATE desk_actions SET detail = '' WHERE applicant_id = ${id}`,
      log.add(action),
    ];
    await commit(this.db, statements, log.selectAdded(action));
    return results.map((file) => file.id);
  }

  /** Deletes the counters of erased applicants' addresses. @param hashOf hashes an address with a key that only the worker has */
  async eraseCounters(hashOf: (emailKey: string) => string): Promise<void> {
    const { results } = await this.sql`SELECT email_key AS key FROM erased_addresses
      WHERE email_key > ''`.all<{ key: string }>();
    if (results.length === 0) return;
    const keys = results.map(({ key }) => key);
    const hashes = listOf(keys.map(hashOf));
    await this.db.batch(
      [
        this.sql`DELETE FROM sign_in_tries WHERE address_hash IN ${hashes}`,
        this.sql`DELETE FROM reset_codes WHERE address_hash IN ${hashes}`,
        this.sql`DELETE FROM erased_addresses WHERE email_key IN ${listOf(keys)}`,
      ].map(repeatable),
    );
  }
}
