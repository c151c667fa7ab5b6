/**
 * The hourly sweep: deletes expired rows and orphaned objects, each by an index on its time, and anonymises applications
 * (retention.ts).
 */
import { MAIL_RETENTION_DAYS } from '../../../src/domain/account/mails.ts';
import { RESTORE_EMAIL_MS } from '../../../src/domain/account/reset.ts';
import { IDEMPOTENCY_MS } from '../../../src/domain/api/endpoints.ts';
import { DAY_MS, utcDate } from '../../../src/domain/input/date.ts';
import { MESSAGE_RETENTION_DAYS } from '../../../src/domain/input/message.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { readTraceDays, retentionMonths } from '../runtime/settings.ts';
import { DeskLog } from './actions.ts';
import { sql } from './database.ts';
import { StoredFiles } from './files.ts';
import { Messages } from './messages.ts';
import { StoredParcel } from './parcels.ts';
import { anonymiseDue } from './retention.ts';
import { Sessions } from './sessions.ts';

/**
 * How long objects stay orphaned: far longer than one file takes to arrive. Each file of a request renews the time of the others.
 */
const ORPHAN_MS = 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;

export async function sweep(env: AdminEnv, now: number): Promise<void> {
  await deleteExpired(env.DB, now);
  await new DeskLog(env.DB).expireReads(utcDate(new Date(now - readTraceDays(env) * DAY_MS))).run();
  const files = new StoredFiles(env.DB);
  for (;;) {
    const ids = await files.claimOrphans(now - ORPHAN_MS);
    if (ids.length === 0) break;
    await files.deleteObjects(env.FILES, ids);
  }
  const months = retentionMonths(env);
  if (months !== null) await anonymiseDue(env, { now, months });
}

async function deleteExpired(db: D1Database, now: number): Promise<void> {
  await db.batch([
    ...new Sessions(db).expire(now),
    // Not 15 minutes: the row also counts the hour's mails.
    sql(db)`DELETE FROM reset_codes WHERE made_at <= ${now - 2 * HOUR}`,
    sql(db)`DELETE FROM left_addresses WHERE left_at <= ${now - RESTORE_EMAIL_MS}`,
    sql(db)`DELETE FROM sign_in_tries WHERE last_at <= ${now - DAY_MS}`,
    sql(db)`DELETE FROM idempotency WHERE claimed_at <= ${now - IDEMPOTENCY_MS}`,
    sql(db)`DELETE FROM mails WHERE made_at <= ${now - MAIL_RETENTION_DAYS * DAY_MS}`,
    ...new Messages(db).expire({ sentBefore: now - MESSAGE_RETENTION_DAYS * DAY_MS, countedBefore: now - HOUR }),
    StoredParcel.deleteExpired(db, now),
  ]);
}
