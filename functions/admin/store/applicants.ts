/** Applicants and their applications. A row, its first status and its files are written together or not at all. */
import type { Visa } from '../../../src/domain/application/issued-visa.ts';
import type { StatusEntry } from '../../../src/domain/application/status.ts';
import { type ApplicationType, readApplicationType } from '../../../src/domain/application/types.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../../../src/domain/i18n/locales.ts';
import { Fault } from '../../platform/fault.ts';
import { DeskLog, TAKEN } from './actions.ts';
import { commit, fragment, Repository } from './database.ts';
import { CONFIRMED_AT, IS_FREED, LeftAddresses } from './email-addresses.ts';
import { type DeletionRequest, DeletionRequests } from './erase.ts';
import { type FileRow, readFiles, StoredFiles } from './files.ts';
import { Sessions } from './sessions.ts';
import { type EntryOrigin, StatusRepository } from './statuses.ts';
import { Visas } from './visas.ts';
import { type WaitingDecision, WaitingDecisions } from './waiting-decisions.ts';

/** Every field of an application under its wire name; a file is an id of the table `files`. */
export type StoredFields = Record<string, unknown>;

export interface Applicant {
  id: string;
  emailKey: string;
  type: ApplicationType;
  locale: Locale;
  fields: StoredFields;
  status: string;
  version: number;
  history: StatusEntry[];
  /** Who made each entry, in the same order. */
  origins: EntryOrigin[];
  files: FileRow[];
  visa: Visa | null;
  /** A decision that waits, or one that could not take effect; null for none. */
  decision: WaitingDecision | null;
  /** The last consent; null where the request named no version. */
  terms: { version: string; acceptedAt: number } | null;
  /** Id of the request that created it; null for an anonymised application. */
  requestId: string | null;
  /** The officer in charge, by e-mail address; null for none. */
  assignee: string | null;
  /** When the applicant last changed it, in milliseconds since 1970. */
  updatedAt: number;
  /** When the personal data was removed, in milliseconds since 1970; null where it was not. */
  anonymisedAt: number | null;
  emailConfirmedAt: number | null;
  /** 1 where the owner of the address has not applied and freed it: no mail is sent. */
  isFreed: number;
  deletion: DeletionRequest | null;
}

type ApplicantRow = Pick<
  Applicant,
  | 'id'
  | 'emailKey'
  | 'status'
  | 'version'
  | 'requestId'
  | 'assignee'
  | 'updatedAt'
  | 'anonymisedAt'
  | 'emailConfirmedAt'
  | 'isFreed'
> & { type: string; locale: string; fields: string; termsVersion: string | null; termsAcceptedAt: number | null };

export interface Account {
  id: string;
  emailKey: string;
  passwordHash: string;
  locale: Locale;
  name: string;
  surname: string;
  /** 1 where the address is confirmed. */
  isConfirmed: number;
}

const ACCOUNT = fragment`SELECT id, email_key AS emailKey, password_hash AS passwordHash, locale,
  fields ->> '$.name' AS name, fields ->> '$.surname' AS surname, ${CONFIRMED_AT} IS NOT NULL AS isConfirmed
  FROM applicants a`;

export interface NewApplicant extends Pick<Applicant, 'id' | 'emailKey' | 'type' | 'locale' | 'fields'> {
  passwordHash: string;
  terms: string | null;
  requestId: string;
  now: number;
}

const FIRST_VERSION = 1;

interface AssignmentChange {
  applicantId: string;
  from: string | null;
  to: string | null;
  by: string;
  now: number;
}

type LeftRow = { email: string; left_at: number };
type MailRow = { kind: string; made_at: number; state: string };
type VisaRow = Visa & { issued_at: number; revoked_at: number | null };

/** Applicants and their accounts. */
export class Applicants extends Repository {
  /** An applicant with history, files and visa, in one transaction; null if unknown. @throws Fault for a type of a later portal */
  async load(id: string): Promise<Applicant | null> {
    const [rows, history, files, visas, deletions, decisions] = await this.db.batch([
      this.sql`SELECT id, email_key AS emailKey, application_type AS type, locale, fields, status, version,
          terms_version AS termsVersion, terms_accepted_at AS termsAcceptedAt, request_id AS requestId, assignee,
          updated_at AS updatedAt, anonymised_at AS anonymisedAt, ${CONFIRMED_AT} AS emailConfirmedAt, ${IS_FREED} AS isFreed
        FROM applicants a WHERE id = ${id}`,
      new StatusRepository(this.db).select(id),
      new StoredFiles(this.db).selectOf(id),
      new Visas(this.db).selectOf(id),
      new DeletionRequests(this.db).selectOf(id),
      new WaitingDecisions(this.db).select(id),
    ]);
    if (!rows?.results[0]) return null;
    const { termsVersion, termsAcceptedAt, ...row } = rows.results[0] as ApplicantRow;
    const type = readApplicationType(row.type);
    if (!type) throw new Fault(`application ${id} has the unknown type "${row.type}": deploy the portal that knows it`);
    return {
      ...row,
      type,
      locale: isLocale(row.locale) ? row.locale : DEFAULT_LOCALE,
      fields: JSON.parse(row.fields) as StoredFields,
      ...StatusRepository.read(history?.results ?? []),
      files: readFiles(files),
      visa: (visas?.results[0] as Visa | undefined) ?? null,
      terms: termsVersion === null ? null : { version: termsVersion, acceptedAt: termsAcceptedAt ?? 0 },
      deletion: (deletions?.results[0] as DeletionRequest | undefined) ?? null,
      decision: WaitingDecisions.read(decisions?.results),
    };
  }

  /** Selects a row for a stored applicant. */
  selectStored(id: string): D1PreparedStatement {
    return this.sql`SELECT 1 FROM applicants WHERE id = ${id}`;
  }

  /** Selects a row where an application has exactly these answers in this version. */
  selectFields({ id, version, fields }: { id: string; version: number; fields: StoredFields }): D1PreparedStatement {
    return this.sql`SELECT 1 FROM applicants
      WHERE id = ${id} AND version = ${version} AND fields = ${JSON.stringify(fields)}`;
  }

  /** Selects a row where an applicant has this hash, whose salt is random. */
  selectPassword(id: string, passwordHash: string): D1PreparedStatement {
    return this.sql`SELECT 1 FROM applicants WHERE id = ${id} AND password_hash = ${passwordHash}`;
  }

  /** Sets the language of mails. */
  setLocale(id: string, locale: Locale): D1PreparedStatement {
    return this.sql`UPDATE applicants SET locale = ${locale} WHERE id = ${id}`;
  }

  accountByEmail(emailKey: string): Promise<Account | null> {
    return this.sql`${ACCOUNT} WHERE email_key = ${emailKey}`.first<Account>();
  }

  accountById(id: string): Promise<Account | null> {
    return this.sql`${ACCOUNT} WHERE id = ${id}`.first<Account>();
  }

  /**
   * True when an address has an application, or is reserved for an applicant who left it.
   * @param who the applicant for whom it may be reserved; null for a new one
   */
  async isTaken(emailKey: string, { who, now }: { who: string | null; now: number }): Promise<boolean> {
    const row = await this.sql`SELECT 1 AS found FROM applicants WHERE email_key = ${emailKey}
      UNION ALL SELECT 1 WHERE ${LeftAddresses.isReserved(emailKey, who, now)}`.first();
    return row !== null;
  }

  /** Inserts an applicant in the status `submitted`; a taken or reserved address fails the batch (conflict `email`). */
  insert(applicant: NewApplicant): D1PreparedStatement {
    const { id, emailKey, type, locale, passwordHash, fields, terms, requestId, now } = applicant;
    return this.sql`INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status,
        version, created_at, updated_at, terms_version, terms_accepted_at, request_id)
      VALUES (${id}, CASE WHEN ${LeftAddresses.isReserved(emailKey, id, now)} THEN NULL ELSE ${emailKey} END, ${type}, ${locale},
        ${passwordHash}, ${JSON.stringify(fields)}, 'submitted', ${FIRST_VERSION}, ${now}, ${now}, ${terms},
        ${terms === null ? null : now}, ${requestId})`;
  }

  /**
   * Replaces an application's fields; an earlier consent stays. Fails the batch for another version or status than the change
   * started from (conflict `version`), for an ended session or a changed password (`credentials`), and for a reserved address
   * (`email`).
   */
  replaceFields(
    change: Pick<Applicant, 'id' | 'version' | 'status' | 'emailKey' | 'fields'> &
      Pick<NewApplicant, 'terms' | 'now'> & { tokenHash: string; passwordHash: string | null },
  ): D1PreparedStatement {
    const { id, tokenHash, passwordHash, version, status, emailKey, fields, terms, now } = change;
    return this.sql`UPDATE applicants SET fields = ${JSON.stringify(fields)}, updated_at = ${now},
        email_key = CASE WHEN ${LeftAddresses.isReserved(emailKey, id, now)} THEN NULL ELSE ${emailKey} END,
        password_hash = CASE WHEN EXISTS (SELECT 1 FROM tokens WHERE hash = ${tokenHash})
          AND password_hash = ifnull(${passwordHash}, password_hash) THEN password_hash ELSE NULL END,
        terms_version = coalesce(${terms}, terms_version),
        terms_accepted_at = iif(${terms} IS NULL, terms_accepted_at, ${now}),
        version = CASE WHEN version = ${version} AND status = ${status} THEN version + 1 ELSE NULL END
      WHERE id = ${id}`;
  }

  /** Replaces the hash of the same password unless the password has changed. */
  replaceHash(change: { id: string; from: string; passwordHash: string }): D1PreparedStatement {
    return this.sql`UPDATE applicants SET password_hash = ${change.passwordHash} WHERE id = ${change.id}
      AND password_hash = ${change.from}`;
  }

  /** Sets a new password; an ended session or another old password fails the batch (conflict `credentials`). */
  setPassword(change: { id: string; from: string; passwordHash: string; tokenHash: string }): D1PreparedStatement {
    return this.sql`UPDATE applicants SET password_hash = CASE
        WHEN password_hash = ${change.from} AND EXISTS (SELECT 1 FROM tokens WHERE hash = ${change.tokenHash})
          THEN ${change.passwordHash} ELSE NULL END
      WHERE id = ${change.id}`;
  }

  /** Sets a new password; a changed address or password, as after another reset, fails the batch (conflict `credentials`). */
  setPasswordByMail({ id, emailKey, passwordHash: from }: Account, passwordHash: string): D1PreparedStatement {
    return this.sql`UPDATE applicants SET password_hash = CASE
        WHEN email_key = ${emailKey} AND password_hash = ${from} THEN ${passwordHash} ELSE NULL END
      WHERE id = ${id}`;
  }

  /** Marks an application as a sample; its mails are never sent. */
  async markSample(id: string): Promise<void> {
    await this.db.batch([
      this.sql`UPDATE applicants SET is_sample = 1 WHERE id = ${id}`,
      this.sql`DELETE FROM mails WHERE applicant_id = ${id}`,
    ]);
  }

  /** Assigns an application to an officer, or to nobody. @throws Conflict unless `from` is the present assignee */
  async assign({ applicantId, from, to, by, now }: AssignmentChange): Promise<void> {
    const isTaken = from !== null && from !== by && to === by;
    const action = { applicantId, action: isTaken ? TAKEN : 'assign', detail: (isTaken ? from : to) ?? '', by, now };
    const log = new DeskLog(this.db);
    await commit(
      this.db,
      [
        this.sql`UPDATE applicants SET assignee = ${to}, version =
          CASE WHEN assignee IS ${from} THEN version ELSE NULL END
          WHERE id = ${applicantId}`,
        log.add(action),
      ],
      log.selectAdded(action),
    );
  }

  /** What is stored about an application in other tables. Times in milliseconds since 1970. */
  async loadRelated(id: string, now: number) {
    const [sessions, left, mails, visas] = await Promise.all([
      new Sessions(this.db).list(id, now),
      this.sql`SELECT email, left_at FROM left_addresses WHERE applicant_id = ${id}`.first<LeftRow>(),
      this.sql`SELECT kind, made_at, state FROM mails WHERE applicant_id = ${id} ORDER BY made_at`.all<MailRow>(),
      this.sql`SELECT code, valid_from, valid_to, issued_at, revoked_at FROM visas
        WHERE applicant_id = ${id} ORDER BY issued_at`.all<VisaRow>(),
    ]);
    return { sessions, left, mails: mails.results, visas: visas.results };
  }
}
