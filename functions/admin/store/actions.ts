/** Queries of the desk that no route needs. */
import { fragment, sql } from './database.ts';

/** Marks an application as a sample; its mails are never sent. */
export async function markSample(db: D1Database, id: string): Promise<void> {
  await db.batch([
    sql(db)`UPDATE applicants SET is_sample = 1 WHERE id = ${id}`,
    sql(db)`DELETE FROM mails WHERE applicant_id = ${id}`,
  ]);
}

/** True when the newest migration was applied. */
export async function hasTables(db: D1Database): Promise<boolean> {
  const row = await sql(db)`SELECT 1 AS found FROM pragma_table_info('status_history') WHERE name = 'officer'`.first();
  return row !== null;
}

/** `detail` holds nothing about the applicant: the row outlives the application. */
interface DeskAction {
  applicantId: string;
  action: string;
  detail: string;
  by: string;
  now: number;
}

export function recordAction(
  db: D1Database,
  { applicantId, action, detail, by, now }: DeskAction,
  condition = fragment`true`,
): D1PreparedStatement {
  return sql(db)`INSERT INTO desk_actions (applicant_id, action, detail, by, at)
    SELECT ${applicantId}, ${action}, ${detail}, ${by}, ${now} WHERE ${condition}`;
}

/** Selects the row of {@link recordAction}, by which a repeated batch is known as written. */
export const selectAction = (
  db: D1Database,
  { applicantId, action, by, now }: Omit<DeskAction, 'detail'>,
): D1PreparedStatement =>
  sql(db)`SELECT 1 FROM desk_actions
    WHERE applicant_id = ${applicantId} AND action = ${action} AND by = ${by} AND at = ${now}`;

export async function listActions(db: D1Database, applicantId: string) {
  const { results } = await sql(db)`SELECT action, detail, by, at FROM desk_actions WHERE applicant_id = ${applicantId}
    ORDER BY id`.all<Omit<ListedAction, 'applicantId' | 'type'>>();
  return results;
}

export interface ListedAction extends Omit<DeskAction, 'now'> {
  /** Of the application; null for a deleted or unknown one. */
  type: string | null;
  at: number;
}

/** The action of {@link latestActions} for an applicant's change. */
export const CHANGE = 'change';
const TYPE = fragment`(SELECT application_type FROM applicants WHERE applicants.id = applicant_id) AS type`;

/**
 * Actions of operators and changes by applicants, newest first; the detail of a change is JSON, `{ changed, asked }`.
 * @param applicantId null for all
 */
export async function latestActions(
  db: D1Database,
  applicantId: string | null,
  limit: number,
): Promise<ListedAction[]> {
  const where = applicantId === null ? fragment`` : fragment`WHERE applicant_id = ${applicantId}`;
  const [actions, changes] = await db.batch<ListedAction>([
    sql(db)`SELECT applicant_id AS applicantId, ${TYPE}, action, detail, by, at FROM desk_actions ${where}
      ORDER BY id DESC LIMIT ${limit}`,
    sql(db)`SELECT applicant_id AS applicantId, ${TYPE}, ${CHANGE} AS action, 'applicant' AS by, replaced_at AS at,
        json_object('changed', json(changed), 'asked', json(asked)) AS detail
      FROM application_versions ${where} ORDER BY replaced_at DESC LIMIT ${limit}`,
  ]);
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
