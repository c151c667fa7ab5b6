/**
 * The hourly sweep deletes expired rows and orphaned objects, each by an index on its time, and anonymises applications whose
 * retention is over.
 */

import { MAIL_RETENTION_DAYS } from '../../../src/domain/account/mails.ts';
import { RESET_LINK_MS, RESTORE_EMAIL_MS } from '../../../src/domain/account/reset.ts';
import { SESSION_MAX_MS } from '../../../src/domain/account/session.ts';
import { IDEMPOTENCY_MS } from '../../../src/domain/api/endpoints.ts';
import { utcDate } from '../../../src/domain/input/date.ts';
import { MESSAGE_RETENTION_DAYS } from '../../../src/domain/input/message.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { readTraceDays, retentionMonths } from '../runtime/settings.ts';
import { Conflict } from './database.ts';
import { claimOrphans, deleteObjects, OBJECTS_AT_ONCE } from './files.ts';
import { expireMessages } from './messages.ts';
import { deleteExpiredParcels } from './parcels.ts';
import { expireReads } from './reads.ts';
import { anonymise, findDue } from './retention.ts';
import { IDLE_LIMIT_MS } from './sessions.ts';
import { sql } from './sql.ts';

/** Far longer than one file takes to arrive; each file of a request renews the time of the others. */
const ORPHAN_MS = 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Applications per batch; each has about a dozen rows. */
const BATCH_SIZE = 50;
const RETENTION = 'retention';

export async function sweep(env: AdminEnv, now: number): Promise<void> {
  await deleteExpired(env.DB, now);
  await expireReads(env.DB, utcDate(new Date(now - readTraceDays(env) * DAY))).run();
  for (;;) {
    const ids = await claimOrphans(env.DB, now - ORPHAN_MS, OBJECTS_AT_ONCE);
    if (ids.length === 0) break;
    await deleteObjects(env, ids);
  }
  const months = retentionMonths(env);
  if (months !== null) await anonymiseDue(env, { now, months });
}

/** Anonymises in batches. After a conflict the batch waits for the next sweep. */
async function anonymiseDue(env: AdminEnv, retention: { now: number; months: number }): Promise<void> {
  for (;;) {
    const due = await findDue(env.DB, { ...retention, limit: BATCH_SIZE });
    if (due.length === 0) return;
    try {
      await anonymise(env.DB, due, { by: RETENTION, now: retention.now });
    } catch (error) {
      if (error instanceof Conflict) return;
      throw error;
    }
    await deleteObjects(
      env,
      due.flatMap(({ files }) => files),
    );
  }
}

async function deleteExpired(db: D1Database, now: number): Promise<void> {
  await db.batch([
    sql(db)`DELETE FROM tokens WHERE created_at <= ${now - SESSION_MAX_MS}`,
    sql(db)`DELETE FROM tokens WHERE used_at <= ${now - IDLE_LIMIT_MS}`,
    // Not 15 minutes: the row also counts the hour's mails, and their links need it.
    sql(db)`DELETE FROM reset_codes WHERE made_at <= ${now - 2 * RESET_LINK_MS}`,
    sql(db)`DELETE FROM left_addresses WHERE left_at <= ${now - RESTORE_EMAIL_MS}`,
    sql(db)`DELETE FROM sign_in_tries WHERE last_at <= ${now - DAY}`,
    sql(db)`DELETE FROM idempotency WHERE claimed_at <= ${now - IDEMPOTENCY_MS}`,
    sql(db)`DELETE FROM mails WHERE made_at <= ${now - MAIL_RETENTION_DAYS * DAY}`,
    ...expireMessages(db, { sentBefore: now - MESSAGE_RETENTION_DAYS * DAY, countedBefore: now - HOUR }),
    ...deleteExpiredParcels(db, now),
  ]);
}
