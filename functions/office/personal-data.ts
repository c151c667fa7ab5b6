/** Erases and anonymises applications, and answers deletion requests. Rule: irreversible actions require the number, typed. */
import { utcDate } from '../../src/domain/input/date.ts';
import { cleanText } from '../../src/domain/input/text.ts';
import { mailStatement } from '../admin/mail/outbox.ts';
import { retentionMonths } from '../admin/runtime/settings.ts';
import { readApplicantId } from '../admin/secrets/keys.ts';
import { Conflict } from '../admin/store/database.ts';
import { DeletionRequests, Erasure } from '../admin/store/erase.ts';
import { StoredFiles } from '../admin/store/files.ts';
import { type DueApplicant, Retention, retentionDue } from '../admin/store/retention.ts';
import { Fault } from '../platform/fault.ts';
import { commitLogged, findApplicant, type Officer, readNote, requireRole } from './officer.ts';
import { OfficeRefusal, onChange } from './refusal.ts';

/** What would be erased. @throws OfficeRefusal `unknownApplicant` */
async function erasureOf(officer: Officer, id: string) {
  requireRole(officer, 'erase');
  const summary = await new Erasure(officer.env.DB).findSummary(id);
  if (!summary) throw new OfficeRefusal('unknownApplicant', { id });
  return summary;
}

/** Deletes an applicant with all data; of the officers' actions number, officer and time stay. @param typed the number */
export async function erase(officer: Officer, id: string, typed: string) {
  const { env, by, now } = officer;
  await erasureOf(officer, id);
  if (readApplicantId(cleanText(typed)) !== id) throw new OfficeRefusal('typedOther');
  const files = await new Erasure(env.DB).erase({ id, by, now });
  return { id, files: files.length, filesDeleted: await tryDeleteObjects(officer, files) };
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

/** Closed applications whose retention is over. @param only the number of one @throws OfficeRefusal where there is none */
export async function dueForAnonymising(officer: Officer, only: string | null): Promise<DueApplicant[]> {
  requireRole(officer, 'erase');
  const months = requireRetention(officer);
  const due = await new Retention(officer.env.DB).findDue({ now: officer.now, months, only, limit: -1 });
  if (due.length > 0) return due;
  if (only === null) throw new OfficeRefusal('noneDue', { count: months });
  const { anonymisedAt } = await erasureOf(officer, only);
  throw new OfficeRefusal(anonymisedAt === null ? 'notDue' : 'alreadyAnonymised', { id: only, count: months });
}

const BATCH_SIZE = 50;

/** Does the sweep's work at once. @param typed the number of the only application, or how many there are */
export async function anonymise(officer: Officer, due: readonly DueApplicant[], typed: string) {
  requireRole(officer, 'erase');
  const { env, by, now } = officer;
  const read = readApplicantId(cleanText(typed)) ?? typed.trim();
  if (read !== String(due.length) && (due.length > 1 || read !== due[0]?.id)) throw new OfficeRefusal('typedOther');
  let filesDeleted = true;
  for (let from = 0; from < due.length; from += BATCH_SIZE) {
    const some = due.slice(from, from + BATCH_SIZE);
    await new Retention(env.DB).anonymise(some, { by, now }).catch((error: unknown) => {
      throw error instanceof Conflict ? new OfficeRefusal('anonymiseConflict', { done: from }) : error;
    });
    const files = some.flatMap((one) => one.files);
    filesDeleted = (await tryDeleteObjects(officer, files)) && filesDeleted;
  }
  return { anonymised: due.map(({ id }) => id), filesDeleted };
}

/** Deletes objects. @returns false after an error: then the sweep deletes them */
const tryDeleteObjects = ({ env }: Officer, files: readonly string[]): Promise<boolean> =>
  new StoredFiles(env.DB).deleteObjects(env.FILES, files).then(
    () => true,
    () => false,
  );

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
