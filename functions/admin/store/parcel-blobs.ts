/** The blobs of parcels. Rule: an object that no row holds is listed as orphaned (store/files.ts). */

import { MAX_BLOBS, MAX_PARCEL, MAX_READS } from '../../../src/domain/api/parcels.ts';
import { commit } from './database.ts';
import { type ParcelRow, type Spending, spendStatement } from './parcels.ts';
import { type Fragment, fragment, sql } from './sql.ts';

export interface BlobRow {
  id: string;
  revision: number;
  /** R2 key; null for a deleted blob. */
  object_id: string | null;
  size: number;
}

export async function findBlob(db: D1Database, parcel: ParcelRow, id: string): Promise<BlobRow | null> {
  return sql(db)`SELECT id, revision, object_id, size FROM parcel_blobs
    WHERE parcel_id = ${parcel.id} AND id = ${id}`.first<BlobRow>();
}

export async function hasRoom(
  db: D1Database,
  parcel: ParcelRow,
  { id, size }: Pick<BlobRow, 'id' | 'size'>,
): Promise<boolean> {
  return (await sql(db)`SELECT ${roomFor(parcel, { id, size })} AS room`.first<number>('room')) === 1;
}

/** Deleted blobs count: their rows stay. */
function roomFor(parcel: ParcelRow, { id, size }: Pick<BlobRow, 'id' | 'size'>): Fragment {
  const others = fragment`FROM parcel_blobs WHERE parcel_id = ${parcel.id} AND id <> ${id}`;
  return fragment`((SELECT count(*) ${others}) < ${MAX_BLOBS}
    AND (SELECT coalesce(sum(size), 0) ${others}) + ${size} <= ${MAX_PARCEL})`;
}

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
    sql(db)`INSERT INTO parcel_blobs (parcel_id, id, revision, object_id, size)
      SELECT p.id, ${id}, 1, ${objectId}, ${size} FROM parcels p
      WHERE p.id = ${parcel.id} AND p.expires_at > ${now} AND ${roomFor(parcel, { id, size })}
        AND EXISTS (SELECT 1 FROM orphaned_objects WHERE id = ${objectId} AND made_at > 0)
        AND (${from} IS NULL OR EXISTS (SELECT 1 FROM parcel_blobs WHERE parcel_id = ${parcel.id} AND id = ${id}))
      ON CONFLICT (parcel_id, id) DO UPDATE
        SET revision = revision + 1, object_id = excluded.object_id, size = excluded.size, reads = 0
        WHERE CASE WHEN ${from} IS NULL THEN object_id IS NULL ELSE object_id IS NOT NULL AND revision = ${from} END
      RETURNING revision`,
    spendStatement(db, spending),
    sql(db)`DELETE FROM orphaned_objects WHERE id = ${objectId}
      AND EXISTS (SELECT 1 FROM parcel_blobs WHERE parcel_id = ${parcel.id} AND id = ${id} AND object_id = ${objectId})`,
  ]);
  return held?.results[0]?.revision ?? null;
}

/** Counts a download. @returns null for an unknown blob, or after too many downloads */
export async function readBlobRow(db: D1Database, parcel: ParcelRow, id: string): Promise<BlobRow | null> {
  return sql(db)`UPDATE parcel_blobs SET reads = reads + 1
    WHERE parcel_id = ${parcel.id} AND id = ${id} AND object_id IS NOT NULL AND reads < ${MAX_READS}
    RETURNING id, revision, object_id, size`.first<BlobRow>();
}

/** Deletes a blob; its row stays. @returns false for an unknown blob */
export async function clearBlob(db: D1Database, parcel: ParcelRow, id: string): Promise<boolean> {
  const { meta } = await sql(db)`UPDATE parcel_blobs SET object_id = NULL, size = 0 WHERE parcel_id = ${parcel.id}
    AND id = ${id} AND object_id IS NOT NULL`.run();
  return meta.changes > 0;
}
