/** What the operators' command line asks of the database, beside what the routes ask. */

export interface ListedApplicant {
  id: string;
  type: string;
  status: string;
  name: string;
  isSample: number;
  createdAt: number;
}

const LISTED = `SELECT id, application_type AS type, status, fields ->> '$.fio' AS name, is_sample AS isSample,
  created_at AS createdAt FROM applicants`;

/**
 * The latest applications, newest first.
 * @param status only those in it; null for all
 */
export async function listApplicants(db: D1Database, status: string | null, limit: number): Promise<ListedApplicant[]> {
  const statement =
    status === null
      ? db.prepare(`${LISTED} ORDER BY created_at DESC LIMIT ?`).bind(limit)
      : db.prepare(`${LISTED} WHERE status = ? ORDER BY created_at DESC LIMIT ?`).bind(status, limit);
  return (await statement.all<ListedApplicant>()).results;
}

/** Marks an application as a sample. */
export async function markSample(db: D1Database, id: string): Promise<void> {
  await db.prepare('UPDATE applicants SET is_sample = 1 WHERE id = ?').bind(id).run();
}

/** True when the tables have been made. */
export async function hasTables(db: D1Database): Promise<boolean> {
  const row = await db.prepare("SELECT 1 AS found FROM sqlite_schema WHERE name = 'applicants'").first();
  return row !== null;
}
