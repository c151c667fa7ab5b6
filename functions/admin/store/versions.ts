/**
 * Versions of applications: one row per change, written in its batch. The files of a version stay in `files`, with the last
 * version that had them, so that retention, erasing and backups find them.
 */
import { DAY_MS } from '../../../src/domain/input/date.ts';
import type { StoredFields } from './applicants.ts';
import { fragment, listOf, Repository } from './database.ts';
import { type FileRow, readFiles, StoredFiles } from './files.ts';

/** Limits the storage that one applicant can fill by changes: all versions stay as long as the application. */
const CHANGES_A_DAY = 50;

export interface Version {
  version: number;
  fields: StoredFields;
  changed: readonly string[];
  /** Wire names of the requested fields; null where none were named. */
  asked: readonly string[] | null;
  replacedAt: number;
}

interface VersionRow {
  version: number;
  fields: string;
  changed: string;
  asked: string | null;
  replacedAt: number;
  oldest: number;
}

/** Earlier versions of an application, newest first, with the files that only earlier versions have. */
export interface EarlierVersions {
  versions: Version[];
  files: FileRow[];
  /** The answers that replaced the newest of them; null for the present ones. */
  successor: StoredFields | null;
  /** Pass it as `before` for the next page; null at the end. */
  next: number | null;
}

/**
 * Most characters of the answers of a page, since a worker holds several copies. More than a row of D1 can have, so that each
 * page advances.
 */
const PAGE_CHARACTERS = 4_000_000;
const PAGE_ROWS = 1000;

const readVersion = ({ version, fields, changed, asked, replacedAt }: VersionRow): Version => ({
  version,
  replacedAt,
  fields: JSON.parse(fields) as StoredFields,
  changed: JSON.parse(changed) as string[],
  asked: JSON.parse(asked ?? 'null') as string[] | null,
});

/** Earlier versions of applications. */
export class Versions extends Repository {
  /** Milliseconds until an applicant may change the application again; 0 below {@link CHANGES_A_DAY}. */
  async waitForChange(applicantId: string, now: number): Promise<number> {
    const at = await this.sql`SELECT replaced_at FROM application_versions
      WHERE applicant_id = ${applicantId} AND replaced_at > ${now - DAY_MS}
      ORDER BY replaced_at DESC LIMIT 1 OFFSET ${CHANGES_A_DAY - 1}`.first<number>('replaced_at');
    return at === null ? 0 : at + DAY_MS - now;
  }

  /** Stores what a change replaces. @param goneFiles ids of files that the new version no longer has */
  store(
    applicantId: string,
    { version, fields, changed, asked, replacedAt }: Version,
    goneFiles: readonly string[],
  ): D1PreparedStatement[] {
    return [
      this.sql`INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
        VALUES (${applicantId}, ${version}, ${JSON.stringify(fields)}, ${JSON.stringify(changed)},
          ${asked && JSON.stringify(asked)}, ${replacedAt})`,
      this.sql`UPDATE files SET replaced_in = ${version}
        WHERE applicant_id = ${applicantId} AND id IN ${listOf(goneFiles)}`,
    ];
  }

  /** Stores the present answers before a statement replaces them. @param changed wire names */
  storePresent(applicantId: string, changed: readonly string[], now: number): D1PreparedStatement {
    return this.sql`INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
      SELECT id, version, fields, ${JSON.stringify(changed)}, NULL, ${now} FROM applicants WHERE id = ${applicantId}`;
  }

  /**
   * A page of the earlier versions.
   * @param before the version that replaced the first one of the page; null for the present one
   */
  async list(applicantId: string, before: number | null = null): Promise<EarlierVersions> {
    const newest = before ?? Number.MAX_SAFE_INTEGER;
    const [found, files] = await this.db.batch([
      this.sql`SELECT version, fields, changed, asked, replaced_at AS replacedAt,
          (SELECT min(version) FROM application_versions WHERE applicant_id = ${applicantId}) AS oldest
        FROM (SELECT *, sum(length(fields)) OVER (ORDER BY version DESC) - length(fields) AS characters
          FROM (SELECT * FROM application_versions WHERE applicant_id = ${applicantId} AND version <= ${newest}
            ORDER BY version DESC LIMIT ${PAGE_ROWS}))
        WHERE characters < ${PAGE_CHARACTERS} ORDER BY version DESC`,
      new StoredFiles(this.db).select(fragment`applicant_id = ${applicantId} AND replaced_in IS NOT NULL`),
    ]);
    const rows = (found?.results ?? []) as unknown as VersionRow[];
    const last = rows.at(-1);
    const versions = rows.map(readVersion);
    return {
      successor: before === null ? null : (versions.shift()?.fields ?? null),
      versions,
      files: readFiles(files),
      next: last && last.version > last.oldest ? last.version : null,
    };
  }

  /** All pages of {@link list}. */
  async listAll(applicantId: string): Promise<Pick<EarlierVersions, 'versions' | 'files'>> {
    const { versions, files, ...first } = await this.list(applicantId);
    for (let { next } = first; next !== null; ) {
      const page = await this.list(applicantId, next);
      versions.push(...page.versions);
      next = page.next;
    }
    return { versions, files };
  }
}
