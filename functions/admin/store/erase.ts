import { recordAction, selectAction } from './actions.ts';
import { commit, listOf, repeatable, sql } from './database.ts';
import { type DeletionRequest, deletionStatement } from './deletion-requests.ts';
import { deleteMessagesAbout } from './messages.ts';
import { listSessions, type SessionRow } from './sessions.ts';

/** Shown to the operator before erasing. */
export interface ErasureSummary {
  visas: string[];
  anonymisedAt: number | null;
  /** Of an open deletion request; null for none. */
  deletionAskedAt: number | null;
}

export async function findErasureSummary(db: D1Database, id: string): Promise<ErasureSummary | null> {
  const [rows, visas, deletions] = await db.batch<Record<string, string>>([
    sql(db)`SELECT anonymised_at FROM applicants WHERE id = ${id}`,
    sql(db)`SELECT code FROM visas WHERE applicant_id = ${id}`,
    deletionStatement(db, id),
  ]);
  const deletion = deletions?.results[0] as DeletionRequest | undefined;
  const row = rows?.results[0] as { anonymised_at: number | null } | undefined;
  if (!row) return null;
  return {
    visas: (visas?.results ?? []).map(({ code = '' }) => code),
    anonymisedAt: row.anonymised_at,
    deletionAskedAt: deletion?.answeredAt === null ? deletion.askedAt : null,
  };
}

/**
 * Deletes an applicant and all referring rows; of desk actions, number, author and time stay. The counters for the addresses
 * follow by {@link eraseCounters}. @returns keys of the R2 objects, which are orphaned now
 */
export async function eraseApplicant(
  db: D1Database,
  { id, by, now }: { id: string; by: string; now: number },
): Promise<string[]> {
  const action = { applicantId: id, action: 'erase', detail: '', by, now };
  const { results } = await sql(db)`SELECT id FROM files WHERE applicant_id = ${id}`.all<{ id: string }>();
  const statements = [
    sql(db)`INSERT OR IGNORE INTO erased_addresses (email_key) SELECT email_key FROM applicants WHERE id = ${id}
      UNION SELECT email_key FROM left_addresses WHERE applicant_id = ${id}`,
    deleteMessagesAbout(db, [id]),
    sql(db)`DELETE FROM applicants WHERE id = ${id}`,
    // A visa's code leads to the name on the visa.
    sql(db)`UPDATE desk_actions SET detail = '' WHERE applicant_id = ${id}`,
    recordAction(db, action),
  ];
  await commit(db, statements, selectAction(db, action));
  return results.map((file) => file.id);
}

/** Deletes the counters for the addresses of erased applicants. @param hashOf an address, under a key that only the worker has */
export async function eraseCounters(db: D1Database, hashOf: (emailKey: string) => string): Promise<void> {
  const { results } = await sql(db)`SELECT email_key AS key FROM erased_addresses
    WHERE email_key > ''`.all<{ key: string }>();
  if (results.length === 0) return;
  const keys = results.map(({ key }) => key);
  const hashes = listOf(keys.map(hashOf));
  await db.batch(
    [
      sql(db)`DELETE FROM sign_in_tries WHERE address_hash IN ${hashes}`,
      sql(db)`DELETE FROM reset_codes WHERE address_hash IN ${hashes}`,
      sql(db)`DELETE FROM erased_addresses WHERE email_key IN ${listOf(keys)}`,
    ].map(repeatable),
  );
}

/** What is stored besides the application. Times in milliseconds since 1970. */
interface RelatedRecords {
  sessions: SessionRow[];
  left: { email: string; left_at: number } | null;
  mails: { kind: string; made_at: number; state: string }[];
}

export async function loadRelatedRecords(db: D1Database, id: string, now: number): Promise<RelatedRecords> {
  const [sessions, left, mails] = await Promise.all([
    listSessions(db, id, now),
    sql(db)`SELECT email, left_at FROM left_addresses WHERE applicant_id = ${id}`.first<{
      email: string;
      left_at: number;
    }>(),
    sql(db)`SELECT kind, made_at, state FROM mails WHERE applicant_id = ${id} ORDER BY made_at`.all<
      RelatedRecords['mails'][number]
    >(),
  ]);
  return { sessions, left, mails: mails.results };
}
