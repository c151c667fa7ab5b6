/** When background work last ran, how much mail waits for it, and how much may still be sent today. */
import { DAY_MS } from '../../../src/domain/input/date.ts';
import { listOf, Repository, repeatable } from './database.ts';
import { ceilingsOf, type MailsLeft, Outbox } from './outbox.ts';

/** `mail` and `sweep` are crons; `backup` is the operators' command. */
type RunName = 'mail' | 'sweep' | 'backup';

/** Ages in whole seconds; null for work that has never run. */
export interface BackgroundHealth {
  /**
   * Due mail and the age of the oldest, and mail that is being sent or may have been sent. Not ok from {@link MAIL_LATE_S}, or
   * with an unclear mail of the last day.
   */
  mail: { ok: boolean; waiting: number; age_s: number | null; sending: number; unclear: number };
  /** Mails of each kind that may still be sent today. Not ok when one has none left. */
  mail_left: { ok: boolean } & MailsLeft;
  /** The mail cron, which runs every minute, and the hourly sweep. Not ok when {@link LATE_S} late, or when it has never run. */
  cron: { ok: boolean; age_s: number | null };
  sweep: { ok: boolean; age_s: number | null };
  /** The last complete backup. Not ok when it is older than the owner's limit, was never made, or has an invalid time. */
  backup: { ok: boolean; age_s: number | null; limit_s: number; unreadable: boolean };
}

/** The next cron sends a due mail; a failed mail is not due until its next try. */
const MAIL_LATE_S = 15 * 60;
const LATE_S = { mail: 5 * 60, sweep: 2.5 * 60 * 60 };

interface Row {
  waiting: number;
  oldestDue: number | null;
  sending: number;
  unclear: number;
  mailRun: number | null;
  sweepRun: number | null;
  /** Any type, since the column accepts any. */
  backupRun: unknown;
}

/** Limits that the owner has set. */
interface HealthLimits {
  mailsPerDay: number;
  backupMaxAgeDays: number;
}

const isYoung = (seconds: number | null, maxSeconds: number) => seconds !== null && seconds < maxSeconds;

/** A time may be up to a day ahead: clocks differ. */
const isTime = (at: unknown, now: number): at is number =>
  Number.isSafeInteger(at) && 0 <= Number(at) && Number(at) <= now + DAY_MS;

function backupHealth(at: unknown, now: number, maxAgeDays: number): BackgroundHealth['backup'] {
  const age_s = isTime(at, now) ? Math.max(0, Math.floor((now - at) / 1000)) : null;
  const limit_s = (maxAgeDays * DAY_MS) / 1000;
  return { ok: age_s !== null && age_s <= limit_s, age_s, limit_s, unreadable: age_s === null && at != null };
}

/** The name of the alarm about a backup that is not ok. */
function backupAlarm({ age_s, unreadable }: BackgroundHealth['backup']): string {
  if (unreadable) return 'backup_unreadable';
  return age_s === null ? 'backup_none' : 'backup';
}

const alarmName = (alarm: string) => `alarm ${alarm}`;

/** Runs of background work, and alarms about them. */
export class LastRuns extends Repository {
  /** Stores a run unless a later one is stored; replaces an invalid time. */
  async store(name: RunName, at: number): Promise<void> {
    await repeatable(this.sql`INSERT INTO last_runs (name, at) VALUES (${name}, ${at}) ON CONFLICT (name) DO UPDATE
      SET at = ${at} WHERE typeof(at) <> 'integer' OR at NOT BETWEEN ${at} AND ${Date.now() + DAY_MS}`).run();
  }

  async readHealth(now: number, { mailsPerDay, backupMaxAgeDays }: HealthLimits): Promise<BackgroundHealth> {
    const row = await this.sql`SELECT count(*) AS waiting, min(due_at) AS oldestDue,
        (SELECT count(*) FROM mails WHERE state = 'sending') AS sending,
        (SELECT count(*) FROM mails WHERE state = 'unclear' AND due_at > ${now - DAY_MS}) AS unclear,
        (SELECT at FROM last_runs WHERE name = 'mail') AS mailRun,
        (SELECT at FROM last_runs WHERE name = 'sweep') AS sweepRun,
        (SELECT at FROM last_runs WHERE name = 'backup') AS backupRun
      FROM mails WHERE state = 'waiting' AND due_at <= ${now}`.first<Row>();
    const left = await new Outbox(this.db).leftToday(ceilingsOf(mailsPerDay), now);
    const age = (at: number | null | undefined) => (at == null ? null : Math.max(0, Math.floor((now - at) / 1000)));
    const { waiting = 0, sending = 0, unclear = 0 } = row ?? {};
    const [due, mail, swept] = [row?.oldestDue, row?.mailRun, row?.sweepRun].map(age);
    return {
      mail: {
        ok: (due === null || isYoung(due ?? null, MAIL_LATE_S)) && unclear === 0,
        waiting,
        age_s: due ?? null,
        sending,
        unclear,
      },
      mail_left: { ok: !Object.values(left).includes(0), ...left },
      cron: { ok: isYoung(mail ?? null, LATE_S.mail), age_s: mail ?? null },
      sweep: { ok: isYoung(swept ?? null, LATE_S.sweep), age_s: swept ?? null },
      backup: backupHealth(row?.backupRun, now, backupMaxAgeDays),
    };
  }

  /** The names of the alarms about checks that are not ok. The sweep of a new portal may not have run yet. */
  static alarming({ backup, sweep, ...others }: BackgroundHealth): string[] {
    const checks = sweep.age_s === null ? others : { ...others, sweep };
    const bad = Object.entries(checks).flatMap(([check, { ok }]) => (ok ? [] : [check]));
    return backup.ok ? bad : [...bad, backupAlarm(backup)];
  }

  /** The alarms that were not raised within a day. */
  async withoutAlarm(alarms: readonly string[], now: number): Promise<string[]> {
    const { results } = await this.sql`SELECT name FROM last_runs
      WHERE name IN ${listOf(alarms.map(alarmName))} AND at > ${now - DAY_MS}`.all<{ name: string }>();
    return alarms.filter((alarm) => results.every(({ name }) => name !== alarmName(alarm)));
  }

  /** Stores that alarms are raised; writes nothing where another cron has raised them. */
  storeAlarms(alarms: readonly string[], now: number): D1PreparedStatement {
    return this.sql`INSERT INTO last_runs (name, at) SELECT value, ${now} FROM ${listOf(alarms.map(alarmName))}
      WHERE true
      ON CONFLICT (name) DO UPDATE SET at = ${now} WHERE at <= ${now - DAY_MS}`;
  }
}
