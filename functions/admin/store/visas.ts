/** Issued visas and what anyone who holds a visa's code may see of it. */
import { commit } from './conflict.ts';
import { appendStatements, nextPosition } from './statuses.ts';

/** What the public page of a visa shows, under the wire's names. */
export interface PublicVisa {
  code: string;
  name: string;
  surname: string;
  application_type: string;
  status_type: string;
  valid_from: string;
  valid_to: string;
}

/** The visa of a code; null for one that was never issued. */
export function findVisa(db: D1Database, code: string): Promise<PublicVisa | null> {
  return db
    .prepare(
      `SELECT v.code, a.fields ->> '$.name' AS name, a.fields ->> '$.surname' AS surname, a.application_type,
              a.status AS status_type, v.valid_from, v.valid_to
       FROM visas v JOIN applicants a ON a.id = v.applicant_id WHERE v.code = ?`,
    )
    .bind(code)
    .first<PublicVisa>();
}

/** Selects an applicant's visa, as the record has it. */
export function visaStatement(db: D1Database, applicantId: string): D1PreparedStatement {
  return db.prepare('SELECT code, valid_from, valid_to FROM visas WHERE applicant_id = ?').bind(applicantId);
}

/**
 * Issues a visa to an approved applicant, together with the status `visa_issued`.
 * @param visa.code random, see `newVisaCode`; dates `YYYY-MM-DD`
 * @throws StatusRefused when the application is not approved; Conflict when somebody was faster
 */
export async function issueVisa(
  db: D1Database,
  visa: { applicantId: string; code: string; validFrom: string; validTo: string; note: string; now: number },
): Promise<void> {
  const { applicantId, code, validFrom, validTo, note, now } = visa;
  const position = await nextPosition(db, applicantId, 'visa_issued');
  await commit(db, [
    ...appendStatements(db, { applicantId, position, status: 'visa_issued', note, now }),
    db
      .prepare('INSERT INTO visas (code, applicant_id, valid_from, valid_to, issued_at) VALUES (?, ?, ?, ?, ?)')
      .bind(code, applicantId, validFrom, validTo, now),
  ]);
}
