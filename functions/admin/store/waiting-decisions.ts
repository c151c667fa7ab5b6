/**
 * Decisions that wait before they count: a row for each until it takes effect or is taken back. Until then nothing else is
 * stored. A decision that could not take effect stays for its officer, until the officer or another decision removes it.
 */
import { Repository } from './database.ts';
import type { SeenState } from './statuses.ts';

/** What an officer has confirmed. */
export interface DecisionForm {
  note: string;
  /** Wire names of the fields to change. */
  fields: readonly string[];
  /** First day of a visa, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** The doubts that the officer has checked. */
  sure: readonly string[];
  /** Code of a refusal. */
  reason: string;
}

/** Times in milliseconds since 1970. */
export interface WaitingDecision {
  applicantId: string;
  status: string;
  form: DecisionForm;
  officer: string;
  /** 1 if the four-eyes rule applied. */
  fourEyes: number;
  madeAt: number;
  dueAt: number;
  seen: SeenState;
  /** Code of the refusal with which it did not take effect; null while it waits. */
  refusal: string | null;
}

interface DecisionRow extends Omit<WaitingDecision, 'form' | 'seen'> {
  form: string;
  version: number;
  entries: number;
  seenAt: number;
}

function readDecision({ form, version, entries, seenAt, ...row }: DecisionRow): WaitingDecision {
  return { ...row, form: JSON.parse(form) as DecisionForm, seen: { version, entries, at: seenAt } };
}

/** Decisions that wait, and those that were refused when they were due. The column `failure` has the code of the refusal. */
export class WaitingDecisions extends Repository {
  /** Reads the row of {@link select}. */
  static read(rows: readonly unknown[] = []): WaitingDecision | null {
    return rows[0] === undefined ? null : readDecision(rows[0] as DecisionRow);
  }

  select(applicantId: string): D1PreparedStatement {
    return this.sql`SELECT applicant_id AS applicantId, status, form, officer, four_eyes AS fourEyes, made_at AS madeAt,
        due_at AS dueAt, version, entries, seen_at AS seenAt, failure AS refusal FROM decisions WHERE applicant_id = ${applicantId}`;
  }

  /** Stores a decision in place of one that was refused; where another one waits, the batch fails (conflict `history`). */
  insert({ applicantId, status, form, officer, seen, ...rest }: WaitingDecision): D1PreparedStatement[] {
    return [
      this.sql`DELETE FROM decisions WHERE applicant_id = ${applicantId} AND failure IS NOT NULL`,
      this
        .sql`INSERT INTO decisions (applicant_id, status, form, officer, four_eyes, made_at, due_at, version, entries, seen_at)
        VALUES (${applicantId}, ${status}, ${JSON.stringify(form)}, ${officer}, ${rest.fourEyes}, ${rest.madeAt},
          ${rest.dueAt}, ${seen.version}, ${seen.entries}, ${seen.at})`,
    ];
  }

  /** Removes a decision; deletes nothing where it took effect or was taken back. */
  delete({ applicantId, madeAt }: Pick<WaitingDecision, 'applicantId' | 'madeAt'>): D1PreparedStatement {
    return this.sql`DELETE FROM decisions WHERE applicant_id = ${applicantId} AND made_at = ${madeAt}`;
  }

  setDue({ applicantId, madeAt }: WaitingDecision, dueAt: number): D1PreparedStatement {
    return this.sql`UPDATE decisions SET due_at = ${dueAt}
      WHERE applicant_id = ${applicantId} AND made_at = ${madeAt} AND failure IS NULL`;
  }

  /** Ends the waiting of a decision that takes effect in this batch; one that was taken back fails it (conflict `version`). */
  complete(decision: WaitingDecision): D1PreparedStatement[] {
    const { applicantId, madeAt } = decision;
    return [
      this.sql`UPDATE applicants SET version = CASE WHEN EXISTS (SELECT 1 FROM decisions
          WHERE applicant_id = ${applicantId} AND made_at = ${madeAt} AND failure IS NULL) THEN version ELSE NULL END
        WHERE id = ${applicantId}`,
      this.delete(decision),
    ];
  }

  async fail({ applicantId, madeAt }: WaitingDecision, code: string): Promise<void> {
    await this.sql`UPDATE decisions SET failure = ${code}
      WHERE applicant_id = ${applicantId} AND made_at = ${madeAt}`.run();
  }

  /** The applications whose decision is due, or was overtaken by the applicant. */
  async listDue(now: number): Promise<string[]> {
    const { results } = await this.sql`SELECT d.applicant_id AS id FROM decisions d
        CROSS JOIN applicants a ON a.id = d.applicant_id
      WHERE d.failure IS NULL AND (d.due_at <= ${now} OR d.version <> a.version
        OR d.entries <> (SELECT count(*) FROM status_history h WHERE h.applicant_id = a.id))
      ORDER BY d.due_at`.all<{ id: string }>();
    return results.map(({ id }) => id);
  }

  /** The applications on which an officer's decision did not take effect, the last first. */
  async listFailed(officer: string, limit: number): Promise<string[]> {
    const { results } = await this.sql`SELECT applicant_id AS id FROM decisions
      WHERE failure IS NOT NULL AND officer = ${officer} ORDER BY made_at DESC LIMIT ${limit}`.all<{ id: string }>();
    return results.map(({ id }) => id);
  }
}
