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

/** The latest applications, newest first. @param only those of a status, of a type, made by a request; null for all */
export async function listApplicants(
  db: D1Database,
  only: { status: string | null; type: string | null; request: string | null },
  limit: number,
): Promise<ListedApplicant[]> {
  const given = Object.entries({ status: only.status, application_type: only.type, request_id: only.request }).filter(
    ([, value]) => value !== null,
  );
  const where = given.length > 0 ? `WHERE ${given.map(([column]) => `${column} = ?`).join(' AND ')}` : '';
  const statement = db.prepare(`${LISTED} ${where} ORDER BY created_at DESC LIMIT ?`);
  return (await statement.bind(...given.map(([, value]) => value), limit).all<ListedApplicant>()).results;
}

/** Marks an application as a sample. */
export async function markSample(db: D1Database, id: string): Promise<void> {
  await db.prepare('UPDATE applicants SET is_sample = 1 WHERE id = ?').bind(id).run();
}

/** True when the tables have been made and are of this edition: the newest migration is the one that is looked for. */
export async function hasTables(db: D1Database): Promise<boolean> {
  const row = await db
    .prepare("SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'desk_actions'")
    .first();
  return row !== null;
}

/** What an operator did. Nothing about the applicant stands in `detail`: the row outlives the application. */
export interface DeskAction {
  applicantId: string;
  action: string;
  detail: string;
  by: string;
  now: number;
}

/** Records an action; runs in the batch that does it. */
export function recordAction(
  db: D1Database,
  { applicantId, action, detail, by, now }: DeskAction,
): D1PreparedStatement {
  return db
    .prepare('INSERT INTO desk_actions (applicant_id, action, detail, by, at) VALUES (?, ?, ?, ?, ?)')
    .bind(applicantId, action, detail, by, now);
}

/** What operators did to an application, oldest first. */
export async function listActions(db: D1Database, applicantId: string) {
  const { results } = await db
    .prepare('SELECT action, detail, by, at FROM desk_actions WHERE applicant_id = ? ORDER BY id')
    .bind(applicantId)
    .all<{ action: string; detail: string; by: string; at: number }>();
  return results;
}
