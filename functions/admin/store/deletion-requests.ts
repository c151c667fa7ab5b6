/** Deletion requests of applicants. Rule: one each; an answer belongs to the request that the officer saw. */
import { LISTED, type ListedApplicant } from './lists.ts';

export interface DeletionRequest {
  id: string;
  askedAt: number;
  answeredAt: number | null;
  /** Why the data stays; empty while it is open. */
  answer: string;
}

/** Selects an applicant's request as {@link DeletionRequest}, or no row. */
export function deletionStatement(db: D1Database, applicantId: string): D1PreparedStatement {
  return db
    .prepare(
      'SELECT id, asked_at AS askedAt, answered_at AS answeredAt, answer FROM deletion_requests WHERE applicant_id = ?',
    )
    .bind(applicantId);
}

/** Stores a request, replacing an answered one; keeps an open one. */
export function requestDeletion(
  db: D1Database,
  { applicantId, id, now }: { applicantId: string; id: string; now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO deletion_requests (applicant_id, id, asked_at) SELECT id, ?2, ?3 FROM applicants WHERE id = ?1
       ON CONFLICT (applicant_id) DO UPDATE SET id = ?2, asked_at = ?3, answered_at = NULL, answer = ''
       WHERE answered_at IS NOT NULL`,
    )
    .bind(applicantId, id, now);
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits the mails of an applicant who asks and cancels in turn. */
const MAILS_A_DAY = 5;

/** For `insertMailWhere`: whether the batch has stored the request of this id. */
export const HAS_REQUEST = `EXISTS (SELECT 1 FROM deletion_requests WHERE id = ?10)
  AND (SELECT count(*) FROM mails WHERE applicant_id = ?2 AND kind = ?3 AND made_at > ?7 - ${DAY_MS}) < ${MAILS_A_DAY}`;

/** Deletes an open request; an answered one stays. */
export function cancelDeletion(db: D1Database, applicantId: string): D1PreparedStatement {
  return db.prepare('DELETE FROM deletion_requests WHERE applicant_id = ? AND answered_at IS NULL').bind(applicantId);
}

/** Declines the request `id` with a reason; one that is not open fails the batch (conflict `deletion`). */
export function declineDeletion(
  db: D1Database,
  { applicantId, id, answer, now }: { applicantId: string; id: string; answer: string; now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO deletion_requests (applicant_id, id, asked_at)
       VALUES (?1, (SELECT id FROM deletion_requests WHERE applicant_id = ?1 AND id = ?2 AND answered_at IS NULL), 0)
       ON CONFLICT (applicant_id) DO UPDATE SET answered_at = ?4, answer = ?3`,
    )
    .bind(applicantId, id, answer, now);
}

export type WaitingForDeletion = ListedApplicant & { deletionAskedAt: number };

/** Applications with an open deletion request, oldest request first. */
export async function listDeletions(
  db: D1Database,
  { after, limit }: { after: { at: number; id: string } | null; limit: number },
): Promise<WaitingForDeletion[]> {
  const { results } = await db
    .prepare(
      `SELECT ${LISTED}, d.asked_at AS deletionAskedAt FROM deletion_requests d JOIN applicants a ON a.id = d.applicant_id
       WHERE d.answered_at IS NULL AND (d.asked_at, d.applicant_id) > (?1, ?2)
       ORDER BY d.asked_at, d.applicant_id LIMIT ?3`,
    )
    .bind(after?.at ?? -1, after?.id ?? '', limit)
    .all<WaitingForDeletion>();
  return results;
}

export async function countDeletions(db: D1Database): Promise<number> {
  const row = await db
    .prepare('SELECT count(*) AS count FROM deletion_requests WHERE answered_at IS NULL')
    .first<{ count: number }>();
  return row?.count ?? 0;
}
