/** When background work last ran, and how much mail waits for it. */
import { sql } from './sql.ts';

/** `mail` and `sweep` are crons; `backup` is the operators' command. */
export type RunName = 'mail' | 'sweep' | 'backup';

export async function recordRun(db: D1Database, name: RunName, at: number): Promise<void> {
  await sql(db)`INSERT INTO last_runs (name, at) VALUES (${name}, ${at}) ON CONFLICT (name) DO UPDATE
    SET at = max(at, ${at})`.run();
}

/** Ages in whole seconds; null for what never ran. */
export interface BackgroundHealth {
  /** Due mail and the age of the oldest. Not ok from {@link MAIL_LATE_S}. */
  mail: { ok: boolean; waiting: number; age_s: number | null };
  /** The mail cron, which runs every minute. Not ok from {@link CRON_LATE_S}, or when it never ran. */
  cron: { ok: boolean; age_s: number | null };
  /** The last complete backup; the owner decides how old it may be. */
  backup: { age_s: number | null };
}

/** A due mail is sent by the next cron; a failed one is not due until its next try. */
const MAIL_LATE_S = 15 * 60;
const CRON_LATE_S = 5 * 60;

interface Row {
  waiting: number;
  oldestDue: number | null;
  mailRun: number | null;
  backupRun: number | null;
}

export async function readBackground(db: D1Database, now: number): Promise<BackgroundHealth> {
  const row = await sql(db)`SELECT count(*) AS waiting, min(due_at) AS oldestDue,
      (SELECT at FROM last_runs WHERE name = 'mail') AS mailRun,
      (SELECT at FROM last_runs WHERE name = 'backup') AS backupRun
    FROM mails WHERE state = 'waiting' AND due_at <= ${now}`.first<Row>();
  const age = (at: number | null | undefined) => (at == null ? null : Math.max(0, Math.floor((now - at) / 1000)));
  const [due, run] = [age(row?.oldestDue), age(row?.mailRun)];
  return {
    mail: { ok: due === null || due < MAIL_LATE_S, waiting: row?.waiting ?? 0, age_s: due },
    cron: { ok: run !== null && run < CRON_LATE_S, age_s: run },
    backup: { age_s: age(row?.backupRun) },
  };
}
