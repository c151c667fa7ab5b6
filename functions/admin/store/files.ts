/**
 * The stored files, and the orphaned objects in R2. Rule: an object is listed as orphaned before it is put, and until an
 * application holds it, so that the sweep finds it after a crash.
 */

import { safeFileName } from '../../../src/domain/input/file-names.ts';
import type { FileType } from '../../../src/domain/input/files.ts';
import type { AdminEnv } from '../runtime/env.ts';

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

/** Every object in R2 that a row holds, with size and digest: a copy of the database needs these too. */
export const HELD_OBJECTS = 'SELECT id AS key, size, sha256 FROM files ORDER BY id';

/** Selects the files of the present version of an application. */
export function filesStatement(db: D1Database, applicantId: string): D1PreparedStatement {
  return db
    .prepare('SELECT id, field, name, type, size, sha256 FROM files WHERE applicant_id = ? AND replaced_in IS NULL')
    .bind(applicantId);
}

/** Reads a selected row. Adds the file type's ending to names that were stored without it by earlier versions. */
export function readFileRow(row: FileRow): FileRow {
  return { ...row, name: safeFileName(row.name, row.type) };
}

/** One file of the present version of an application; null for an unknown id or a replaced file. */
export async function findFile(db: D1Database, id: string): Promise<FileRow | null> {
  const statement = db.prepare(
    'SELECT id, field, name, type, size, sha256 FROM files WHERE id = ? AND replaced_in IS NULL',
  );
  const row = await statement.bind(id).first<FileRow>();
  return row && readFileRow(row);
}

/** {@link findFile}, also for files of earlier versions. */
export async function findStoredFile(db: D1Database, id: string): Promise<FileRow | null> {
  const statement = db.prepare('SELECT id, field, name, type, size, sha256 FROM files WHERE id = ?');
  const row = await statement.bind(id).first<FileRow>();
  return row && readFileRow(row);
}

/** Attaches files to an applicant. A file that the sweep has claimed fails the batch (conflict `files`). */
export function attachFiles(db: D1Database, applicantId: string, files: readonly FileRow[]): D1PreparedStatement[] {
  if (files.length === 0) return [];
  const rows = JSON.stringify(files);
  return [
    db
      .prepare(
        `INSERT INTO files (id, applicant_id, field, name, type, size, sha256)
         SELECT value ->> '$.id', (SELECT ?1 FROM orphaned_objects WHERE id = value ->> '$.id' AND made_at > 0), value ->> '$.field', value ->> '$.name', value ->> '$.type',
                value ->> '$.size', value ->> '$.sha256' FROM json_each(?2)`,
      )
      .bind(applicantId, rows),
    untrackOrphans(
      db,
      files.map(({ id }) => id),
    ),
  ];
}

/** Lists objects as orphaned since `now`; one that the sweep has claimed stays claimed. */
export function trackOrphans(db: D1Database, ids: readonly string[], now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO orphaned_objects (id, made_at) SELECT value, ?2 FROM json_each(?1) WHERE true
       ON CONFLICT (id) DO UPDATE SET made_at = ?2 WHERE made_at > 0`,
    )
    .bind(JSON.stringify(ids), now);
}

function untrackOrphans(db: D1Database, ids: readonly string[]): D1PreparedStatement {
  return db
    .prepare('DELETE FROM orphaned_objects WHERE id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(ids));
}

/** Claims at most `limit` objects that were listed before an instant; {@link attachFiles} refuses them from then on. */
export async function claimOrphans(db: D1Database, before: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(
      `UPDATE orphaned_objects SET made_at = 0
       WHERE id IN (SELECT id FROM orphaned_objects WHERE made_at < ? ORDER BY made_at LIMIT ?) RETURNING id`,
    )
    .bind(before, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** R2 deletes at most 1000 objects at once. */
export const OBJECTS_AT_ONCE = 1000;

/** Deletes orphaned objects; those it fails to delete stay listed for the sweep. */
export async function deleteObjects(
  { DB, FILES }: Pick<AdminEnv, 'DB' | 'FILES'>,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += OBJECTS_AT_ONCE) {
    const some = ids.slice(from, from + OBJECTS_AT_ONCE);
    await FILES.delete(some);
    await untrackOrphans(DB, some).run();
  }
}
