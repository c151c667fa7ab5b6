/**
 * Sends mails: stored in the outbox together with the event they report, sent after the response, retried by the cron. A mail
 * that fails never fails its event; log and outbox contain only the kind of the error.
 */
import { OWNER } from '../../../src/content/owner.ts';
import { MAIL_RETRY_DAYS } from '../../../src/domain/account/mails.ts';
import { RESET_CODE_MS } from '../../../src/domain/account/reset.ts';
import type { Visa } from '../../../src/domain/application/issued-visa.ts';
import { readApplicationType } from '../../../src/domain/application/types.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../../../src/domain/i18n/locales.ts';
import { emailIssue } from '../../../src/domain/input/email.ts';
import { isPassing, pauseTimes } from '../../platform/passing-faults.ts';
import type { OfficeEnv } from '../runtime/env.ts';
import { describeError, type LogLine, log } from '../runtime/log.ts';
import { mailsPerDay, messagesTo } from '../runtime/settings.ts';
import { newMailId, seal, unseal } from '../secrets/keys.ts';
import { Messages, type NewMessage } from '../store/messages.ts';
import { type ClaimedMail, ceilingsOf, type NewMail, Outbox } from '../store/outbox.ts';
import { readPublicVisa } from '../store/public-visa.ts';
import { StatusRepository } from '../store/statuses.ts';
import { composeMail } from './compose.ts';
import type { Reader } from './letter-content.ts';
import type { Mail, StoredMail } from './letters.ts';

export const TRIED_FOR_MS = MAIL_RETRY_DAYS * 24 * 60 * 60_000;

function splitSecret(mail: StoredMail): { content: object; secret: string | null } {
  const { template: _, ...content } = mail;
  if (mail.template === 'code')
    return { content: { isFree: mail.isFree, locale: mail.locale }, secret: `${mail.code} ${mail.token}` };
  if (mail.template === 'emailChanged') return { content: {}, secret: mail.token };
  if (mail.template === 'received' || mail.template === 'emailConfirm')
    return { content: { id: mail.id }, secret: mail.token };
  return { content, secret: null };
}

/** The complete mail; null where its message or its visa was deleted. */
async function restoreMail(env: OfficeEnv, { id, kind, content, sealed }: ClaimedMail): Promise<Mail | null> {
  const secret = sealed === null ? null : await unseal(env, id, sealed);
  const stored = JSON.parse(content) as { message?: string; visa?: Visa };
  const [code, token = null] = kind === 'code' ? (secret ?? '').split(' ') : [null, secret];
  const mail = { template: kind, code, token, ...stored };
  if (stored.visa) {
    const visa = await readPublicVisa(env, stored.visa.code);
    return visa && ({ ...mail, visa } as unknown as Mail);
  }
  if (stored.message === undefined) return mail as unknown as Mail;
  const message = await new Messages(env.DB).find(stored.message);
  return message && ({ ...mail, message, desk: env.DESK_ORIGIN } as unknown as Mail);
}

/** The mail that forwards a message to the office: to the address in the settings, else to the owner's; null without either. */
export async function messageMail(env: OfficeEnv, message: NewMessage, now: number): Promise<NewMail | null> {
  const address = messagesTo(env) ?? OWNER.email;
  if (address === null) return null;
  const { id, applicantId } = message;
  const mail = { template: 'question', id: applicantId ?? '', message: id } as const;
  return makeMailRow(env, { applicantId, mail, address, now });
}

interface MailRequest {
  /** Id of the mail, where its secret is bound to it. */
  id?: string;
  /** Null for an address without an application: no mail is sent, but the work is the same. */
  applicantId: string | null;
  mail: StoredMail;
  /** The recipient where it is not the applicant's address. */
  address?: string;
  now: number;
  dueAt?: number;
}

/** A row of the outbox, for {@link Outbox.insert} in the batch of the event. */
export async function makeMailRow(
  env: OfficeEnv,
  { id = newMailId(), applicantId, mail, address, now, dueAt = now }: MailRequest,
): Promise<NewMail> {
  const { content, secret } = splitSecret(mail);
  return {
    id,
    applicantId,
    kind: mail.template,
    content: JSON.stringify(content),
    sealed: secret === null ? null : await seal(env, id, secret),
    address: address ?? null,
    madeAt: now,
    dueAt,
    expiresAt: dueAt + (mail.template === 'code' ? RESET_CODE_MS : TRIED_FOR_MS),
  };
}

export async function mailStatement(
  env: OfficeEnv,
  draft: MailRequest,
): Promise<{ id: string; statement: D1PreparedStatement }> {
  const mail = await makeMailRow(env, draft);
  return { id: mail.id, statement: new Outbox(env.DB).insert(mail) };
}

/** Sends a mail of the outbox after the response. */
export function mailLater(
  { env, requestId, later }: { env: OfficeEnv; requestId: string; later(work: Promise<unknown>): void },
  id: string,
): void {
  later(
    afterTheResponse()
      .then(() => sendWaiting(env, id, Date.now(), requestId))
      // A mail that was not marked is found by the sweep.
      .catch((error: unknown) =>
        log({ level: 'error', request_id: requestId, endpoint: 'mail', detail: describeError(error) }),
      ),
  );
}

/**
 * The time for writing and sending must not show in the response, since only applicants get a mail. Without this pause the work
 * overlaps with the response (`npm run bench:strangers` shows that).
 */
const afterTheResponse = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseTimes.mail));

/** `taken`: another sender has claimed the mail, or it was deleted. `unclear`: it may have been sent. */
export type MailOutcome = 'sent' | 'failed' | 'taken' | 'unclear';

/** Sends one mail of the outbox now. @param requestId null for the desk, which prints the outcome and needs no log */
export async function sendWaiting(
  env: OfficeEnv,
  id: string,
  now: number,
  requestId: string | null,
): Promise<MailOutcome> {
  const claimed = await new Outbox(env.DB).claim(id, claiming(env, now));
  return claimed ? deliver(env, claimed, requestId) : 'taken';
}

const claiming = (env: OfficeEnv, now: number) => ({ now, ceilings: ceilingsOf(mailsPerDay(env)) });

const MAX_PER_RUN = 100;

/** Sends due mails and gives up those that have expired. */
export async function sendDue(env: OfficeEnv, now: number, requestId: string): Promise<void> {
  const outbox = new Outbox(env.DB);
  for (const { kind, state } of await outbox.endUnsent(now))
    log({ level: 'error', request_id: requestId, endpoint: 'mail', mail: kind, outcome: state });
  for (let nth = 1; nth <= MAX_PER_RUN; nth += 1) {
    const claimed = await outbox.claimDue(claiming(env, now));
    if (!claimed) return;
    // Other mails would be unclear too.
    if ((await deliver(env, claimed, requestId)) === 'unclear') return;
  }
}

async function deliver(env: OfficeEnv, claimed: ClaimedMail, requestId: string | null): Promise<MailOutcome> {
  const { applicantId, kind, email, tries, triedAt } = claimed;
  const outbox = new Outbox(env.DB);
  const logOutcome = (line: Pick<LogLine, 'level' | 'outcome' | 'detail'>) =>
    requestId === null || log({ request_id: requestId, endpoint: 'mail', mail: kind, ...line });
  let isBegun = false;
  try {
    const mail = email === null ? null : await restoreMail(env, claimed);
    if (email === null || mail === null) {
      await outbox.drop(claimed);
      return 'taken';
    }
    const reader = mail.template === 'question' ? null : await readerOf(env, applicantId, claimed);
    const to = { email, locale: languageOf(mail, claimed) };
    isBegun = true;
    await sendMail(env, { ...to, ...(reader && { reader }) }, mail);
  } catch (error) {
    const detail = kindOf(error);
    const outcome = isBegun && isUnclear(error) ? 'unclear' : 'failed';
    logOutcome({ level: 'error', outcome, detail });
    await outbox.markFailed(claimed, detail, outcome === 'unclear' ? null : triedAt + pauseAfter(tries));
    return outcome;
  }
  await outbox.markSent(claimed);
  logOutcome({ level: 'info', outcome: 'sent' });
  return 'sent';
}

/**
 * The reader's language: that of the office, of the page that asked for a code, of the sender of a message, or of the account.
 */
function languageOf(mail: Mail, { locale }: ClaimedMail): Locale {
  if (mail.template === 'question' || mail.template === 'alarm') return DEFAULT_LOCALE;
  const asked = mail.template === 'code' ? mail.locale : null;
  const written = mail.template === 'answer' ? mail.message.locale : (asked ?? locale);
  return written !== null && isLocale(written) ? written : DEFAULT_LOCALE;
}

async function readerOf(env: OfficeEnv, applicantId: string | null, claimed: ClaimedMail): Promise<Reader | null> {
  if (applicantId === null) return null;
  const type = readApplicationType(claimed.type ?? '');
  if (!type) return null;
  const { results } = await new StatusRepository(env.DB).select(applicantId).all();
  const isConfirmed = claimed.isConfirmed === 1;
  const { history } = StatusRepository.read(results);
  return { id: applicantId, name: claimed.name ?? '', type, history, isConfirmed };
}

/**
 * When the mail service refuses, its error has a code. Without a code the connection broke, perhaps after the mail was accepted.
 */
const isUnclear = (error: unknown) => isPassing(error) && !(error as { code?: unknown }).code;

/** Only the kind of an error, since its message may contain the address. */
function kindOf(error: unknown): string {
  const { name = '', code = '' } = (error ?? {}) as { name?: string; code?: string };
  return [name, code].filter(Boolean).join(' ');
}

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 12 * 60 * 60_000;

/**
 * The pause before the next try: one minute, then three times the last pause, at most twelve hours. A code gets four tries, other
 * mails three days.
 */
const pauseAfter = (tries: number) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 3 ** (tries - 1));

/** Sends a mail now. @throws Error when sending fails, or the address could break its header */
async function sendMail(
  env: OfficeEnv,
  to: { email: string; locale: Locale; reader?: Reader },
  mail: Mail,
): Promise<void> {
  // Some stored addresses are older than the present, stricter rules.
  if (emailIssue(to.email) === 'email_format') throw new Error('the stored address is not valid for mail');
  const { sender, ...content } = composeMail(mail, to.locale, env.PORTAL_ORIGIN, Date.now(), to.reader);
  // Tells mail programs not to answer automatically (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated' };
  await env.MAIL.send({ from: { email: env.MAIL_FROM, name: sender }, to: to.email, headers, ...content });
}
