/** Parcels: rows, and the conditions of each write. Whoever asks without the access key finds nothing, as for an unknown id. */

export interface ParcelRow {
  id: string;
  revision: number;
  /** Milliseconds since the epoch. */
  expires_at: number;
}

/** Who asks for which parcel, and when. */
export interface ParcelAccess {
  id: string;
  /** SHA-256 of the access key, hexadecimal. */
  accessHash: string;
  /** Milliseconds. */
  now: number;
}

/** The order of {@link bound}. */
const OPEN = 'id = ?1 AND access_hash = ?2 AND expires_at > ?3';
const bound = ({ id, accessHash, now }: ParcelAccess) => [id, accessHash, now] as const;

/** The parcel; null for an unknown id, another key, and one that has expired. */
export async function findParcel(db: D1Database, access: ParcelAccess): Promise<ParcelRow | null> {
  const statement = db.prepare(`SELECT id, revision, expires_at FROM parcels WHERE ${OPEN}`);
  return statement.bind(...bound(access)).first<ParcelRow>();
}

/** The same, with its index as it was sealed. */
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
  { sealed, expiresAt }: { sealed: Uint8Array; expiresAt: number },
): Promise<ParcelRow | null> {
  const [, inserted] = await db.batch<ParcelRow>([
    db.prepare('DELETE FROM parcels WHERE id = ? AND expires_at <= ?').bind(id, now),
    db
      .prepare(
        `INSERT INTO parcels (id, access_hash, revision, sealed_index, expires_at) VALUES (?, ?, 1, ?, ?)
         ON CONFLICT (id) DO NOTHING RETURNING id, revision, expires_at`,
      )
      .bind(id, accessHash, sealed, expiresAt),
  ]);
  return inserted?.results[0] ?? null;
}

/** Replaces the index of a revision. @returns null when there is none of it */
export async function replaceIndex(
  db: D1Database,
  access: ParcelAccess,
  { sealed, from }: { sealed: Uint8Array; from: number },
): Promise<ParcelRow | null> {
  return db
    .prepare(
      `UPDATE parcels SET sealed_index = ?4, revision = revision + 1 WHERE ${OPEN} AND revision = ?5
       RETURNING id, revision, expires_at`,
    )
    .bind(...bound(access), sealed, from)
    .first<ParcelRow>();
}

/** Deletes a parcel. @returns the keys of its objects, which are loose now; null when there is no such parcel */
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

/** Deletes what has expired; triggers list the objects as loose. */
export function deleteExpiredParcels(db: D1Database, now: number): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM parcels WHERE expires_at <= ?').bind(now),
    db.prepare('DELETE FROM parcel_allowances WHERE day < ?').bind(dayOf(now)),
  ];
}

/** YYYY-MM-DD in UTC. */
export const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10);

export interface Spending {
  /** A keyed hash of the network. */
  network: string;
  now: number;
  parcels: number;
  bytes: number;
}

/** Counts what comes from a network, unless that is more than it may send in a day. @returns whether it may */
export async function spendAllowance(
  db: D1Database,
  { network, now, parcels, bytes }: Spending,
  most: { parcels: number; bytes: number },
): Promise<boolean> {
  const counted = await db
    .prepare(
      `INSERT INTO parcel_allowances (network, day, parcels, bytes) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (network, day) DO UPDATE SET parcels = parcels + ?3, bytes = bytes + ?4
       WHERE parcels + ?3 <= ?5 AND bytes + ?4 <= ?6 RETURNING day`,
    )
    .bind(network, dayOf(now), parcels, bytes, most.parcels, most.bytes)
    .first();
  return counted !== null;
}
