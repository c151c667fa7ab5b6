/** Mails of the outbox as the desk lists them. */

import type { MailState } from './outbox.ts';
import { fragment, sql } from './sql.ts';

/** A mail as operators see it, without address and content. */
export interface ListedMail {
  id: string;
  /** Null for a mail about a message from the help page. */
  applicantId: string | null;
  /** Id of the message that it forwards or answers; null for any other mail. */
  message: string | null;
  kind: string;
  state: MailState;
  tries: number;
  error: string;
  madeAt: number;
  dueAt: number;
  triedAt: number;
  expiresAt: number;
  /** 1 when its secret or own address was emptied. */
  isEmptied: number;
  /** 1 when it holds a secret, which only the worker can open. */
  isSealed: number;
}

/** The state as operators see it; `failed`: waits for another try. */
export const shownState = ({ state, tries }: Pick<ListedMail, 'state' | 'tries'>) =>
  state === 'waiting' && tries > 0 ? 'failed' : state;

const LISTED = fragment`SELECT id, applicant_id AS applicantId, content ->> '$.message' AS message, kind, state, tries,
  error, made_at AS madeAt, due_at AS dueAt, tried_at AS triedAt, expires_at AS expiresAt, (sealed = ''
    OR address = '') IS TRUE AS isEmptied,
  sealed IS NOT NULL AS isSealed FROM mails`;

/** Leaves out codes for addresses without an application. */
export const HAS_READER = fragment`(applicant_id IS NOT NULL OR address IS NOT NULL)`;

/** Newest first. `applicantId` null: of all; `sent`: includes sent mails. */
export async function listMails(
  db: D1Database,
  { applicantId, sent }: { applicantId: string | null; sent: boolean },
  limit: number,
): Promise<ListedMail[]> {
  const states = sent ? fragment`` : fragment`AND state <> 'sent'`;
  const whose = applicantId === null ? HAS_READER : fragment`applicant_id = ${applicantId}`;
  const { results } = await sql(db)`${LISTED} WHERE ${whose} ${states}
    ORDER BY made_at DESC, rowid DESC LIMIT ${limit}`.all<ListedMail>();
  return results;
}

/** A mail by its id, or the last one of an application. */
export function findListedMail(db: D1Database, id: string): Promise<ListedMail | null> {
  return sql(db)`${LISTED} WHERE id = coalesce(
    (SELECT id FROM mails WHERE id = ${id} AND ${HAS_READER}),
    (SELECT id FROM mails WHERE applicant_id = ${id} ORDER BY made_at DESC, rowid DESC LIMIT 1))`.first<ListedMail>();
}
