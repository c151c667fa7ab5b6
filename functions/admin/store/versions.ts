/**
 * Versions of applications: one row per change, written in its batch. Rule: the files of a version stay in `files` with the
 * last version that held them, so that retention, erasing and backups find them.
 */
import type { StoredFields } from './applicants.ts';
import { type FileRow, readFileRow } from './files.ts';

/** Bounds the storage that one applicant can fill by changes. */
export const VERSIONS_KEPT = 50;

export interface Version {
  version: number;
  fields: StoredFields;
  changed: readonly string[];
  /** Wire names of the requested fields; null where none were named. */
  asked: readonly string[] | null;
  /** Milliseconds since 1970. */
  replacedAt: number;
}

/** Stores what a change replaces. @param goneFiles ids of files that the new version no longer has */
export function storeVersion(
  db: D1Database,
  applicantId: string,
  { version, fields, changed, asked, replacedAt }: Version,
  goneFiles: readonly string[],
): D1PreparedStatement[] {
  const oldest = version - VERSIONS_KEPT;
  const statement = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(applicantId, ...values);
  return [
    statement(
      `INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      ...[version, JSON.stringify(fields), JSON.stringify(changed), asked && JSON.stringify(asked), replacedAt],
    ),
    ...(goneFiles.length > 0
      ? [
          statement(
            'UPDATE files SET replaced_in = ?2 WHERE applicant_id = ?1 AND id IN (SELECT value FROM json_each(?3))',
            ...[version, JSON.stringify(goneFiles)],
          ),
        ]
      : []),
    ...(oldest > 0
      ? [
          statement('DELETE FROM application_versions WHERE applicant_id = ? AND version <= ?', oldest),
          statement('DELETE FROM files WHERE applicant_id = ? AND replaced_in <= ?', oldest),
        ]
      : []),
  ];
}

interface VersionRow {
  version: number;
  fields: string;
  changed: string;
  asked: string | null;
  replacedAt: number;
}

/** The latest earlier versions, newest first, with the files that only they have. */
export async function listVersions(
  db: D1Database,
  applicantId: string,
  limit = VERSIONS_KEPT,
): Promise<{ versions: Version[]; files: FileRow[] }> {
  const [versions, files] = await db.batch([
    db
      .prepare(
        `SELECT version, fields, changed, asked, replaced_at AS replacedAt FROM application_versions
         WHERE applicant_id = ? ORDER BY version DESC LIMIT ?`,
      )
      .bind(applicantId, limit),
    db
      .prepare(
        'SELECT id, field, name, type, size, sha256 FROM files WHERE applicant_id = ? AND replaced_in IS NOT NULL',
      )
      .bind(applicantId),
  ]);
  return {
    versions: ((versions?.results ?? []) as unknown as VersionRow[]).map((row) => ({
      ...row,
      fields: JSON.parse(row.fields) as StoredFields,
      changed: JSON.parse(row.changed) as string[],
      asked: row.asked === null ? null : (JSON.parse(row.asked) as string[]),
    })),
    files: ((files?.results ?? []) as unknown as FileRow[]).map(readFileRow),
  };
}
