/**
 * The mail about a decision: sent after ten minutes, during which the decision can be undone, or at once. Rule: the applicant
 * hears only of the present status. A decision replaces waiting mails about earlier ones; one that restores the status that the
 * applicant knows drops them, and no mail is sent.
 */
import { STAGES } from '../../src/domain/application/stages.ts';
import { isStatus, type StatusEntry } from '../../src/domain/application/status.ts';
import type { StoredMail } from '../admin/mail/kinds.ts';
import { draftMail, type MailOutcome, sendWaiting } from '../admin/mail/outbox.ts';
import type { Applicant } from '../admin/store/applicants.ts';
import { dropUnheard, findUnheard, insertDecisionMail } from '../admin/store/decision-mails.ts';
import type { Operator, Run } from './command.ts';
import { officeClock } from './office-clock.ts';

const UNDO_MS = 10 * 60_000;

/** The mail about a decision, not yet stored. */
export interface Announcement {
  applicantId: string;
  /** The status that the applicant knows; null for none. */
  known: string | null;
  /** Null: the applicant knows the status that the decision restores. */
  mail: { id: string; dueAt: number } | null;
  statements: D1PreparedStatement[];
}

/** Composes the mail. With `--now` it is due at once, else in ten minutes. */
export async function prepareAnnouncement(
  { desk: { env }, options, now }: Run,
  applicant: Applicant,
  mail: StoredMail,
): Promise<Announcement> {
  const { id: applicantId } = applicant;
  const { unheard, known } = await findKnown(env.DB, applicant);
  const about = { applicantId, known: known?.status_type ?? null };
  if (unheard && isKnown(known, mail))
    return { ...about, mail: null, statements: dropUnheard(env.DB, applicantId, unheard) };
  const dueAt = options.now ? now : now + UNDO_MS;
  const draft = await draftMail(env, { applicantId, mail, now, dueAt });
  return { ...about, mail: { id: draft.id, dueAt }, statements: insertDecisionMail(env.DB, draft) };
}

/** True where no mail follows a decision, since the applicant knows the status that it restores. */
export async function isSilent(db: D1Database, applicant: Applicant, mail: StoredMail): Promise<boolean> {
  const { unheard, known } = await findKnown(db, applicant);
  return unheard !== null && isKnown(known, mail);
}

/** The last entry that the applicant knows, and the decisions since. */
async function findKnown(db: D1Database, { id, history }: Applicant) {
  const unheard = await findUnheard(db, id);
  return { unheard, known: history.at(unheard ? unheard.position - 1 : -1) };
}

/** True for a mail that tells what the applicant knows. A note or a request for changes that differs is news. */
function isKnown(known: StatusEntry | undefined, mail: StoredMail): boolean {
  if (mail.template !== 'status' || known?.status_type !== mail.status || !isStatus(mail.status)) return false;
  if (!STAGES[mail.status].needsNote) return true;
  return known.note === mail.note && (known.fields ?? []).join() === (mail.fields ?? []).join();
}

/** The part of the question that names recipient and time of the mail. @param email of the applicant */
export function announcementQuestion(run: Run, email: string, { mail }: Announcement): string {
  if (!mail) return run.t('mailsNone');
  const to = { email, time: officeClock(run.locale).time(mail.dueAt) };
  return run.t(run.options.now ? 'mailsNow' : 'mailsLater', to);
}

export interface AnnouncementData {
  id: string;
  due_at: string;
  sent: boolean;
  /** Path of the saved mail; null for a mail that was sent, or waits. */
  file: string | null;
}

/** Sends the stored mail where `--now` was given. @returns the command's line about it; `data` is null for no mail */
export async function completeAnnouncement(
  run: Run,
  { mail, applicantId }: Announcement,
): Promise<{ line: string; data: AnnouncementData | null }> {
  if (!mail) return { line: run.t('mailNone'), data: null };
  const data = { id: mail.id, due_at: new Date(mail.dueAt).toISOString() };
  if (!run.options.now) {
    const line = run.t('mailWaits', { id: applicantId, time: officeClock(run.locale).time(mail.dueAt) });
    return { line, data: { ...data, sent: false, file: null } };
  }
  const { line, sent, file } = await sendAtOnce(run, mail.id);
  return { line, data: { ...data, sent, file } };
}

/** Sends a mail of the outbox from this process, unless only the portal may. @param isSealed only the portal has the key */
export async function sendAtOnce(
  { desk, t, now }: Operator,
  id: string,
  isSealed = false,
): Promise<{ line: string; sent: boolean; file: string | null }> {
  if (isSealed || desk.leavesMail) return { line: t('mailSoon'), sent: false, file: null };
  const outcome: MailOutcome = await sendWaiting(desk.env, id, now, null);
  if (outcome === 'failed') return { line: t('mailFailed'), sent: false, file: null };
  const file = outcome === 'sent' ? (desk.mailFiles.at(-1) ?? null) : null;
  return { line: file === null ? t('mailSent') : t('mailSaved', { file }), sent: true, file };
}
