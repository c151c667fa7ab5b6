/** The blobs of parcels. Rule: an object that no row holds is listed as orphaned (store/files.ts). */
import { MAX_BLOBS, MAX_PARCEL, MAX_READS } from '../../../src/domain/api/parcels.ts';
import { commit } from './database.ts';
import { type ParcelRow, type Spending, spendStatement } from './parcels.ts';

export interface BlobRow {
  id: string;
  revision: number;
  /** R2 key; null for a deleted blob. */
  object_id: string | null;
  /** Bytes, sealed. */
  size: number;
}

export async function findBlob(db: D1Database, parcel: ParcelRow, id: string): Promise<BlobRow | null> {
  return db
    .prepare('SELECT id, revision, object_id, size FROM parcel_blobs WHERE parcel_id = ? AND id = ?')
    .bind(parcel.id, id)
    .first<BlobRow>();
}

/** Whether a blob of this size fits beside the parcel's others. */
export async function hasRoom(
  db: D1Database,
  parcel: ParcelRow,
  { id, size }: Pick<BlobRow, 'id' | 'size'>,
): Promise<boolean> {
  const row = await db
    .prepare(`SELECT ${ROOM} AS room FROM parcels p WHERE p.id = ?1`)
    .bind(parcel.id, id, size)
    .first<{ room: number }>();
  return row?.room === 1;
}

/** ?1: parcel, ?2: blob, ?3: its bytes. Deleted blobs count: their rows stay. */
const ROOM = `(
  (SELECT count(*) FROM parcel_blobs WHERE parcel_id = ?1 AND id <> ?2) < ${MAX_BLOBS}
  AND (SELECT coalesce(sum(size), 0) FROM parcel_blobs WHERE parcel_id = ?1 AND id <> ?2) + ?3 <= ${MAX_PARCEL}
)`;

export interface BlobWrite {
  id: string;
  size: number;
  objectId: string;
  from: number | null;
  now: number;
  spending: Spending;
}

/**
 * Gives a blob a new object, which was orphaned until then. @param from the revision that it replaces; null for a new blob
 * @returns the new revision; null for another revision, a gone or full parcel, or a claimed object @throws Conflict `allowance`
 */
export async function attachBlob(
  db: D1Database,
  parcel: ParcelRow,
  { id, size, objectId, from, now, spending }: BlobWrite,
): Promise<number | null> {
  const [held] = await commit<{ revision: number }>(db, [
    db
      .prepare(
        `INSERT INTO parcel_blobs (parcel_id, id, revision, object_id, size)
         SELECT p.id, ?2, 1, ?4, ?3 FROM parcels p
         WHERE p.id = ?1 AND p.expires_at > ?6 AND ${ROOM}
           AND EXISTS (SELECT 1 FROM orphaned_objects WHERE id = ?4 AND made_at > 0)
           AND (?5 IS NULL OR EXISTS (SELECT 1 FROM parcel_blobs WHERE parcel_id = ?1 AND id = ?2))
         ON CONFLICT (parcel_id, id) DO UPDATE
           SET revision = revision + 1, object_id = excluded.object_id, size = excluded.size, reads = 0
           WHERE CASE WHEN ?5 IS NULL THEN object_id IS NULL ELSE object_id IS NOT NULL AND revision = ?5 END
         RETURNING revision`,
      )
      .bind(parcel.id, id, size, objectId, from, now),
    spendStatement(db, spending),
    db
      .prepare(
        `DELETE FROM orphaned_objects WHERE id = ?3
         AND EXISTS (SELECT 1 FROM parcel_blobs WHERE parcel_id = ?1 AND id = ?2 AND object_id = ?3)`,
      )
      .bind(parcel.id, id, objectId),
  ]);
  return held?.results[0]?.revision ?? null;
}

/** Counts a download. @returns null for an unknown blob, or after too many downloads */
export async function readBlobRow(db: D1Database, parcel: ParcelRow, id: string): Promise<BlobRow | null> {
  return db
    .prepare(
      `UPDATE parcel_blobs SET reads = reads + 1
       WHERE parcel_id = ? AND id = ? AND object_id IS NOT NULL AND reads < ${MAX_READS}
       RETURNING id, revision, object_id, size`,
    )
    .bind(parcel.id, id)
    .first<BlobRow>();
}

/** Deletes a blob; its row stays. @returns false for an unknown blob */
export async function clearBlob(db: D1Database, parcel: ParcelRow, id: string): Promise<boolean> {
  const { meta } = await db
    .prepare(
      'UPDATE parcel_blobs SET object_id = NULL, size = 0 WHERE parcel_id = ? AND id = ? AND object_id IS NOT NULL',
    )
    .bind(parcel.id, id)
    .run();
  return meta.changes > 0;
}
