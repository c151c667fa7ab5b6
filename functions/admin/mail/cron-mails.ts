/**
 * Mails that crons queue. Reminders to applicants who have not answered a request for changes: once, before the owner's deadline.
 * Alarms to ALARM_TO about background work with a fault, each at most once a day; only /healthz can report that no mail is sent.
 */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { DAY_MS } from '../../../src/domain/input/date.ts';
import { dateInUzbekistan } from '../../../src/domain/input/uzbekistan.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { alarmTo, answerDays, healthLimits } from '../runtime/settings.ts';
import { commit, IS_WRITTEN, listOf, sql } from '../store/database.ts';
import { LastRuns } from '../store/last-runs.ts';
import { Outbox } from '../store/outbox.ts';
import { makeMailRow } from './outbox.ts';

/** Days before the deadline; for a short deadline half of it. */
const AHEAD_DAYS = 7;
const MAX_PER_RUN = 100;
const ASKING = STATUSES.filter((status) => STAGES[status].asksFields);

/** Queues the reminders that are due; none without the setting ANSWER_DAYS. */
export async function remindUnanswered(env: AdminEnv, now: number): Promise<void> {
  const days = answerDays(env);
  if (days === null) return;
  const ahead = Math.min(AHEAD_DAYS, Math.floor(days / 2));
  const { DB } = env;
  const { results } = await sql(DB)`SELECT a.id, h.position, h.created_at AS at FROM applicants a
      JOIN status_history h ON h.applicant_id = a.id AND h.created_at = a.stage_since AND h.status = a.status
    WHERE a.anonymised_at IS NULL AND a.status IN ${listOf(ASKING)} AND h.reminded_at IS NULL
      AND a.stage_since <= ${now - (days - ahead) * DAY_MS} AND a.stage_since > ${now - days * DAY_MS}
    LIMIT ${MAX_PER_RUN}`.all<{ id: string; position: number; at: number }>();
  for (const { id, position, at } of results) {
    const by = dateInUzbekistan(new Date(at + days * DAY_MS));
    const mail = await makeMailRow(env, { applicantId: id, mail: { template: 'reminder', id, by }, now });
    await DB.batch([
      sql(DB)`UPDATE status_history SET reminded_at = ${now}
        WHERE applicant_id = ${id} AND position = ${position} AND reminded_at IS NULL`,
      new Outbox(DB).insert(mail, IS_WRITTEN),
    ]);
  }
}

/** Queues an alarm if one is due. Both crons call it, so that each reports the other. */
export async function raiseAlarms(env: AdminEnv, now: number): Promise<void> {
  const address = alarmTo(env);
  if (address === null) return;
  const lastRuns = new LastRuns(env.DB);
  const bad = LastRuns.alarming(await lastRuns.readHealth(now, healthLimits(env)));
  const alarms = await lastRuns.withoutAlarm(bad, now);
  if (alarms.length === 0) return;
  const mail = await makeMailRow(env, { applicantId: null, mail: { template: 'alarm', parts: alarms }, address, now });
  const outbox = new Outbox(env.DB);
  const statements = [lastRuns.storeAlarms(alarms, now), outbox.insert(mail, IS_WRITTEN)];
  await commit(env.DB, statements, outbox.selectStored(mail.id));
}
