/** Values of the placeholders in the information pages' texts. A time is read from the code that uses it. */
import accessibility from '../../content/accessibility/results.json';
import { SUPPORTED_BROWSERS } from '../../content/browsers.ts';
import { OWNER } from '../../content/owner.ts';
import { contactWays, ownerText } from '../../content/owner-text.ts';
import { MAIL_RETENTION_DAYS, MAIL_RETRY_DAYS } from '../../domain/account/mails.ts';
import { RESET_CODE_MS, RESTORE_EMAIL_MS } from '../../domain/account/reset.ts';
import { KNOWN_BROWSER_MS, SESSION_IDLE_MS, SESSION_MAX_MS } from '../../domain/account/session.ts';
import { FILE_LINK_MS, IDEMPOTENCY_MS } from '../../domain/api/endpoints.ts';
import { LIFETIMES } from '../../domain/api/parcels.ts';
import { TERMS_VERSION } from '../../domain/application/terms.ts';
import { formatDate } from '../../domain/i18n/dates.ts';
import { INTL_TAGS, type Locale } from '../../domain/i18n/locales.ts';
import { MESSAGE_RETENTION_DAYS } from '../../domain/input/message.ts';
import { lastSubmitted } from '../../stores/application/submitted.ts';
import { DRAFT_LIFE_MS } from '../../stores/device/stored-entry.ts';
import { linkedPhone } from '../support.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// At most: https://developers.cloudflare.com/workers/observability/logs/workers-logs/#limits and
// https://developers.cloudflare.com/d1/reference/time-travel/
const PLATFORM_TIMES = { logDays: 7, backupDays: 30 };

/** The values by placeholder; null if the owner has not set it (content/owner.ts). */
export function factsIn(locale: Locale, owner = OWNER): Record<string, string | number | null> {
  const { email, phoneFromAbroad: _, ...said } = owner;
  // The setting of a deployment, which passes it to the build (functions/local/deployment.ts).
  const months = Number(process.env.RETENTION_MONTHS || 0);
  return {
    ...Object.fromEntries(Object.entries(said).map(([name, words]) => [name, ownerText(words, locale)])),
    phone: linkedPhone(locale, contactWays(locale, owner)),
    email: email && `[${email}](mailto:${email})`,
    retentionTime: months === 0 ? null : timeIn(locale, 'month', months),
    draftDays: DRAFT_LIFE_MS / DAY,
    keptDays: lastSubmitted.LIFE_MS / DAY,
    sessionHours: SESSION_MAX_MS / HOUR,
    wayBackHours: RESTORE_EMAIL_MS / HOUR,
    knownDays: KNOWN_BROWSER_MS / DAY,
    idleMinutes: SESSION_IDLE_MS / MINUTE,
    codeMinutes: RESET_CODE_MS / MINUTE,
    messageDays: MESSAGE_RETENTION_DAYS,
    mailTriedDays: MAIL_RETRY_DAYS,
    mailKeptDays: MAIL_RETENTION_DAYS,
    answerHours: IDEMPOTENCY_MS / HOUR,
    linkMinutes: FILE_LINK_MS / MINUTE,
    draftLinkTime: timeIn(locale, 'hour', (LIFETIMES.draft * SECOND) / HOUR),
    photoLinkTime: timeIn(locale, 'minute', (LIFETIMES.photo * SECOND) / MINUTE),
    companyLinkTime: timeIn(locale, 'day', (LIFETIMES.company * SECOND) / DAY),
    ...PLATFORM_TIMES,
    ...SUPPORTED_BROWSERS,
    standard: accessibility.standard.replaceAll(' ', '\u00a0'),
    version: formatDate(TERMS_VERSION, locale),
  };
}

/** "12 months" */
function timeIn(locale: Locale, unit: 'minute' | 'hour' | 'day' | 'month', count: number): string {
  const words = new Intl.NumberFormat(INTL_TAGS[locale], { style: 'unit', unit, unitDisplay: 'long' });
  return words.format(count).replaceAll(' ', '\u00a0');
}

/** A text with its placeholders filled; null when one has no value. @throws TypeError for an unknown placeholder */
export function fillFacts(text: string, facts: ReturnType<typeof factsIn>): string | null {
  let whole = true;
  const result = text.replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new TypeError(`no value for {{${name}}}`);
    whole &&= fact !== null;
    return String(fact);
  });
  return whole ? result : null;
}
