/** Checks the admin host's settings when the worker starts and before a deployment. Uses no runtime API. */
import { isEmail } from '../../../src/domain/input/email.ts';
import { Fault } from '../../platform/fault.ts';
import type { AdminEnv } from './env.ts';

const MAX_MONTHS = 600;

const MIN_SECRET = 32;

/** Of bindings only the presence is checked. */
type Settings = { readonly [Name in keyof AdminEnv]?: unknown };

/** @throws Fault that names each missing or invalid setting */
export function checkConfiguration(env: Settings): void {
  checkShared(env, ['DB', 'FILES', 'MAIL', 'MAIL_FROM', 'PORTAL_ORIGIN']);
  if (String(env.FILES_SECRET ?? '').length < MIN_SECRET)
    throw new Fault(
      `FILES_SECRET is missing or shorter than ${MIN_SECRET} characters; set it with "wrangler secret put FILES_SECRET", or locally in functions/admin/.dev.vars`,
    );
}

/** Checks the settings that the desk has as well. @param bound names that must be present @throws Fault */
export function checkShared(env: Settings, bound: readonly (keyof AdminEnv)[]): void {
  for (const name of bound) if (!env[name]) throw new Fault(`${name} is not bound; see functions/admin/wrangler.toml`);
  retentionMonths(env);
  answerDays(env);
  readTraceDays(env);
  backupMaxAgeDays(env);
  mailsPerDay(env);
  passportCharacters(env);
  messagesTo(env);
  alarmTo(env);
}

/** A setting as a whole number; null where it is empty. @throws Fault */
function wholeNumber(
  name: 'RETENTION_MONTHS' | 'ANSWER_DAYS' | 'READ_TRACE_DAYS' | 'BACKUP_MAX_AGE_DAYS' | 'MAILS_PER_DAY',
  value: unknown,
  max: number,
): number | null {
  // The value is a number where wrangler.toml has no quotation marks.
  const text = String(value ?? '');
  if (text === '') return null;
  if (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= max) return Number(text);
  throw new Fault(
    `${name} is "${text}": it must be a whole number from 1 to ${max}, or empty; see functions/admin/wrangler.toml`,
  );
}

/** Months until closed applications are anonymised; null: nothing is anonymised. @throws Fault */
export const retentionMonths = ({ RETENTION_MONTHS }: Pick<Settings, 'RETENTION_MONTHS'>): number | null =>
  wholeNumber('RETENTION_MONTHS', RETENTION_MONTHS, MAX_MONTHS);

const MAX_DAYS = 3650;

/** Days that an applicant has for an answer; null: no reminder is sent. @throws Fault */
export const answerDays = ({ ANSWER_DAYS }: Pick<Settings, 'ANSWER_DAYS'>): number | null =>
  wholeNumber('ANSWER_DAYS', ANSWER_DAYS, MAX_DAYS);

const READ_TRACE_DAYS_UNSET = 400;

/** Days for which it is stored what officers have read. @throws Fault */
export const readTraceDays = ({ READ_TRACE_DAYS }: Pick<Settings, 'READ_TRACE_DAYS'>): number =>
  wholeNumber('READ_TRACE_DAYS', READ_TRACE_DAYS, MAX_DAYS) ?? READ_TRACE_DAYS_UNSET;

/** One day more than the interval of the weekly backup. */
const BACKUP_MAX_AGE_DAYS_UNSET = 8;

/** Days after which the last backup is too old. @throws Fault */
const backupMaxAgeDays = ({ BACKUP_MAX_AGE_DAYS }: Pick<Settings, 'BACKUP_MAX_AGE_DAYS'>): number =>
  wholeNumber('BACKUP_MAX_AGE_DAYS', BACKUP_MAX_AGE_DAYS, MAX_DAYS) ?? BACKUP_MAX_AGE_DAYS_UNSET;

/** The owner's limits for /healthz and the alarms. @throws Fault */
export const healthLimits = (env: Settings) => ({
  mailsPerDay: mailsPerDay(env),
  backupMaxAgeDays: backupMaxAgeDays(env),
});

const MAILS_PER_DAY_UNSET = 5000;

/** Mails a day; {@link MAIL_SHARES} divides them among the kinds. @throws Fault */
export const mailsPerDay = ({ MAILS_PER_DAY }: Pick<Settings, 'MAILS_PER_DAY'>): number =>
  wholeNumber('MAILS_PER_DAY', MAILS_PER_DAY, 1_000_000) ?? MAILS_PER_DAY_UNSET;

/** An address; null where the setting is empty. @throws Fault */
function address(name: 'MESSAGES_TO' | 'ALARM_TO', value: unknown): string | null {
  const text = String(value ?? '');
  if (text === '' || isEmail(text)) return text || null;
  throw new Fault(`${name} is "${text}": it must be an e-mail address, or empty; see functions/admin/wrangler.toml`);
}

/** @returns null where the setting is empty @throws Fault */
export const messagesTo = (env: Pick<Settings, 'MESSAGES_TO'>) => address('MESSAGES_TO', env.MESSAGES_TO);

/** @returns null where the setting is empty @throws Fault */
export const alarmTo = (env: Pick<Settings, 'ALARM_TO'>) => address('ALARM_TO', env.ALARM_TO);

/** VISA_PASSPORT_CHARACTERS as a number; 0 where it is empty. @throws Fault */
function passportCharacters({ VISA_PASSPORT_CHARACTERS }: Pick<Settings, 'VISA_PASSPORT_CHARACTERS'>): number {
  const text = String(VISA_PASSPORT_CHARACTERS ?? '');
  if (/^[1-4]?$/.test(text)) return Number(text);
  throw new Fault(
    `VISA_PASSPORT_CHARACTERS is "${text}": it must be a whole number from 1 to 4, or empty; see functions/admin/wrangler.toml`,
  );
}

/** The last characters of the passport number; empty until the owner sets how many. */
export function visiblePassportEnd(
  env: Pick<Settings, 'VISA_PASSPORT_CHARACTERS'>,
  passport: unknown,
): { passport_end?: string } {
  const length = passportCharacters(env);
  // The end of a short number would reveal most of it.
  if (length === 0 || typeof passport !== 'string' || passport.length < 2 * length) return {};
  return { passport_end: passport.slice(-length) };
}
