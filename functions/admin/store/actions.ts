/**
 * The log of officers' actions, and what officers have read. Rows outlive the application and never change; the sweep deletes old
 * reads.
 */
import { fragment, Repository, repeatable } from './database.ts';

/** `detail` says nothing about the applicant, since the row outlives the application. */
interface DeskAction {
  applicantId: string;
  action: string;
  detail: string;
  by: string;
  now: number;
}

export interface ListedAction extends Omit<DeskAction, 'now'> {
  at: number;
}

/** The action that {@link DeskLog.latest} returns for an applicant's change. */
export const CHANGE = 'change';

/** The action of an officer who took a colleague's application; `detail` is the colleague. */
export const TAKEN = 'take';

interface TakenApplication extends Pick<ListedAction, 'applicantId' | 'by' | 'at'> {
  /** Null for an anonymised application. */
  name: string | null;
}

/** Keeps the order of the actions; a change stands before the first action that is not later. */
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

/** What officers did and read. */
export class DeskLog extends Repository {
  add({ applicantId, action, detail, by, now }: DeskAction, condition = fragment`true`): D1PreparedStatement {
    return this.sql`INSERT INTO desk_actions (applicant_id, action, detail, by, at)
      SELECT ${applicantId}, ${action}, ${detail}, ${by}, ${now} WHERE ${condition}`;
  }

  /** Selects the row of {@link add}, which shows that a repeated batch was written. */
  selectAdded({ applicantId, action, by, now }: Omit<DeskAction, 'detail'>): D1PreparedStatement {
    return this.sql`SELECT 1 FROM desk_actions
      WHERE applicant_id = ${applicantId} AND action = ${action} AND by = ${by} AND at = ${now}`;
  }

  /** The last actions about an application, newest last. @param limit all of them without one */
  async list(applicantId: string, limit = -1) {
    const { results } = await this.sql`SELECT action, detail, by, at FROM desk_actions
      WHERE applicant_id = ${applicantId} ORDER BY id DESC LIMIT ${limit}`.all<Omit<ListedAction, 'applicantId'>>();
    return results.toReversed();
  }

  /** Officers' actions and applicants' changes, newest first; a change has `{ type, changed, asked }`. @param applicantId null: all */
  async latest(applicantId: string | null, limit: number): Promise<ListedAction[]> {
    const where = applicantId === null ? fragment`` : fragment`WHERE applicant_id = ${applicantId}`;
    const [actions, changes] = await this.db.batch<ListedAction>([
      this.sql`SELECT applicant_id AS applicantId, action, detail, by, at FROM desk_actions ${where}
        ORDER BY id DESC LIMIT ${limit}`,
      this.sql`SELECT applicant_id AS applicantId, ${CHANGE} AS action, 'applicant' AS by, replaced_at AS at,
          json_object('changed', json(changed), 'asked', json(asked), 'type',
            (SELECT application_type FROM applicants WHERE id = applicant_id)) AS detail
        FROM application_versions ${where} ORDER BY replaced_at DESC LIMIT ${limit}`,
    ]);
    return merged(actions?.results ?? [], changes?.results ?? []).slice(0, limit);
  }

  logRead({ officer, applicantId, kind, day }: ReadRow): D1PreparedStatement {
    return repeatable(this.sql`INSERT INTO reads (officer, applicant_id, kind, day)
      VALUES (${officer}, ${applicantId}, ${kind}, ${day}) ON CONFLICT DO NOTHING`);
  }

  /** Applications that colleagues took from an officer and still have, the latest first. */
  async takenFrom(officer: string, { since, limit }: { since: number; limit: number }): Promise<TakenApplication[]> {
    const { results } = await this
      .sql`SELECT t.applicant_id AS applicantId, a.fields ->> '$.fio' AS name, t.by, max(t.at) AS at
      FROM desk_actions t
        CROSS JOIN applicants a ON a.id = t.applicant_id AND a.assignee = t.by
      WHERE t.action = ${TAKEN} AND t.detail = ${officer} AND t.at > ${since}
      GROUP BY t.applicant_id ORDER BY at DESC LIMIT ${limit}`.all<TakenApplication>();
    return results;
  }

  /** The newest first. @param about an officer or an application; all without either */
  async listReads(
    about: { officer?: string; applicantId?: string },
    { skip, limit }: { skip: number; limit: number },
  ): Promise<ReadRow[]> {
    const { officer = null, applicantId = null } = about;
    const { results } = await this.sql`SELECT officer, applicant_id AS applicantId, kind, day FROM reads
      WHERE (${officer} IS NULL OR officer = ${officer}) AND (${applicantId} IS NULL OR applicant_id = ${applicantId})
      ORDER BY day DESC, officer, applicant_id, kind LIMIT ${limit} OFFSET ${skip}`.all<ReadRow>();
    return results;
  }

  /** Deletes rows of days before a date, `YYYY-MM-DD`. */
  expireReads(before: string): D1PreparedStatement {
    return this.sql`DELETE FROM reads WHERE day < ${before}`;
  }
}

interface OfficerRights {
  /** The officer may decide, so that applications can be handed over to them. */
  decides: boolean;
  issues: boolean;
}

/** Officers who used the desk. */
export class Officers extends Repository {
  /** Stores that an officer has used the desk, and with which rights. */
  store({ officer, decides, issues, day }: OfficerRights & { officer: string; day: string }): D1PreparedStatement {
    const [mayDecide, mayIssue] = [Number(decides), Number(issues)];
    return repeatable(this.sql`INSERT INTO officers (address, decides, issues, seen_on)
      VALUES (${officer}, ${mayDecide}, ${mayIssue}, ${day})
      ON CONFLICT (address) DO UPDATE SET decides = ${mayDecide}, issues = ${mayIssue}, seen_on = ${day}
        WHERE decides <> ${mayDecide} OR issues <> ${mayIssue} OR seen_on < ${day}`);
  }

  /** The rights that an officer had at the last visit to the desk. */
  async rightsOf(officer: string): Promise<OfficerRights> {
    const row = await this.sql`SELECT decides, issues FROM officers WHERE address = ${officer}`.first<
      Record<keyof OfficerRights, number>
    >();
    return { decides: row?.decides === 1, issues: row?.issues === 1 };
  }

  /** Officers who may decide, seen since a date. */
  async deciding(since: string): Promise<string[]> {
    const { results } = await this.sql`SELECT address FROM officers WHERE decides = 1 AND seen_on >= ${since}
      ORDER BY address`.all<{ address: string }>();
    return results.map(({ address }) => address);
  }
}
