/**
 * The history of an application, and the visa at its end. Rule: a status follows only from one that lists it in `STAGES`, and
 * history only grows, but for what the desk takes back at once (`store/undo.ts`).
 */
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { isStatus, type StatusEntry } from '../../../src/domain/application/status.ts';
import { commit } from './database.ts';

/** Selects a history, oldest first. */
export function historyStatement(db: D1Database, applicantId: string): D1PreparedStatement {
  return db
    .prepare('SELECT status, note, created_at, fields FROM status_history WHERE applicant_id = ? ORDER BY position')
    .bind(applicantId);
}

interface HistoryRow {
  status: string;
  note: string;
  created_at: number;
  fields: string | null;
}

/** Rows of {@link historyStatement} as the wire has them. */
export function readHistory(rows: readonly unknown[]): StatusEntry[] {
  return (rows as HistoryRow[]).map(({ status, note, created_at, fields }) => ({
    status_type: status,
    created_at: new Date(created_at).toISOString(),
    note,
    ...(fields === null ? {} : { fields: JSON.parse(fields) as string[] }),
  }));
}

/** What somebody saw of an application before they decided about it. */
export interface Seen {
  version: number;
  /** How many entries the history had, and when the last was made (milliseconds since 1970). */
  entries: number;
  at: number;
  assignee: string | null;
}

/** Fails the batch (conflict `version`) where an application is not as it was seen; goes before what changes it. */
function requireSeen(db: D1Database, applicantId: string, { version, entries, at }: Seen): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE applicants SET version = CASE WHEN version = ?2
         AND (SELECT count(*) FROM status_history WHERE applicant_id = ?1) = ?3
         AND (SELECT created_at FROM status_history WHERE applicant_id = ?1 AND position = ?3 - 1) = ?4
         THEN version ELSE NULL END
       WHERE id = ?1`,
    )
    .bind(applicantId, version, entries, at);
}

/** {@link requireSeen} where somebody has seen it. */
const guard = (db: D1Database, applicantId: string, seen: Seen | undefined) =>
  seen ? [requireSeen(db, applicantId, seen)] : [];

export interface NewStatus {
  applicantId: string;
  /** How many entries there are already. */
  position: number;
  status: Status;
  note: string;
  /** Wire names of the fields that the applicant is asked to change. */
  fields?: readonly string[];
  now: number;
}

/** Appends an entry and makes it the status; another entry at its position fails the batch (conflict `history`). */
export function appendStatements(db: D1Database, entry: NewStatus): D1PreparedStatement[] {
  const { applicantId, position, status, note, fields = [], now } = entry;
  return [
    db
      .prepare(
        'INSERT INTO status_history (applicant_id, position, status, note, created_at, fields) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .bind(applicantId, position, status, note, now, fields.length > 0 ? JSON.stringify(fields) : null),
    db.prepare('UPDATE applicants SET status = ?2 WHERE id = ?1').bind(applicantId, status),
  ];
}

/** Why a status can't be set. */
export class StatusRefused extends Error {
  readonly from: string | null;
  readonly to: Status;
  constructor(from: string | null, to: Status) {
    super(from === null ? 'there is no such applicant' : `${to} does not follow ${from}`);
    this.name = 'StatusRefused';
    this.from = from;
    this.to = to;
  }
}

/**
 * Sets the next status.
 * @param change.seen see {@link requireSeen} @param also statements of the same batch
 * @throws StatusRefused for an unknown applicant or a step not in `STAGES`; Conflict
 */
export async function appendStatus(
  db: D1Database,
  { seen, ...change }: Omit<NewStatus, 'position'> & { seen?: Seen | undefined },
  also: readonly D1PreparedStatement[] = [],
): Promise<void> {
  const position = await nextPosition(db, change.applicantId, change.status);
  await commit(db, [...guard(db, change.applicantId, seen), ...appendStatements(db, { ...change, position }), ...also]);
}

/** Where the next entry goes. @throws StatusRefused when `status` must not follow */
async function nextPosition(db: D1Database, applicantId: string, status: Status): Promise<number> {
  const { results } = await historyStatement(db, applicantId).all<{ status: string }>();
  const current = results.at(-1)?.status ?? null;
  if (current === null || !isStatus(current) || !STAGES[current].next.includes(status))
    throw new StatusRefused(current, status);
  return results.length;
}

/** What the public page of a visa may show, under the wire's names; the passport's number never whole. */
export interface PublicVisa {
  code: string;
  name: string;
  surname: string;
  application_type: string;
  status_type: string;
  valid_from: string;
  valid_to: string;
  passport_number: string | null;
}

/** The visa of a code, also a revoked one; null for one that was never issued. */
export function findVisa(db: D1Database, code: string): Promise<PublicVisa | null> {
  return db
    .prepare(
      `SELECT v.code, a.fields ->> '$.name' AS name, a.fields ->> '$.surname' AS surname, a.application_type,
              CASE WHEN v.revoked_at IS NULL THEN a.status ELSE 'visa_revoked' END AS status_type, v.valid_from, v.valid_to,
              a.fields ->> '$.passport_number' AS passport_number
       FROM visas v JOIN applicants a ON a.id = v.applicant_id WHERE v.code = ?`,
    )
    .bind(code)
    .first<PublicVisa>();
}

/** Selects the visa that an applicant has, as the record has it; not a revoked one. */
export function visaStatement(db: D1Database, applicantId: string): D1PreparedStatement {
  return db
    .prepare('SELECT code, valid_from, valid_to FROM visas WHERE applicant_id = ? AND revoked_at IS NULL')
    .bind(applicantId);
}

/**
 * Issues a visa to an approved applicant, together with the status `visa_issued`.
 * @param visa.code random, see `newVisaCode`; dates `YYYY-MM-DD` @param also statements of the same batch
 * @throws StatusRefused when the application is not approved; Conflict when somebody was faster
 */
export async function issueVisa(
  db: D1Database,
  visa: {
    applicantId: string;
    code: string;
    validFrom: string;
    validTo: string;
    note: string;
    now: number;
    seen?: Seen | undefined;
  },
  also: readonly D1PreparedStatement[] = [],
): Promise<void> {
  const { applicantId, code, validFrom, validTo, note, now, seen } = visa;
  const position = await nextPosition(db, applicantId, 'visa_issued');
  await commit(db, [
    ...guard(db, applicantId, seen),
    ...appendStatements(db, { applicantId, position, status: 'visa_issued', note, now }),
    db
      .prepare('INSERT INTO visas (code, applicant_id, valid_from, valid_to, issued_at) VALUES (?, ?, ?, ?, ?)')
      .bind(code, applicantId, validFrom, validTo, now),
    ...also,
  ]);
}

/**
 * Takes an issued visa back, together with the status `visa_revoked`. Its code stays, and says so to whoever asks.
 * @param also statements of the same batch
 * @throws StatusRefused when no visa is issued; Conflict when somebody was faster
 */
export async function revokeVisa(
  db: D1Database,
  { applicantId, note, now, seen }: { applicantId: string; note: string; now: number; seen?: Seen | undefined },
  also: readonly D1PreparedStatement[] = [],
): Promise<void> {
  const position = await nextPosition(db, applicantId, 'visa_revoked');
  await commit(db, [
    ...guard(db, applicantId, seen),
    ...appendStatements(db, { applicantId, position, status: 'visa_revoked', note, now }),
    db
      .prepare('UPDATE visas SET revoked_at = ?2 WHERE applicant_id = ?1 AND revoked_at IS NULL')
      .bind(applicantId, now),
    ...also,
  ]);
}
