/** How the applicant is told of a decision: after ten minutes, in which it can be taken back, or at once. */
import type { StoredMail } from '../mail/kinds.ts';
import { type MailOutcome, mailStatement, sendWaiting } from '../mail/outbox.ts';
import { listMails } from '../store/listed-mails.ts';
import type { Operator, Run } from './command.ts';
import { officeClock } from './office-clock.ts';

const UNDO_MS = 10 * 60_000;
const MAX_EARLIER = 20;

/** A mail that goes with a decision. */
export interface Announcement {
  id: string;
  applicantId: string;
  /** Writes it; for the batch of the decision, after it. */
  statement: D1PreparedStatement;
  dueAt: number;
}

/** Makes the mail; `--now` sends it at once. */
export async function prepareAnnouncement(
  { desk, options, now }: Run,
  applicantId: string,
  mail: StoredMail,
): Promise<Announcement> {
  const dueAt = options.now ? now : now + UNDO_MS;
  const draft = { applicantId, mail, now, dueAt, announcesDecision: true };
  return { ...(await mailStatement(desk.env, draft)), applicantId, dueAt };
}

/** For the question before it: whom it mails, when, and whether it can be taken back. @param email of the applicant */
export function announcementQuestion(run: Run, email: string, { dueAt }: Announcement): string {
  const to = { email, time: officeClock(run.locale).time(dueAt) };
  return run.t(run.options.now ? 'mailsNow' : 'mailsLater', to);
}

/** What has become of the mail. */
export interface AnnouncementData {
  id: string;
  due_at: string;
  sent: boolean;
  /** Where it lies, on this machine. */
  file: string | null;
}

/** What the command says of the mail, once it is written. With `--now` it is sent first. */
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

/** What was decided before must not arrive after what is sent at once. */
async function sendEarlier({ desk, now }: Run, applicantId: string, id: string): Promise<void> {
  const open = await listMails(desk.env.DB, { applicantId, sent: false }, MAX_EARLIER);
  const earlier = open.filter((mail) => mail.id !== id && mail.state === 'waiting' && !mail.isSealed);
  for (const mail of earlier.reverse()) await sendWaiting(desk.env, mail.id, now, null);
}

/** Sends a mail of the outbox from here. */
export async function sendAtOnce(
  { desk, t, now }: Operator,
  id: string,
): Promise<{ line: string; sent: boolean; file: string | null }> {
  const outcome: MailOutcome = await sendWaiting(desk.env, id, now, null);
  if (outcome === 'failed') return { line: t('mailFailed'), sent: false, file: null };
  const file = outcome === 'sent' ? (desk.mailFiles.at(-1) ?? null) : null;
  return { line: file === null ? t('mailSent') : t('mailSaved', { file }), sent: true, file };
}
