/** Commands that decide about an application, and mail the applicant. */
import { changeableFields } from '../../../src/domain/application/asked-fields.ts';
import { visaRoute } from '../../../src/domain/application/issued-visa.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { isRealDate } from '../../../src/domain/input/date.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import type { Mail } from '../mail/compose.ts';
import { sendMail } from '../mail/send.ts';
import type { Words } from '../mail/words.ts';
import { newVisaCode } from '../secrets/keys.ts';
import type { Applicant } from '../store/applicants.ts';
import { Conflict } from '../store/database.ts';
import { recordAction } from '../store/desk.ts';
import { appendStatus, issueVisa, StatusRefused } from '../store/statuses.ts';
import { type Commands, DeskRefusal, findApplicant, type Run, type Told } from './command.ts';
import type { Desk } from './platform.ts';

export const DECISIONS: Commands = {
  set: { args: [2], options: ['note', 'fields'], run: set },
  visa: { args: [1], options: ['from', 'to', 'note'], run: visa },
};

/** Sets the next status, and mails the applicant. `--fields`: wire names, with a status that asks for some. */
async function set(run: Run): Promise<Told> {
  const { desk, t, args, options, by, now } = run;
  const [id = '', status = ''] = args;
  if (!isStatus(status)) throw new DeskRefusal(t('statusUnknown', { statuses: STATUSES.join(', ') }));
  const fields = [...new Set((options.fields ?? '').split(/[\s,]+/).filter(Boolean))];
  const { issuesVisa, needsNote, asksFields } = STAGES[status];
  if (issuesVisa) throw new DeskRefusal(t('useVisa'));
  if (needsNote && !options.note) throw new DeskRefusal(t('noteNeeded'));
  if (fields.length > 0 && !asksFields) {
    const statuses = STATUSES.filter((one) => STAGES[one].asksFields).join(', ');
    throw new DeskRefusal(t('fieldsOnlyForChanges', { statuses }));
  }
  const note = readNote(t, options.note ?? '');
  const applicant = await findApplicant(run, id);
  requireKnown(t, applicant, fields);
  requireNext(t, applicant, status);
  await run.confirm(t('confirmSet', { id, status }));
  const action = recordAction(desk.env.DB, { applicantId: id, action: 'set', detail: status, by, now });
  await explained(t, () => appendStatus(desk.env.DB, { applicantId: id, status, note, fields, now }, [action]));
  const mail = await tell(desk, applicant, { kind: 'status', id, status, note });
  const lines = [
    t('statusSet', { id, status }),
    ...(fields.length > 0 ? [t('fieldsAsked', { fields: fields.join(', ') })] : []),
  ];
  return { lines: [...lines, mailLine(t, mail)], data: { id, status, ...(fields.length > 0 ? { fields } : {}), mail } };
}

/** Issues a visa to an approved applicant, and mails them. `--from`, `--to`: `YYYY-MM-DD`. */
async function visa(run: Run): Promise<Told> {
  const { desk, t, args, options, by, now } = run;
  const [id = ''] = args;
  const { from = '', to = '' } = options;
  if (!isRealDate(from) || !isRealDate(to) || to <= from) throw new DeskRefusal(t('visaDates'));
  const note = readNote(t, options.note ?? '');
  const applicant = await findApplicant(run, id);
  requireNext(t, applicant, 'visa_issued');
  await run.confirm(t('confirmVisa', { id, from, to }));
  const code = newVisaCode();
  const action = recordAction(desk.env.DB, { applicantId: id, action: 'visa', detail: code, by, now });
  const issued = { applicantId: id, code, validFrom: from, validTo: to, note, now };
  await explained(t, () => issueVisa(desk.env.DB, issued, [action]));
  const address = new URL(visaRoute(code), desk.env.PORTAL_ORIGIN).href;
  const mail = await tell(desk, applicant, { kind: 'visa', id, note, visa: { code, valid_from: from, valid_to: to } });
  const data = { id, status: 'visa_issued', code, address, mail };
  return { lines: [t('visaIssued', { id, address }), mailLine(t, mail)], data };
}

/** A note as applicants read it in a mail and in their account; a file that was given as one may end its lines with CR LF. */
function readNote(t: Words, given: string): string {
  const note = given.replace(/\r\n?/g, '\n');
  if (cleanText(note, true) !== note) throw new DeskRefusal(t('noteCharacters'));
  return note;
}

function requireKnown(t: Words, { type }: Applicant, asked: readonly string[]): void {
  const known: readonly string[] = changeableFields(type);
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new DeskRefusal(t('fieldsUnknown', { unknown: unknown.join(', '), known: known.join(', ') }));
}

/** Before anybody is asked to confirm what can't be done. */
function requireNext(t: Words, { status: from }: Applicant, to: Status): void {
  if (!isStatus(from) || !STAGES[from].next.includes(to)) throw cannotFollow(t, from, to);
}

function cannotFollow(t: Words, from: string | null, to: Status): DeskRefusal {
  const next: readonly Status[] = from !== null && isStatus(from) ? STAGES[from].next : [];
  return new DeskRefusal(t('statusRefused', { from, to, next: next.join(', ') || t('final') }));
}

async function explained(t: Words, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Conflict) throw new DeskRefusal(t('conflict'));
    throw error instanceof StatusRefused ? cannotFollow(t, error.from, error.to) : error;
  }
}

interface MailOutcome {
  sent: boolean;
  /** Where it lies, on this machine. */
  file: string | null;
}

async function tell(desk: Desk, applicant: Applicant, mail: Mail): Promise<MailOutcome> {
  const to = { email: String(applicant.fields.email), locale: applicant.locale };
  try {
    await sendMail(desk.env, to, mail);
  } catch {
    return { sent: false, file: null };
  }
  return { sent: true, file: desk.mailFiles.at(-1) ?? null };
}

function mailLine(t: Words, { sent, file }: MailOutcome): string {
  if (!sent) return t('mailFailed');
  return file === null ? t('mailSent') : t('mailSaved', { file });
}
