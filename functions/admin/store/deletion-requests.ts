/** Deletion requests of applicants. Rule: one each; an answer belongs to the request that the officer saw. */

import { fragment, sql } from './database.ts';
import { LISTED, type ListedApplicant, type Page } from './lists.ts';
import type { NewMail } from './outbox.ts';

export interface DeletionRequest {
  id: string;
  askedAt: number;
  answeredAt: number | null;
  /** Why the data stays; empty while it is open. */
  answer: string;
}

/** Selects an applicant's request as {@link DeletionRequest}, or no row. */
export function deletionStatement(db: D1Database, applicantId: string): D1PreparedStatement {
  return sql(db)`SELECT id, asked_at AS askedAt, answered_at AS answeredAt, answer FROM deletion_requests
    WHERE applicant_id = ${applicantId}`;
}

/** Stores a request, replacing an answered one; keeps an open one. */
export function requestDeletion(
  db: D1Database,
  { applicantId, id, now }: { applicantId: string; id: string; now: number },
): D1PreparedStatement {
  return sql(db)`INSERT INTO deletion_requests (applicant_id, id, asked_at) SELECT id, ${id}, ${now} FROM applicants
      WHERE id = ${applicantId}
    ON CONFLICT (applicant_id) DO UPDATE SET id = ${id}, asked_at = ${now}, answered_at = NULL, answer = ''
    WHERE answered_at IS NOT NULL`;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits the mails of an applicant who asks and cancels in turn. */
const MAILS_A_DAY = 5;

/** For the mail about a request: whether the batch has stored the request. */
export const hasRequest = (id: string, { applicantId, kind, madeAt }: NewMail) =>
  fragment`EXISTS (SELECT 1 FROM deletion_requests WHERE id = ${id})
    AND (SELECT count(*) FROM mails
      WHERE applicant_id = ${applicantId} AND kind = ${kind} AND made_at > ${madeAt - DAY_MS}) < ${MAILS_A_DAY}`;

/** Deletes an open request; an answered one stays. */
export function cancelDeletion(db: D1Database, applicantId: string): D1PreparedStatement {
  return sql(db)`DELETE FROM deletion_requests WHERE applicant_id = ${applicantId} AND answered_at IS NULL`;
}

/** Declines the request `id` with a reason; one that is not open fails the batch (conflict `deletion`). */
export function declineDeletion(
  db: D1Database,
  { applicantId, id, answer, now }: { applicantId: string; id: string; answer: string; now: number },
): D1PreparedStatement {
  return sql(db)`INSERT INTO deletion_requests (applicant_id, id, asked_at)
    VALUES (${applicantId}, (SELECT id FROM deletion_requests WHERE applicant_id = ${applicantId} AND id = ${id}
      AND answered_at IS NULL), 0)
    ON CONFLICT (applicant_id) DO UPDATE SET answered_at = ${now}, answer = ${answer}`;
}

type WaitingForDeletion = ListedApplicant & { deletionAskedAt: number };

export async function listDeletions(db: D1Database, { after, limit }: Page): Promise<WaitingForDeletion[]> {
  const { results } = await sql(db)`SELECT ${LISTED}, d.asked_at AS deletionAskedAt FROM deletion_requests d
      JOIN applicants a ON a.id = d.applicant_id
    WHERE d.answered_at IS NULL AND (d.asked_at, d.applicant_id) > (${after?.at ?? -1}, ${after?.id ?? ''})
    ORDER BY d.asked_at, d.applicant_id LIMIT ${limit}`.all<WaitingForDeletion>();
  return results;
}

export async function countDeletions(db: D1Database): Promise<number> {
  const open = sql(db)`SELECT count(*) AS count FROM deletion_requests WHERE answered_at IS NULL`;
  return (await open.first<number>('count')) ?? 0;
}
