/** Queries of the desk that no route needs. */

/** Marks an application as a sample; its mails are never sent. */
export async function markSample(db: D1Database, id: string): Promise<void> {
  await db.batch([
    db.prepare('UPDATE applicants SET is_sample = 1 WHERE id = ?').bind(id),
    db.prepare('DELETE FROM mails WHERE applicant_id = ?').bind(id),
  ]);
}

/** True when the newest migration was applied. */
export async function hasTables(db: D1Database): Promise<boolean> {
  const row = await db
    .prepare("SELECT 1 AS found FROM pragma_table_info('applicants') WHERE name = 'stage_since'")
    .first();
  return row !== null;
}

/** `detail` holds nothing about the applicant: the row outlives the application. */
export interface DeskAction {
  applicantId: string;
  action: string;
  detail: string;
  by: string;
  now: number;
}

export function recordAction(
  db: D1Database,
  { applicantId, action, detail, by, now }: DeskAction,
): D1PreparedStatement {
  return db
    .prepare('INSERT INTO desk_actions (applicant_id, action, detail, by, at) VALUES (?, ?, ?, ?, ?)')
    .bind(applicantId, action, detail, by, now);
}

/** {@link recordAction} where the previous statement of the batch wrote a row. */
export function recordActionIfWritten(
  db: D1Database,
  { applicantId, action, detail, by, now }: DeskAction,
): D1PreparedStatement {
  return db
    .prepare('INSERT INTO desk_actions (applicant_id, action, detail, by, at) SELECT ?, ?, ?, ?, ? WHERE changes() > 0')
    .bind(applicantId, action, detail, by, now);
}

export async function listActions(db: D1Database, applicantId: string) {
  const { results } = await db
    .prepare('SELECT action, detail, by, at FROM desk_actions WHERE applicant_id = ? ORDER BY id')
    .bind(applicantId)
    .all<{ action: string; detail: string; by: string; at: number }>();
  return results;
}

export interface ListedAction {
  applicantId: string;
  /** Of the application; null for a deleted or unknown one. */
  type: string | null;
  action: string;
  detail: string;
  by: string;
  at: number;
}

/** The action of {@link latestActions} for an applicant's change. */
export const CHANGE = 'change';
const APPLICANT = 'applicant';
const TYPE = '(SELECT application_type FROM applicants WHERE applicants.id = applicant_id) AS type';

/**
 * Actions of operators and changes by applicants, newest first; the detail of a change is JSON, `{ changed, asked }`.
 * @param applicantId null for all
 */
export async function latestActions(
  db: D1Database,
  applicantId: string | null,
  limit: number,
): Promise<ListedAction[]> {
  const where = applicantId === null ? '' : 'WHERE applicant_id = ?2';
  const values = applicantId === null ? [limit] : [limit, applicantId];
  const statements = [
    `SELECT applicant_id AS applicantId, ${TYPE}, action, detail, by, at FROM desk_actions ${where} ORDER BY id DESC LIMIT ?1`,
    `SELECT applicant_id AS applicantId, ${TYPE}, '${CHANGE}' AS action, '${APPLICANT}' AS by, replaced_at AS at,
       json_object('changed', json(changed), 'asked', json(asked)) AS detail
     FROM application_versions ${where} ORDER BY replaced_at DESC LIMIT ?1`,
  ];
  const [actions, changes] = await db.batch<ListedAction>(statements.map((sql) => db.prepare(sql).bind(...values)));
  return merged(actions?.results ?? [], changes?.results ?? []).slice(0, limit);
}

/** Keeps the order of actions; each change precedes the first action that is not later. */
function merged(actions: readonly ListedAction[], changes: readonly ListedAction[]): ListedAction[] {
  const left = [...changes];
  const before = actions.flatMap((action) => {
    const later = left.findIndex(({ at }) => at <= action.at);
    return [...left.splice(0, later === -1 ? left.length : later), action];
  });
  return [...before, ...left];
}
