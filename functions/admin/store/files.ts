/**
 * The stored files, and the orphaned objects in R2. An object is listed as orphaned before it is put, and until an application
 * holds it, so that the sweep finds it after a crash.
 */
import type { FileType } from '../../../src/domain/input/files.ts';
import { type Fragment, fragment, listOf, Repository, repeatable } from './database.ts';

export interface FileRow {
  id: string;
  field: string;
  /** The original name, sanitized, with the extension of its type. */
  name: string;
  /** Detected from the content. */
  type: FileType;
  /** Bytes, as stored. */
  size: number;
  sha256: string;
}

export interface OwnedFile extends FileRow {
  applicantId: string;
  /** 1 for a file of an earlier version of the application, which only the desk opens. */
  isReplaced: 0 | 1;
}

/** Every object in R2 that a row holds, with size and digest: a backup of the database needs these objects too. */
export const HELD_OBJECTS = 'SELECT id AS key, size, sha256 FROM files ORDER BY id';

export const readFiles = (selected: { results: unknown[] } | undefined): FileRow[] =>
  (selected?.results ?? []) as FileRow[];

/** R2 deletes at most 1000 objects at once. */
const OBJECTS_AT_ONCE = 1000;

/** Rows of files, and orphaned objects. */
export class StoredFiles extends Repository {
  select(condition: Fragment): D1PreparedStatement {
    return this.sql`SELECT id, field, name, type, size, sha256 FROM files WHERE ${condition}`;
  }

  /** Selects the files of the present version of an application. */
  selectOf(applicantId: string): D1PreparedStatement {
    return this.select(fragment`applicant_id = ${applicantId} AND replaced_in IS NULL`);
  }

  /** One file, also of an earlier version, with the application that holds it; null for an unknown id. */
  async find(id: string): Promise<OwnedFile | null> {
    const found = this.sql`SELECT id, field, name, type, size, sha256, applicant_id AS applicantId,
        replaced_in IS NOT NULL AS isReplaced FROM files WHERE id = ${id}`;
    return found.first<OwnedFile>();
  }

  /**
   * Attaches files; fails the batch where the sweep has claimed one (conflict `files`).
   * @param unused listed ids without an object
   */
  attach(applicantId: string, files: readonly FileRow[], unused: readonly string[] = []): D1PreparedStatement[] {
    if (files.length + unused.length === 0) return [];
    const rows = JSON.stringify(files);
    return [
      this.sql`INSERT INTO files (id, applicant_id, field, name, type, size, sha256)
        SELECT value ->> '$.id',
          (SELECT ${applicantId} FROM orphaned_objects WHERE id = value ->> '$.id' AND made_at > 0), value ->> '$.field',
          value ->> '$.name', value ->> '$.type', value ->> '$.size', value ->> '$.sha256' FROM json_each(${rows})`,
      this.#untrackOrphans([...files.map(({ id }) => id), ...unused]),
    ];
  }

  /** Lists objects as orphaned since `now`; one that the sweep has claimed stays claimed. */
  trackOrphans(ids: readonly string[], now: number): D1PreparedStatement {
    return this.sql`INSERT INTO orphaned_objects (id, made_at) SELECT value, ${now} FROM ${listOf(ids)} WHERE true
      ON CONFLICT (id) DO UPDATE SET made_at = ${now} WHERE made_at > 0`;
  }

  #untrackOrphans(ids: readonly string[]): D1PreparedStatement {
    return this.sql`DELETE FROM orphaned_objects WHERE id IN ${listOf(ids)}`;
  }

  /** Claims objects that were listed before an instant; from then on {@link attach} refuses them. */
  async claimOrphans(before: number): Promise<string[]> {
    const oldest = fragment`SELECT id FROM orphaned_objects WHERE made_at < ${before}
      ORDER BY made_at LIMIT ${OBJECTS_AT_ONCE}`;
    const claim = this.sql`UPDATE orphaned_objects SET made_at = 0 WHERE id IN (${oldest}) RETURNING id`;
    return (await claim.all<{ id: string }>()).results.map(({ id }) => id);
  }

  /** Deletes orphaned objects; those that could not be deleted stay listed for the sweep. */
  async deleteObjects(bucket: R2Bucket, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += OBJECTS_AT_ONCE) {
      const some = ids.slice(from, from + OBJECTS_AT_ONCE);
      await bucket.delete(some);
      await repeatable(this.#untrackOrphans(some)).run();
    }
  }
}
