/**
 * The stored files, and the orphaned objects in R2. Rule: an object is listed as orphaned before it is put, and until an
 * application holds it, so that the sweep finds it after a crash.
 */
import type { FileType } from '../../../src/domain/input/files.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { type Fragment, fragment, listOf, repeatable, sql } from './database.ts';

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

export const selectFiles = (db: D1Database, condition: Fragment): D1PreparedStatement =>
  sql(db)`SELECT id, field, name, type, size, sha256 FROM files WHERE ${condition}`;

export const readFiles = (selected: { results: unknown[] } | undefined): FileRow[] =>
  (selected?.results ?? []) as FileRow[];

/** Selects the files of the present version of an application. */
export function filesStatement(db: D1Database, applicantId: string): D1PreparedStatement {
  return selectFiles(db, fragment`applicant_id = ${applicantId} AND replaced_in IS NULL`);
}

/** One file of the present version of an application; null for an unknown id or a replaced file. */
export async function findFile(db: D1Database, id: string): Promise<FileRow | null> {
  return readFiles(await selectFiles(db, fragment`id = ${id} AND replaced_in IS NULL`).all())[0] ?? null;
}

/** {@link findFile}, also for files of earlier versions; with the application that holds it. */
export async function findStoredFile(db: D1Database, id: string): Promise<(FileRow & { applicantId: string }) | null> {
  const [files, owner] = await db.batch([
    selectFiles(db, fragment`id = ${id}`),
    sql(db)`SELECT applicant_id FROM files WHERE id = ${id}`,
  ]);
  const [file] = readFiles(files);
  const { applicant_id: applicantId = '' } = (owner?.results[0] ?? {}) as { applicant_id?: string };
  return file ? { ...file, applicantId } : null;
}

/** Fails the batch where the sweep claimed a file (conflict `files`). @param unused listed ids without an object */
export function attachFiles(
  db: D1Database,
  applicantId: string,
  files: readonly FileRow[],
  unused: readonly string[] = [],
): D1PreparedStatement[] {
  if (files.length + unused.length === 0) return [];
  const rows = JSON.stringify(files);
  return [
    sql(db)`INSERT INTO files (id, applicant_id, field, name, type, size, sha256)
      SELECT value ->> '$.id',
        (SELECT ${applicantId} FROM orphaned_objects WHERE id = value ->> '$.id' AND made_at > 0), value ->> '$.field',
        value ->> '$.name', value ->> '$.type', value ->> '$.size', value ->> '$.sha256' FROM json_each(${rows})`,
    untrackOrphans(db, [...files.map(({ id }) => id), ...unused]),
  ];
}

/** Lists objects as orphaned since `now`; one that the sweep has claimed stays claimed. */
export function trackOrphans(db: D1Database, ids: readonly string[], now: number): D1PreparedStatement {
  return sql(db)`INSERT INTO orphaned_objects (id, made_at) SELECT value, ${now} FROM ${listOf(ids)} WHERE true
    ON CONFLICT (id) DO UPDATE SET made_at = ${now} WHERE made_at > 0`;
}

function untrackOrphans(db: D1Database, ids: readonly string[]): D1PreparedStatement {
  return sql(db)`DELETE FROM orphaned_objects WHERE id IN ${listOf(ids)}`;
}

/** Claims at most `limit` objects that were listed before an instant; {@link attachFiles} refuses them from then on. */
export async function claimOrphans(db: D1Database, before: number, limit: number): Promise<string[]> {
  const oldest = fragment`SELECT id FROM orphaned_objects WHERE made_at < ${before} ORDER BY made_at LIMIT ${limit}`;
  const claim = sql(db)`UPDATE orphaned_objects SET made_at = 0 WHERE id IN (${oldest}) RETURNING id`;
  return (await claim.all<{ id: string }>()).results.map(({ id }) => id);
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
    await repeatable(untrackOrphans(DB, some)).run();
  }
}
