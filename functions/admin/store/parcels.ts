/**
 * The rows of parcels and their blobs, and the conditions of each write. A wrong access key looks like an unknown id; an object
 * that no row holds is listed as orphaned (files.ts).
 */
import { HOST_LIMITS } from '../../../src/domain/api/parcels.ts';
import { commit, type Fragment, fragment, Repository, sql } from './database.ts';

export interface ParcelRow {
  id: string;
  revision: number;
  expires_at: number;
}

interface ParcelAccess {
  id: string;
  /** SHA-256 of the access key, hexadecimal. */
  accessHash: string;
  now: number;
}

interface NewBlob {
  id: string;
  size: number;
}

const hasRoom = (parcel: ParcelRow, { size }: NewBlob): Fragment =>
  fragment`(SELECT count(*) < ${HOST_LIMITS.blobs} AND coalesce(sum(size), 0) + ${size} <= ${HOST_LIMITS.parcelBytes}
    FROM parcel_blobs WHERE parcel_id = ${parcel.id})`;

interface BlobWrite extends NewBlob {
  objectId: string;
  now: number;
}

/** A parcel, opened by its key. */
export class StoredParcel extends Repository {
  readonly #access: ParcelAccess;

  constructor(db: D1Database, access: ParcelAccess) {
    super(db);
    this.#access = access;
  }

  static deleteExpired(db: D1Database, now: number): D1PreparedStatement {
    return sql(db)`DELETE FROM parcels WHERE expires_at <= ${now}`;
  }

  #isOpen(): Fragment {
    const { id, accessHash, now } = this.#access;
    return fragment`id = ${id} AND access_hash = ${accessHash} AND expires_at > ${now}`;
  }

  /** Null for an unknown or expired parcel, and for another key. */
  async find(): Promise<ParcelRow | null> {
    return this.sql`SELECT id, revision, expires_at FROM parcels WHERE ${this.#isOpen()}`.first<ParcelRow>();
  }

  /** {@link find} with its sealed index. */
  async findIndex(): Promise<(ParcelRow & { sealed_index: ArrayBuffer | number[] }) | null> {
    return this.sql`SELECT id, revision, expires_at, sealed_index FROM parcels WHERE ${this.#isOpen()}`.first();
  }

  /** Creates a parcel with revision 1. @returns null when its id is in use */
  async insert(sealed: Uint8Array, expiresAt: number): Promise<ParcelRow | null> {
    const { id, accessHash, now } = this.#access;
    const [, inserted] = await commit<ParcelRow>(this.db, [
      this.sql`DELETE FROM parcels WHERE id = ${id} AND expires_at <= ${now}`,
      this.sql`INSERT INTO parcels (id, access_hash, revision, sealed_index, expires_at)
        VALUES (${id}, ${accessHash}, 1, ${sealed}, ${expiresAt})
      ON CONFLICT (id) DO NOTHING RETURNING id, revision, expires_at`,
    ]);
    return inserted?.results[0] ?? null;
  }

  /** Replaces the index of a revision. @returns null for another revision */
  async replaceIndex(sealed: Uint8Array, from: number): Promise<ParcelRow | null> {
    const [replaced] = await commit<ParcelRow>(this.db, [
      this.sql`UPDATE parcels SET sealed_index = ${sealed}, revision = revision + 1
      WHERE ${this.#isOpen()} AND revision = ${from} RETURNING id, revision, expires_at`,
    ]);
    return replaced?.results[0] ?? null;
  }

  /** Deletes a parcel. @returns keys of its objects, which are orphaned now; null for an unknown parcel */
  async delete(): Promise<string[] | null> {
    const [objects, deleted] = await this.db.batch<{ object_id: string }>([
      this.sql`SELECT object_id FROM parcel_blobs
      WHERE parcel_id = (SELECT id FROM parcels WHERE ${this.#isOpen()})`,
      this.sql`DELETE FROM parcels WHERE ${this.#isOpen()}`,
    ]);
    if (!deleted || deleted.meta.changes === 0) return null;
    return (objects?.results ?? []).map(({ object_id }) => object_id);
  }

  /** Why a new blob would be refused: its id is in use, or the parcel is full. Null if it would be accepted. */
  async obstacleOf(parcel: ParcelRow, blob: NewBlob): Promise<'changed' | 'full' | null> {
    return this.sql`SELECT
      CASE WHEN EXISTS (SELECT 1 FROM parcel_blobs WHERE parcel_id = ${parcel.id} AND id = ${blob.id}) THEN 'changed'
        WHEN NOT ${hasRoom(parcel, blob)} THEN 'full' END
    AS obstacle`.first<'changed' | 'full'>('obstacle');
  }

  /**
   * Attaches the object, which was orphaned until then, to a new blob.
   * @returns false for an id in use, a parcel that is gone or full, or an object that the sweep has claimed
   */
  async attachBlob(parcel: ParcelRow, write: BlobWrite): Promise<boolean> {
    const { id, size, objectId, now } = write;
    const [held] = await commit<{ id: string }>(this.db, [
      this.sql`INSERT INTO parcel_blobs (parcel_id, id, object_id, size)
      SELECT p.id, ${id}, ${objectId}, ${size} FROM parcels p
      WHERE p.id = ${parcel.id} AND p.expires_at > ${now} AND ${hasRoom(parcel, write)}
        AND EXISTS (SELECT 1 FROM orphaned_objects WHERE id = ${objectId} AND made_at > 0)
      ON CONFLICT (parcel_id, id) DO NOTHING RETURNING id`,
      this.sql`DELETE FROM orphaned_objects WHERE id = ${objectId}
      AND EXISTS (SELECT 1 FROM parcel_blobs WHERE parcel_id = ${parcel.id} AND id = ${id} AND object_id = ${objectId})`,
    ]);
    return held?.results[0] !== undefined;
  }

  /** The key of a blob's object; null for an unknown blob. */
  async findObject(parcel: ParcelRow, id: string): Promise<string | null> {
    return this.sql`SELECT object_id FROM parcel_blobs WHERE parcel_id = ${parcel.id} AND id = ${id}`.first<string>(
      'object_id',
    );
  }

  /** Deletes a blob. @returns the key of its object, which is orphaned now; null for an unknown blob */
  async deleteBlob(parcel: ParcelRow, id: string): Promise<string | null> {
    return this.sql`DELETE FROM parcel_blobs WHERE parcel_id = ${parcel.id} AND id = ${id}
    RETURNING object_id`.first<string>('object_id');
  }
}
