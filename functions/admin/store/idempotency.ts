/**
 * Idempotency keys of creations. Rule: a key is claimed before the application is stored and completed in the same batch, so
 * that neither exists alone.
 */

import { IDEMPOTENCY_MS } from '../../../src/domain/api/endpoints.ts';

/** After this a claim counts as abandoned. */
const CLAIM_MS = 2 * 60 * 1000;

export type ClaimOutcome =
  | { result: 'claimed' }
  | { result: 'running' }
  | { result: 'mismatch' }
  | { result: 'completed'; applicantId: string };

/** Claims a key for one request. @param claim random id of the request @param fingerprint of the body */
export async function claimKey(
  db: D1Database,
  request: { key: string; claim: string; fingerprint: string; now: number },
): Promise<ClaimOutcome> {
  const { key, claim, fingerprint, now } = request;
  const claimed = await db
    .prepare(
      `INSERT INTO idempotency (key, fingerprint, claim, applicant_id, claimed_at) VALUES (?1, ?2, ?3, NULL, ?4)
       ON CONFLICT (key) DO UPDATE SET fingerprint = ?2, claim = ?3, applicant_id = NULL, claimed_at = ?4
       WHERE claimed_at <= ?5 OR (applicant_id IS NULL AND claimed_at <= ?6)
       RETURNING 1 AS claimed`,
    )
    .bind(key, fingerprint, claim, now, now - IDEMPOTENCY_MS, now - CLAIM_MS)
    .first();
  if (claimed) return { result: 'claimed' };
  const row = await db
    .prepare('SELECT fingerprint, applicant_id AS applicantId FROM idempotency WHERE key = ?')
    .bind(key)
    .first<{ fingerprint: string; applicantId: string | null }>();
  // Released between the two statements: the other request was refused, and a retry starts afresh.
  if (!row) return { result: 'running' };
  if (row.fingerprint !== fingerprint) return { result: 'mismatch' };
  return row.applicantId === null ? { result: 'running' } : { result: 'completed', applicantId: row.applicantId };
}

/** Completes a key with its application. A claim that another request has taken over fails the batch (conflict `claim`). */
export function completeKey(
  db: D1Database,
  request: { key: string; claim: string; applicantId: string },
): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE idempotency SET applicant_id = ?2, claim = CASE WHEN claim = ?3 THEN claim ELSE NULL END WHERE key = ?1',
    )
    .bind(request.key, request.applicantId, request.claim);
}

/** Releases the key after a rejected request so that it can be reused. */
export async function releaseKey(db: D1Database, request: { key: string; claim: string }): Promise<void> {
  await db
    .prepare('DELETE FROM idempotency WHERE key = ? AND claim = ? AND applicant_id IS NULL')
    .bind(request.key, request.claim)
    .run();
}
