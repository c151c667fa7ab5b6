/** The trace of what officers read. Rule: rows are added and expire; nothing changes them, and they outlive the application. */
import { repeatable, sql } from './database.ts';

export type ReadKind = 'open' | 'scan' | 'search' | 'list' | 'export';

/** One row for each officer, application, kind and day. */
interface ReadRow {
  officer: string;
  /** `''` for lists and searches. */
  applicantId: string;
  kind: ReadKind;
  /** `YYYY-MM-DD`. */
  day: string;
}

export function recordRead(db: D1Database, { officer, applicantId, kind, day }: ReadRow): D1PreparedStatement {
  return repeatable(sql(db)`INSERT INTO reads (officer, applicant_id, kind, day)
    VALUES (${officer}, ${applicantId}, ${kind}, ${day}) ON CONFLICT DO NOTHING`);
}

/** The newest first. @param about an officer, an application, or neither: all */
export async function listReads(
  db: D1Database,
  about: { officer?: string; applicantId?: string },
  { skip, limit }: { skip: number; limit: number },
): Promise<ReadRow[]> {
  const { officer = null, applicantId = null } = about;
  const { results } = await sql(db)`SELECT officer, applicant_id AS applicantId, kind, day FROM reads
    WHERE (${officer} IS NULL OR officer = ${officer}) AND (${applicantId} IS NULL OR applicant_id = ${applicantId})
    ORDER BY day DESC, officer, applicant_id, kind LIMIT ${limit} OFFSET ${skip}`.all<ReadRow>();
  return results;
}

/** Deletes rows of days before a date, `YYYY-MM-DD`. */
export const expireReads = (db: D1Database, before: string): D1PreparedStatement =>
  sql(db)`DELETE FROM reads WHERE day < ${before}`;

/** Notes that an officer used the desk. @param decides the officer may decide, so that applications can be handed over */
export function recordOfficer(
  db: D1Database,
  { officer, decides, day }: { officer: string; decides: boolean; day: string },
): D1PreparedStatement {
  const flag = decides ? 1 : 0;
  return repeatable(sql(db)`INSERT INTO officers (address, decides, seen_on) VALUES (${officer}, ${flag}, ${day})
    ON CONFLICT (address) DO UPDATE SET decides = ${flag}, seen_on = ${day} WHERE decides <> ${flag} OR seen_on < ${day}`);
}

/** Officers who may decide, seen since a date. */
export async function decidingOfficers(db: D1Database, since: string): Promise<string[]> {
  const { results } = await sql(db)`SELECT address FROM officers WHERE decides = 1 AND seen_on >= ${since}
    ORDER BY address`.all<{ address: string }>();
  return results.map(({ address }) => address);
}
