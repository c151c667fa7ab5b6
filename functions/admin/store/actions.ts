/** The log of officers' actions, and the trace of what they read. Rule: rows of both are added and outlive the application; nothing changes them. */
import { fragment, repeatable, sql } from './database.ts';

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
