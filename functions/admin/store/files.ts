/**
 * What is known of each stored file, and which objects in R2 belong to nobody. Rule: an object is listed as loose before
 * it is put, and stays listed until an application holds it; so a crash leaves nothing that the sweep can't find.
 */

import { keptName } from '../../../src/domain/input/file-names.ts';
import type { FileType } from '../../../src/domain/input/files.ts';
import type { AdminEnv } from '../runtime/env.ts';

export interface FileRow {
  /** Also the key of the object in R2. */
  id: string;
  field: string;
  /** The original name, safe to show, with the ending of its type. */
  name: string;
  /** Found by content. */
  type: FileType;
  /** Bytes, as stored. */
  size: number;
  /** Of the stored bytes, hexadecimal. */
  sha256: string;
}

/** Every object in R2 that a row holds, with what it has to be. Whatever copies the database has to bring these along. */
export const HELD_OBJECTS = 'SELECT id AS key, size, sha256 FROM files ORDER BY id';

/** Selects the files of an application as it is now. */
export function filesStatement(db: D1Database, applicantId: string): D1PreparedStatement {
  return db
    .prepare('SELECT id, field, name, type, size, sha256 FROM files WHERE applicant_id = ? AND replaced_in IS NULL')
    .bind(applicantId);
}

/** A selected row. A name that was stored before all had the ending of their type gets it here, wherever it is told. */
export function readFileRow(row: FileRow): FileRow {
  return { ...row, name: keptName(row.name, row.type) };
}

/** One file of an application as it is now; null for an unknown id, and for a file that was replaced. */
export async function findFile(db: D1Database, id: string): Promise<FileRow | null> {
  const statement = db.prepare(
    'SELECT id, field, name, type, size, sha256 FROM files WHERE id = ? AND replaced_in IS NULL',
  );
  const row = await statement.bind(id).first<FileRow>();
  return row && readFileRow(row);
}

/** {@link findFile}, also of a version before the present one. */
export async function findStoredFile(db: D1Database, id: string): Promise<FileRow | null> {
  const statement = db.prepare('SELECT id, field, name, type, size, sha256 FROM files WHERE id = ?');
  const row = await statement.bind(id).first<FileRow>();
  return row && readFileRow(row);
}

/** Files come to an applicant: they are loose no longer. One that the sweep has taken fails the batch (conflict `files`). */
export function attachFiles(db: D1Database, applicantId: string, files: readonly FileRow[]): D1PreparedStatement[] {
  if (files.length === 0) return [];
  const rows = JSON.stringify(files);
  return [
    db
      .prepare(
        `INSERT INTO files (id, applicant_id, field, name, type, size, sha256)
         SELECT value ->> '$.id', (SELECT ?1 FROM loose_objects WHERE id = value ->> '$.id' AND made_at > 0), value ->> '$.field', value ->> '$.name', value ->> '$.type',
                value ->> '$.size', value ->> '$.sha256' FROM json_each(?2)`,
      )
      .bind(applicantId, rows),
    untrackOrphans(
      db,
      files.map(({ id }) => id),
    ),
  ];
}

/** Lists objects as loose since `now`; one that the sweep has taken stays taken. */
export function trackOrphan(db: D1Database, ids: readonly string[], now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO loose_objects (id, made_at) SELECT value, ?2 FROM json_each(?1) WHERE true
       ON CONFLICT (id) DO UPDATE SET made_at = ?2 WHERE made_at > 0`,
    )
    .bind(JSON.stringify(ids), now);
}

function untrackOrphans(db: D1Database, ids: readonly string[]): D1PreparedStatement {
  return db.prepare('DELETE FROM loose_objects WHERE id IN (SELECT value FROM json_each(?))').bind(JSON.stringify(ids));
}

/** Takes objects that have been loose since before an instant, at most `limit`; nothing can attach them any more. */
export async function takeLoose(db: D1Database, before: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(
      `UPDATE loose_objects SET made_at = 0
       WHERE id IN (SELECT id FROM loose_objects WHERE made_at < ? ORDER BY made_at LIMIT ?) RETURNING id`,
    )
    .bind(before, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** R2 deletes at most 1000 objects at once. */
export const OBJECTS_AT_ONCE = 1000;

/** Deletes loose objects; what fails stays listed, and the sweep deletes it. */
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
