/** Visas, issued and revoked with their status. */
import { Repository } from './database.ts';
import { type NewStatus, StatusRepository } from './statuses.ts';

interface HeldVisa {
  code: string;
  name: string;
  surname: string;
  application_type: string;
  status_type: string;
  valid_from: string;
  valid_to: string;
  passport_number: string | null;
}

/** A decision without its status. */
type Change = Pick<NewStatus, 'applicantId' | 'note' | 'officer' | 'now'>;

/** Visas, issued and revoked with their status. */
export class Visas extends Repository {
  /** The visa with a code, even when revoked; null for an unknown code. */
  find(code: string): Promise<HeldVisa | null> {
    return this
      .sql`SELECT v.code, a.fields ->> '$.name' AS name, a.fields ->> '$.surname' AS surname, a.application_type,
        CASE WHEN v.revoked_at IS NULL THEN a.status ELSE 'visa_revoked' END AS status_type, v.valid_from, v.valid_to,
        a.fields ->> '$.passport_number' AS passport_number
      FROM visas v JOIN applicants a ON a.id = v.applicant_id WHERE v.code = ${code}`.first<HeldVisa>();
  }

  selectOf(applicantId: string): D1PreparedStatement {
    return this.sql`SELECT code, valid_from, valid_to FROM visas
      WHERE applicant_id = ${applicantId} AND revoked_at IS NULL`;
  }

  /**
   * Issues a visa with the status `visa_issued`.
   * @param visa with a random code (`newVisaCode`) and dates `YYYY-MM-DD`
   * @param also statements of the same batch
   * @throws Conflict, also unless the application is approved
   */
  async issue(
    visa: Change & { code: string; validFrom: string; validTo: string },
    also: readonly D1PreparedStatement[] = [],
    written?: D1PreparedStatement,
  ): Promise<void> {
    const { code, validFrom, validTo, ...change } = visa;
    const { applicantId, now } = change;
    const row = this.sql`INSERT INTO visas (code, applicant_id, valid_from, valid_to, issued_at)
      VALUES (${code}, ${applicantId}, ${validFrom}, ${validTo}, ${now})`;
    await new StatusRepository(this.db).append({ ...change, status: 'visa_issued' }, [...also, row], written);
  }

  /**
   * Revokes the issued visa with the status `visa_revoked`; its code stays and shows the revocation. @param also statements of
   * the same batch @throws Conflict, also when no visa is issued
   */
  async revoke(
    change: Change,
    also: readonly D1PreparedStatement[] = [],
    written?: D1PreparedStatement,
  ): Promise<void> {
    const { applicantId, now } = change;
    const row = this.sql`UPDATE visas SET revoked_at = ${now}
      WHERE applicant_id = ${applicantId} AND revoked_at IS NULL`;
    await new StatusRepository(this.db).append({ ...change, status: 'visa_revoked' }, [...also, row], written);
  }
}
