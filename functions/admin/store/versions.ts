/**
 * Versions of applications: one row per change, written in its batch. Rule: the files of a version stay in `files` with the
 * last version that held them, so that retention, erasing and backups find them.
 */

import type { StoredFields } from './applicants.ts';
import { type FileRow, readFiles, selectFiles } from './files.ts';
import { fragment, listOf, sql } from './sql.ts';

/** Bounds the storage that one applicant can fill by changes. */
export const VERSIONS_KEPT = 50;

export interface Version {
  version: number;
  fields: StoredFields;
  changed: readonly string[];
  /** Wire names of the requested fields; null where none were named. */
  asked: readonly string[] | null;
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
  const own = fragment`applicant_id = ${applicantId}`;
  return [
    sql(db)`INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
      VALUES (${applicantId}, ${version}, ${JSON.stringify(fields)}, ${JSON.stringify(changed)},
        ${asked && JSON.stringify(asked)}, ${replacedAt})`,
    sql(db)`UPDATE files SET replaced_in = ${version}
      WHERE ${own} AND id IN ${listOf(goneFiles)}`,
    sql(db)`DELETE FROM application_versions WHERE ${own} AND version <= ${oldest}`,
    sql(db)`DELETE FROM files WHERE ${own} AND replaced_in <= ${oldest}`,
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
    sql(db)`SELECT version, fields, changed, asked, replaced_at AS replacedAt FROM application_versions
      WHERE applicant_id = ${applicantId} ORDER BY version DESC LIMIT ${limit}`,
    selectFiles(db, fragment`applicant_id = ${applicantId} AND replaced_in IS NOT NULL`),
  ]);
  return {
    versions: ((versions?.results ?? []) as unknown as VersionRow[]).map((row) => ({
      ...row,
      fields: JSON.parse(row.fields) as StoredFields,
      changed: JSON.parse(row.changed) as string[],
      asked: JSON.parse(row.asked ?? 'null') as string[] | null,
    })),
    files: readFiles(files),
  };
}

interface ReplacedVersion extends Pick<Version, 'changed' | 'asked'> {
  applicantId: string;
  type: string;
  at: number;
  before: StoredFields;
  after: StoredFields;
}

/** Versions of several applications by the time they were replaced, with all files of these applications. */
export async function listReplaced(
  db: D1Database,
  changes: readonly { applicantId: string; at: number }[],
): Promise<{ versions: ReplacedVersion[]; files: FileRow[] }> {
  const keys = JSON.stringify(changes.map(({ applicantId, at }) => ({ applicantId, at })));
  const [versions, files] = await db.batch([
    sql(db)`SELECT v.applicant_id AS applicantId, a.application_type AS type, v.replaced_at AS at, v.changed, v.asked,
        v.fields AS before, coalesce((SELECT n.fields FROM application_versions n WHERE n.applicant_id = v.applicant_id
          AND n.version > v.version ORDER BY n.version LIMIT 1), a.fields) AS after
      FROM json_each(${keys}) JOIN application_versions v ON v.applicant_id = value ->> '$.applicantId'
        AND v.replaced_at = value ->> '$.at' JOIN applicants a ON a.id = v.applicant_id`,
    selectFiles(db, fragment`applicant_id IN (SELECT value ->> '$.applicantId' FROM json_each(${keys}))`),
  ]);
  const rows = (versions?.results ?? []) as ({ [Name in keyof ReplacedVersion]: string } & { at: number })[];
  return {
    versions: rows.map(({ changed, asked, before, after, ...row }) => ({
      ...row,
      changed: JSON.parse(changed) as string[],
      asked: JSON.parse(asked ?? 'null') as string[] | null,
      before: JSON.parse(before) as StoredFields,
      after: JSON.parse(after) as StoredFields,
    })),
    files: readFiles(files),
  };
}
