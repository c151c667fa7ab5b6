/** When work that no call asks for was done last, and the mail that waits for it. */

/** `mail` and `sweep` are crons; `backup` is the operators' command. */
export type RunName = 'mail' | 'sweep' | 'backup';

/** Remembers that a run has ended well. @param at milliseconds since 1970 */
export async function recordRun(db: D1Database, name: RunName, at: number): Promise<void> {
  await db
    .prepare('INSERT INTO last_runs (name, at) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET at = max(at, ?2)')
    .bind(name, at)
    .run();
}

/** What an operator has to know of work in the background. Ages in whole seconds; null for what never happened. */
export interface BackgroundHealth {
  /** Mail that is due, and for how long the first of it has been. Not ok from {@link MAIL_LATE_S}. */
  mail: { ok: boolean; waiting: number; age_s: number | null };
  /** The cron that sends mail, which runs every minute. Not ok from {@link CRON_LATE_S}, or when it never ran. */
  cron: { ok: boolean; age_s: number | null };
  /** Of the last backup that was finished. How old one may be is the owner's decision. */
  backup: { age_s: number | null };
}

/** A mail is sent by the next cron; a failed one is tried again later, and is not due until then. */
const MAIL_LATE_S = 15 * 60;
const CRON_LATE_S = 5 * 60;

interface Row {
  waiting: number;
  oldestDue: number | null;
  mailRun: number | null;
  backupRun: number | null;
}

/** @param now milliseconds since 1970 */
export async function readBackground(db: D1Database, now: number): Promise<BackgroundHealth> {
  const row = await db
    .prepare(
      `SELECT count(*) AS waiting, min(due_at) AS oldestDue,
         (SELECT at FROM last_runs WHERE name = 'mail') AS mailRun,
         (SELECT at FROM last_runs WHERE name = 'backup') AS backupRun
       FROM mails WHERE state = 'waiting' AND due_at <= ?`,
    )
    .bind(now)
    .first<Row>();
  const age = (at: number | null | undefined) => (at == null ? null : Math.max(0, Math.floor((now - at) / 1000)));
  const [due, run] = [age(row?.oldestDue), age(row?.mailRun)];
  return {
    mail: { ok: due === null || due < MAIL_LATE_S, waiting: row?.waiting ?? 0, age_s: due },
    cron: { ok: run !== null && run < CRON_LATE_S, age_s: run },
    backup: { age_s: age(row?.backupRun) },
  };
}
