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

/** A version with its application and its successor. */
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
  const [versions, files] = await db.batch(
    [
      `SELECT v.applicant_id AS applicantId, a.application_type AS type, v.replaced_at AS at, v.changed, v.asked,
         v.fields AS before, coalesce((SELECT n.fields FROM application_versions n WHERE n.applicant_id = v.applicant_id
           AND n.version > v.version ORDER BY n.version LIMIT 1), a.fields) AS after
       FROM json_each(?) JOIN application_versions v ON v.applicant_id = value ->> '$.applicantId'
         AND v.replaced_at = value ->> '$.at' JOIN applicants a ON a.id = v.applicant_id`,
      `SELECT id, field, name, type, size, sha256 FROM files
       WHERE applicant_id IN (SELECT value ->> '$.applicantId' FROM json_each(?))`,
    ].map((sql) => db.prepare(sql).bind(keys)),
  );
  const read = <Value>(row: Record<string, unknown>, name: string) => JSON.parse(String(row[name] ?? null)) as Value;
  return {
    versions: ((versions?.results ?? []) as Record<string, unknown>[]).map((row) => ({
      ...{ applicantId: String(row.applicantId), type: String(row.type), at: Number(row.at) },
      ...{ changed: read<string[]>(row, 'changed'), asked: read<string[] | null>(row, 'asked') },
      ...{ before: read<StoredFields>(row, 'before'), after: read<StoredFields>(row, 'after') },
    })),
    files: ((files?.results ?? []) as unknown as FileRow[]).map(readFileRow),
  };
}
