/** Erases and anonymises applications, and answers deletion requests. For an irreversible action the officer types the number. */
import { utcDate } from '../../src/domain/input/date.ts';
import { cleanText } from '../../src/domain/input/text.ts';
import { mailStatement } from '../admin/mail/outbox.ts';
import { retentionMonths } from '../admin/runtime/settings.ts';
import { readApplicantId } from '../admin/secrets/keys.ts';
import { DeletionRequests, Erasure } from '../admin/store/erase.ts';
import { StoredFiles } from '../admin/store/files.ts';
import { Retention, retentionDue } from '../admin/store/retention.ts';
import { Fault } from '../platform/fault.ts';
import { commitLogged, findApplicant, type Officer, readNote, requireRole } from './officer.ts';
import { OfficeRefusal, onChange } from './refusal.ts';

/** What would be erased. @throws OfficeRefusal `unknownApplicant` */
async function erasureOf({ env }: Officer, id: string) {
  const summary = await new Erasure(env.DB).findSummary(id);
  if (!summary) throw new OfficeRefusal('unknownApplicant', { id });
  return summary;
}

/** @throws OfficeRefusal `typedOther` for another number than that of the application */
function requireTyped(id: string, typed: string): void {
  if ((readApplicantId(cleanText(typed)) ?? typed.trim()) !== id) throw new OfficeRefusal('typedOther');
}

/** Deletes an applicant with all data; of the officers' actions number, officer and time stay. @param typed the number */
export async function erase(officer: Officer, id: string, typed: string): Promise<void> {
  requireRole(officer, 'erase');
  const { env, by, now } = officer;
  await erasureOf(officer, id);
  requireTyped(id, typed);
  await deleteObjects(officer, await new Erasure(env.DB).erase({ id, by, now }));
}

/** Months until closed applications are anonymised. @throws OfficeRefusal for a missing or invalid setting */
function requireRetention({ env }: Officer): number {
  try {
    const months = retentionMonths(env);
    if (months !== null) return months;
  } catch (error) {
    throw error instanceof Fault ? new OfficeRefusal('retentionWrong') : error;
  }
  throw new OfficeRefusal('retentionOff');
}

/** Does the sweep's work at once, for an application whose retention is over. @param typed its number @throws OfficeRefusal */
export async function anonymise(officer: Officer, id: string, typed: string): Promise<void> {
  requireRole(officer, 'erase');
  const { env, by, now } = officer;
  const months = requireRetention(officer);
  const retention = new Retention(env.DB);
  const due = await retention.findDue({ now, months, only: id, limit: 1 });
  if (due.length === 0) {
    const { anonymisedAt } = await erasureOf(officer, id);
    throw new OfficeRefusal(anonymisedAt === null ? 'notDue' : 'alreadyAnonymised', { id, count: months });
  }
  requireTyped(id, typed);
  await retention.anonymise(due, { by, now }).catch(onChange);
  await deleteObjects(
    officer,
    due.flatMap(({ files }) => files),
  );
}

/** Deletes objects; if that fails, the sweep deletes them. */
const deleteObjects = ({ env }: Officer, files: readonly string[]): Promise<void> =>
  new StoredFiles(env.DB).deleteObjects(env.FILES, files).catch(() => {});

/** Declines a deletion request and mails the reason. @returns the mail's id @throws OfficeRefusal */
export async function declineRequest(officer: Officer, given: string, written: string): Promise<string> {
  requireRole(officer, 'erase');
  const { env, now } = officer;
  const { id, deletion } = await findApplicant(officer, given);
  const answer = readNote(written, 'note');
  if (deletion?.answeredAt !== null) throw new OfficeRefusal('noDeletionOf', { id });
  const mail = await mailStatement(env, {
    applicantId: id,
    mail: { template: 'deletionDeclined', id, note: answer },
    now,
  });
  const decline = new DeletionRequests(env.DB).decline({ applicantId: id, id: deletion.id, answer, now });
  await commitLogged(officer, [id, 'decline'], [decline, mail.statement]).catch(onChange);
  return mail.id;
}

/** Dates of closing and anonymising, `YYYY-MM-DD` in UTC, as the sweep counts them. */
export function retentionDates({ closedAt }: { closedAt: number }, months: number) {
  const closedOn = utcDate(new Date(closedAt));
  return { closedOn, dueOn: retentionDue(closedOn, months) };
}
