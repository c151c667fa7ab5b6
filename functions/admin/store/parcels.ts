/** The rows of parcels and the conditions of each write. Rule: a wrong access key looks like an unknown id. */

import { HOURLY_BYTES, type SizeClass } from '../../../src/domain/api/parcels.ts';
import { commit } from './database.ts';
import { fragment, IS_WRITTEN, sql } from './sql.ts';

export interface ParcelRow {
  id: string;
  revision: number;
  expires_at: number;
}

export interface ParcelAccess {
  id: string;
  /** SHA-256 of the access key, hexadecimal. */
  accessHash: string;
  now: number;
}

const isOpen = ({ id, accessHash, now }: ParcelAccess) =>
  fragment`id = ${id} AND access_hash = ${accessHash} AND expires_at > ${now}`;

/** Null for an unknown or expired parcel, or another key. */
export async function findParcel(db: D1Database, access: ParcelAccess): Promise<ParcelRow | null> {
  return sql(db)`SELECT id, revision, expires_at FROM parcels WHERE ${isOpen(access)}`.first<ParcelRow>();
}

/** {@link findParcel} with its sealed index. */
export async function findIndex(
  db: D1Database,
  access: ParcelAccess,
): Promise<(ParcelRow & { sealed_index: ArrayBuffer | number[] }) | null> {
  return sql(db)`SELECT id, revision, expires_at, sealed_index FROM parcels WHERE ${isOpen(access)}`.first();
}

/** Creates a parcel with revision 1. @returns null when its id is in use */
export async function insertParcel(
  db: D1Database,
  { id, accessHash, now }: ParcelAccess,
  { sealed, expiresAt, spending }: { sealed: Uint8Array; expiresAt: number; spending: Spending },
): Promise<ParcelRow | null> {
  const [, inserted] = await commit<ParcelRow>(db, [
    sql(db)`DELETE FROM parcels WHERE id = ${id} AND expires_at <= ${now}`,
    sql(db)`INSERT INTO parcels (id, access_hash, revision, sealed_index, expires_at)
        VALUES (${id}, ${accessHash}, 1, ${sealed}, ${expiresAt})
      ON CONFLICT (id) DO NOTHING RETURNING id, revision, expires_at`,
    spendStatement(db, spending),
  ]);
  return inserted?.results[0] ?? null;
}

/** Replaces the index of a revision. @returns null for another revision */
export async function replaceIndex(
  db: D1Database,
  access: ParcelAccess,
  { sealed, from, spending }: { sealed: Uint8Array; from: number; spending: Spending },
): Promise<ParcelRow | null> {
  const [replaced] = await commit<ParcelRow>(db, [
    sql(db)`UPDATE parcels SET sealed_index = ${sealed}, revision = revision + 1
      WHERE ${isOpen(access)} AND revision = ${from} RETURNING id, revision, expires_at`,
    spendStatement(db, spending),
  ]);
  return replaced?.results[0] ?? null;
}

/** Deletes a parcel. @returns keys of its objects, which are orphaned now; null for an unknown parcel */
export async function deleteParcelRows(db: D1Database, access: ParcelAccess): Promise<string[] | null> {
  const [objects, deleted] = await db.batch<{ object_id: string }>([
    sql(db)`SELECT object_id FROM parcel_blobs
      WHERE parcel_id = (SELECT id FROM parcels WHERE ${isOpen(access)}) AND object_id IS NOT NULL`,
    sql(db)`DELETE FROM parcels WHERE ${isOpen(access)}`,
  ]);
  if (!deleted || deleted.meta.changes === 0) return null;
  return (objects?.results ?? []).map(({ object_id }) => object_id);
}

export function deleteExpiredParcels(db: D1Database, now: number): D1PreparedStatement[] {
  return [
    sql(db)`DELETE FROM parcels WHERE expires_at <= ${now}`,
    sql(db)`DELETE FROM parcel_spending WHERE hour < ${hourOf(now)}`,
  ];
}

const hourOf = (now: number) => new Date(now).toISOString().slice(0, 13);

/** A write that counts against a network's allowance. */
export interface Spending {
  network: string;
  now: number;
  sizeClass: SizeClass;
  bytes: number;
}

export async function hasAllowance(db: D1Database, { network, now, sizeClass, bytes }: Spending): Promise<boolean> {
  const spent = await sql(db)`SELECT bytes FROM parcel_spending WHERE network = ${network} AND hour = ${hourOf(now)}
    AND size_class = ${sizeClass}`.first<number>('bytes');
  return (spent ?? 0) + bytes <= HOURLY_BYTES[sizeClass];
}

/** Counts the previous statement of the batch if it wrote a row. Over the allowance the batch fails (conflict `allowance`). */
export function spendStatement(db: D1Database, { network, now, sizeClass, bytes }: Spending): D1PreparedStatement {
  const most = HOURLY_BYTES[sizeClass];
  return sql(db)`INSERT INTO parcel_spending (network, hour, size_class, bytes)
    SELECT ${network}, ${hourOf(now)}, ${sizeClass}, iif(${bytes} <= ${most}, ${bytes}, NULL) WHERE ${IS_WRITTEN}
    ON CONFLICT (network, hour, size_class)
      DO UPDATE SET bytes = iif(bytes + ${bytes} <= ${most}, bytes + ${bytes}, NULL)`;
}
