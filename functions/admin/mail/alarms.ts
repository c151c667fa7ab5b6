/** Mails the address of ALARM_TO which background work is not well, each part once a day. Only /healthz tells that mail stopped. */
import type { AdminEnv } from '../runtime/env.ts';
import { alarmTo, mailsPerDay } from '../runtime/settings.ts';
import { alarmingParts, readBackground, recordAlarm } from '../store/last-runs.ts';
import { ceilingsOf, insertMail } from '../store/outbox.ts';
import { draftMail } from './outbox.ts';

/** Queues the alarm that is due. Both crons call it, so that each reports the other. */
export async function raiseAlarms(env: AdminEnv, now: number): Promise<void> {
  const address = alarmTo(env);
  if (address === null) return;
  const bad = alarmingParts(await readBackground(env.DB, now, ceilingsOf(mailsPerDay(env))));
  if (bad.length === 0) return;
  const raised = await env.DB.batch(bad.map((part) => recordAlarm(env.DB, part, now)));
  const parts = bad.filter((_, at) => (raised[at]?.results.length ?? 0) > 0);
  if (parts.length === 0) return;
  const mail = await draftMail(env, { applicantId: null, mail: { template: 'alarm', parts }, address, now });
  await insertMail(env.DB, mail).run();
}
