/**
 * Idempotency keys of creations, and the changes that replaced a version. A key is claimed before the application is stored and
 * completed in the same batch, so that neither exists without the other.
 */
import { IDEMPOTENCY_MS } from '../../../src/domain/api/endpoints.ts';
import { Repository, repeatable } from './database.ts';

/** A claim that is older counts as abandoned. */
const CLAIM_MS = 2 * 60 * 1000;

type ClaimOutcome =
  | { result: 'claimed' }
  | { result: 'running' }
  | { result: 'mismatch' }
  | { result: 'completed'; applicantId: string };

/** A change, by the request that made it. */
interface ChangeOfVersion {
  applicantId: string;
  /** The version that the change replaced. */
  version: number;
  /** Fingerprint of the body. */
  fingerprint: string;
}

/** Keys of creations, and which request has claimed them. */
export class IdempotencyKeys extends Repository {
  /** Claims a key for one request. @param claim random id of the request @param fingerprint of the body */
  async claim(request: { key: string; claim: string; fingerprint: string; now: number }): Promise<ClaimOutcome> {
    const { key, claim, fingerprint, now } = request;
    const claimed = await repeatable(this.sql`INSERT INTO idempotency
        (key, fingerprint, claim, applicant_id, claimed_at) VALUES (${key}, ${fingerprint}, ${claim}, NULL, ${now})
      ON CONFLICT (key) DO UPDATE SET fingerprint = ${fingerprint}, claim = ${claim}, applicant_id = NULL,
        claimed_at = ${now}
      WHERE claim = ${claim} OR claimed_at <= ${now - IDEMPOTENCY_MS}
        OR (applicant_id IS NULL AND claimed_at <= ${now - CLAIM_MS})
      RETURNING 1 AS claimed`).first();
    if (claimed) return { result: 'claimed' };
    const row = await this.sql`SELECT fingerprint, applicant_id AS applicantId FROM idempotency
      WHERE key = ${key}`.first<{ fingerprint: string; applicantId: string | null }>();
    // Released between the two statements: the other request was refused, and a retry begins anew.
    if (!row) return { result: 'running' };
    if (row.fingerprint !== fingerprint) return { result: 'mismatch' };
    return row.applicantId === null ? { result: 'running' } : { result: 'completed', applicantId: row.applicantId };
  }

  /** Completes a key with its application. A claim that another request has taken over fails the batch (conflict `claim`). */
  complete(request: { key: string; claim: string; applicantId: string }): D1PreparedStatement {
    return this.sql`UPDATE idempotency SET applicant_id = ${request.applicantId},
      claim = CASE WHEN claim = ${request.claim} THEN claim ELSE NULL END WHERE key = ${request.key}`;
  }

  /** Stores the change of a version, in the batch that makes it. */
  storeChange({ applicantId, version, fingerprint, now }: ChangeOfVersion & { now: number }): D1PreparedStatement {
    return this.sql`INSERT INTO idempotency (key, fingerprint, claim, applicant_id, claimed_at)
      VALUES (${`${applicantId} ${version}`}, ${fingerprint}, '', ${applicantId}, ${now})
      ON CONFLICT (key) DO UPDATE SET fingerprint = ${fingerprint}, claimed_at = ${now}`;
  }

  /** True if this request has changed the version before. */
  async hasChanged({ applicantId, version, fingerprint }: ChangeOfVersion): Promise<boolean> {
    const known = this.sql`SELECT 1 FROM idempotency
      WHERE key = ${`${applicantId} ${version}`} AND fingerprint = ${fingerprint}`;
    return (await known.first()) !== null;
  }

  /** Releases the key after a rejected request so that it can be reused. */
  async release(request: { key: string; claim: string }): Promise<void> {
    await repeatable(this.sql`DELETE FROM idempotency
      WHERE key = ${request.key} AND claim = ${request.claim} AND applicant_id IS NULL`).run();
  }
}
