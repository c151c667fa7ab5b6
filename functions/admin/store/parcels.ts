/** The rows of parcels and the conditions of each write. Rule: a wrong access key looks like an unknown id. */
import { HOURLY_BYTES, type SizeClass } from '../../../src/domain/api/parcels.ts';
import { commit } from './database.ts';

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

/** Placeholders in the order of {@link bound}. */
const OPEN = 'id = ?1 AND access_hash = ?2 AND expires_at > ?3';
const bound = ({ id, accessHash, now }: ParcelAccess) => [id, accessHash, now] as const;

/** Null for an unknown or expired parcel, or another key. */
export async function findParcel(db: D1Database, access: ParcelAccess): Promise<ParcelRow | null> {
  const statement = db.prepare(`SELECT id, revision, expires_at FROM parcels WHERE ${OPEN}`);
  return statement.bind(...bound(access)).first<ParcelRow>();
}

/** {@link findParcel} with its sealed index. */
export async function findIndex(
  db: D1Database,
  access: ParcelAccess,
): Promise<(ParcelRow & { sealed_index: ArrayBuffer | number[] }) | null> {
  const statement = db.prepare(`SELECT id, revision, expires_at, sealed_index FROM parcels WHERE ${OPEN}`);
  return statement.bind(...bound(access)).first();
}

/** Creates a parcel with revision 1. @returns null when its id is in use */
export async function insertParcel(
  db: D1Database,
  { id, accessHash, now }: ParcelAccess,
  { sealed, expiresAt, spending }: { sealed: Uint8Array; expiresAt: number; spending: Spending },
): Promise<ParcelRow | null> {
  const [, inserted] = await commit<ParcelRow>(db, [
    db.prepare('DELETE FROM parcels WHERE id = ? AND expires_at <= ?').bind(id, now),
    db
      .prepare(
        `INSERT INTO parcels (id, access_hash, revision, sealed_index, expires_at) VALUES (?, ?, 1, ?, ?)
         ON CONFLICT (id) DO NOTHING RETURNING id, revision, expires_at`,
      )
      .bind(id, accessHash, sealed, expiresAt),
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
    db
      .prepare(
        `UPDATE parcels SET sealed_index = ?4, revision = revision + 1 WHERE ${OPEN} AND revision = ?5
         RETURNING id, revision, expires_at`,
      )
      .bind(...bound(access), sealed, from),
    spendStatement(db, spending),
  ]);
  return replaced?.results[0] ?? null;
}

/** Deletes a parcel. @returns keys of its objects, which are orphaned now; null for an unknown parcel */
export async function deleteParcelRows(db: D1Database, access: ParcelAccess): Promise<string[] | null> {
  const [objects, deleted] = await db.batch<{ object_id: string }>([
    db
      .prepare(
        `SELECT object_id FROM parcel_blobs
         WHERE parcel_id = (SELECT id FROM parcels WHERE ${OPEN}) AND object_id IS NOT NULL`,
      )
      .bind(...bound(access)),
    db.prepare(`DELETE FROM parcels WHERE ${OPEN}`).bind(...bound(access)),
  ]);
  if (!deleted || deleted.meta.changes === 0) return null;
  return (objects?.results ?? []).map(({ object_id }) => object_id);
}

/** Deletes expired parcels; triggers list their objects as orphaned. */
export function deleteExpiredParcels(db: D1Database, now: number): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM parcels WHERE expires_at <= ?').bind(now),
    db.prepare('DELETE FROM parcel_spending WHERE hour < ?').bind(hourOf(now)),
    // No longer written; 0014 replaced it.
    db.prepare('DELETE FROM parcel_allowances WHERE day < ?').bind(hourOf(now).slice(0, 10)),
  ];
}

/** YYYY-MM-DDTHH in UTC. */
const hourOf = (now: number) => new Date(now).toISOString().slice(0, 13);

/** A write that counts against a network's allowance. */
export interface Spending {
  network: string;
  now: number;
  sizeClass: SizeClass;
  bytes: number;
}

export async function hasAllowance(db: D1Database, { network, now, sizeClass, bytes }: Spending): Promise<boolean> {
  const row = await db
    .prepare('SELECT bytes FROM parcel_spending WHERE network = ? AND hour = ? AND size_class = ?')
    .bind(network, hourOf(now), sizeClass)
    .first<{ bytes: number }>();
  return (row?.bytes ?? 0) + bytes <= HOURLY_BYTES[sizeClass];
}

/** Counts the previous statement of the batch if it wrote a row. Over the allowance the batch fails (conflict `allowance`). */
export function spendStatement(db: D1Database, { network, now, sizeClass, bytes }: Spending): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO parcel_spending (network, hour, size_class, bytes)
       SELECT ?1, ?2, ?3, iif(?4 <= ?5, ?4, NULL) WHERE changes() > 0
       ON CONFLICT (network, hour, size_class) DO UPDATE SET bytes = iif(bytes + ?4 <= ?5, bytes + ?4, NULL)`,
    )
    .bind(network, hourOf(now), sizeClass, bytes, HOURLY_BYTES[sizeClass]);
}
