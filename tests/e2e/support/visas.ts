/** Issues visas in the portal's D1, like the desk. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Storage } from './portal.ts';

interface IssuedVisa {
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
  status?: string;
  name?: string;
  surname?: string;
}

/**
 * Issues a visa to a new specialist, by default Anna Ivanova.
 * @returns the visa's code
 */
export function issueVisa(
  { DB }: Pick<Storage, 'DB'>,
  { from, to, status = 'visa_issued', name = 'Anna', surname = 'Ivanova' }: IssuedVisa,
): string {
  const id = randomUUID();
  const fields = { name, surname, email: `${id}@example.org`, passport_number: 'EA7654321' };
  DB.prepare(
    `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at)
     VALUES (?, ?, 'specialist', 'en', '-', ?, ?, 1, 0, 0)`,
  ).run(id, fields.email, JSON.stringify(fields), status);
  return addVisa({ DB }, id, from, to);
}

/** Adds a visa to an application. @param from and `to` are dates, `YYYY-MM-DD` @returns the visa's code */
export function addVisa({ DB }: Pick<Storage, 'DB'>, applicantId: string, from: string, to: string): string {
  const code = randomBytes(12).toString('hex').toUpperCase();
  DB.prepare('INSERT INTO visas (code, applicant_id, valid_from, valid_to, issued_at) VALUES (?, ?, ?, ?, 0)').run(
    code,
    applicantId,
    from,
    to,
  );
  return code;
}
