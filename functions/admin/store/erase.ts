import { type DeletionRequest, deletionStatement } from './deletion-requests.ts';
import { recordAction } from './desk.ts';
import { deleteMessagesAbout } from './messages.ts';
import { listSessions, type SessionRow } from './sessions.ts';

/** Shown to the operator before erasing; the hashes count attempts. */
export interface ErasureSummary {
  /** Present and left addresses, normalized for comparison. */
  emailKeys: string[];
  visas: string[];
  anonymisedAt: number | null;
  /** Of an open deletion request; null for none. */
  deletionAskedAt: number | null;
}

export async function findErasureSummary(db: D1Database, id: string): Promise<ErasureSummary | null> {
  const [rows, left, visas, deletions] = await db.batch<Record<string, string>>([
    db.prepare('SELECT email_key, anonymised_at FROM applicants WHERE id = ?').bind(id),
    db.prepare('SELECT email_key FROM left_addresses WHERE applicant_id = ?').bind(id),
    db.prepare('SELECT code FROM visas WHERE applicant_id = ?').bind(id),
    deletionStatement(db, id),
  ]);
  const deletion = deletions?.results[0] as DeletionRequest | undefined;
  const row = rows?.results[0] as { email_key: string; anonymised_at: number | null } | undefined;
  if (!row) return null;
  return {
    emailKeys: [row.email_key, ...(left?.results ?? []).map(({ email_key = '' }) => email_key)],
    visas: (visas?.results ?? []).map(({ code = '' }) => code),
    anonymisedAt: row.anonymised_at,
    deletionAskedAt: deletion?.answeredAt === null ? deletion.askedAt : null,
  };
}

/**
 * Deletes an applicant and all referring rows; of desk actions, number, author and time stay. @param addressHashes of the
 * counters for their addresses @returns keys of the R2 objects, which are orphaned now
 */
export async function eraseApplicant(
  db: D1Database,
  { id, addressHashes, by, now }: { id: string; addressHashes: readonly string[]; by: string; now: number },
): Promise<string[]> {
  const ofAddresses = (sql: string) =>
    db.prepare(`${sql} (SELECT value FROM json_each(?))`).bind(JSON.stringify(addressHashes));
  const [files] = await db.batch<{ id: string }>([
    db.prepare('SELECT id FROM files WHERE applicant_id = ?').bind(id),
    ofAddresses('DELETE FROM sign_in_tries WHERE address_hash IN'),
    ofAddresses('DELETE FROM reset_codes WHERE address_hash IN'),
    deleteMessagesAbout(db, JSON.stringify([id])),
    db.prepare('DELETE FROM applicants WHERE id = ?').bind(id),
    // A visa's code leads to the name on the visa.
    db.prepare("UPDATE desk_actions SET detail = '' WHERE applicant_id = ?").bind(id),
    recordAction(db, { applicantId: id, action: 'erase', detail: '', by, now }),
  ]);
  return (files?.results ?? []).map((file) => file.id);
}

/** What is stored besides the application. Times in milliseconds since 1970. */
export interface RelatedRecords {
  sessions: SessionRow[];
  left: { email: string; left_at: number } | null;
  mails: { kind: string; made_at: number; state: string }[];
}

export async function loadRelatedRecords(db: D1Database, id: string, now: number): Promise<RelatedRecords> {
  const [sessions, left, mails] = await Promise.all([
    listSessions(db, id, now),
    db
      .prepare('SELECT email, left_at FROM left_addresses WHERE applicant_id = ?')
      .bind(id)
      .first<{ email: string; left_at: number }>(),
    db
      .prepare('SELECT kind, made_at, state FROM mails WHERE applicant_id = ? ORDER BY made_at')
      .bind(id)
      .all<RelatedRecords['mails'][number]>(),
  ]);
  return { sessions, left, mails: mails.results };
}
