/** The mail about a decision: sent after ten minutes, during which the decision can be undone, or at once. */
import type { StoredMail } from '../mail/kinds.ts';
import { type MailOutcome, mailStatement, sendWaiting } from '../mail/outbox.ts';
import { listMails } from '../store/listed-mails.ts';
import type { Operator, Run } from './command.ts';
import { officeClock } from './office-clock.ts';

const UNDO_MS = 10 * 60_000;
const MAX_EARLIER = 20;

/** The mail about a decision, not yet stored. */
export interface Announcement {
  id: string;
  applicantId: string;
  /** Stores the mail; comes after the decision in its batch. */
  statement: D1PreparedStatement;
  dueAt: number;
}

/** Composes the mail. With `--now` it is due at once, else in ten minutes. */
export async function prepareAnnouncement(
  { desk, options, now }: Run,
  applicantId: string,
  mail: StoredMail,
): Promise<Announcement> {
  const dueAt = options.now ? now : now + UNDO_MS;
  const draft = { applicantId, mail, now, dueAt, announcesDecision: true };
  return { ...(await mailStatement(desk.env, draft)), applicantId, dueAt };
}

/** The part of the question that names recipient and time of the mail. @param email of the applicant */
export function announcementQuestion(run: Run, email: string, { dueAt }: Announcement): string {
  const to = { email, time: officeClock(run.locale).time(dueAt) };
  return run.t(run.options.now ? 'mailsNow' : 'mailsLater', to);
}

/** Outcome of the mail, for `--json`. */
export interface AnnouncementData {
  id: string;
  due_at: string;
  sent: boolean;
  /** Path of the saved mail; null for a mail that was sent, or waits. */
  file: string | null;
}

/** Sends the stored mail where `--now` was given. @returns the command's line about it */
export async function completeAnnouncement(
  run: Run,
  { id, applicantId, dueAt }: Announcement,
): Promise<{ line: string; data: AnnouncementData }> {
  const data = { id, due_at: new Date(dueAt).toISOString() };
  if (!run.options.now) {
    const line = run.t('mailWaits', { id: applicantId, time: officeClock(run.locale).time(dueAt) });
    return { line, data: { ...data, sent: false, file: null } };
  }
  await sendEarlier(run, applicantId, id);
  const { line, sent, file } = await sendAtOnce(run, id);
  return { line, data: { ...data, sent, file } };
}

/** Sends waiting mails about earlier decisions, so that they do not arrive after this one. */
async function sendEarlier({ desk, now }: Run, applicantId: string, id: string): Promise<void> {
  const open = await listMails(desk.env.DB, { applicantId, sent: false }, MAX_EARLIER);
  const earlier = open.filter((mail) => mail.id !== id && mail.state === 'waiting' && !mail.isSealed);
  for (const mail of earlier.reverse()) await sendWaiting(desk.env, mail.id, now, null);
}

/** Sends a mail of the outbox from this process. */
export async function sendAtOnce(
  { desk, t, now }: Operator,
  id: string,
): Promise<{ line: string; sent: boolean; file: string | null }> {
  const outcome: MailOutcome = await sendWaiting(desk.env, id, now, null);
  if (outcome === 'failed') return { line: t('mailFailed'), sent: false, file: null };
  const file = outcome === 'sent' ? (desk.mailFiles.at(-1) ?? null) : null;
  return { line: file === null ? t('mailSent') : t('mailSaved', { file }), sent: true, file };
}
