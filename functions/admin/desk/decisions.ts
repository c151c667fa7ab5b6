/** Commands that decide about an application. The applicant gets a mail when the time to undo is over. */
import { changeableFields } from '../../../src/domain/application/asked-fields.ts';
import { visaRoute } from '../../../src/domain/application/issued-visa.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { shownEmail } from '../../../src/domain/input/email.ts';
import type { Words } from '../mail/words.ts';
import { newVisaCode } from '../secrets/keys.ts';
import type { Applicant } from '../store/applicants.ts';
import { Conflict } from '../store/database.ts';
import { recordAction } from '../store/desk.ts';
import { appendStatus, issueVisa, revokeVisa, StatusRefused } from '../store/statuses.ts';
import { type Announcement, announcementQuestion, completeAnnouncement, prepareAnnouncement } from './announce.ts';
import {
  type CommandResult,
  type Commands,
  DeskConflict,
  DeskRefusal,
  findApplicant,
  type Run,
  readNote,
  requireApplicant,
} from './command.ts';
import { dayOf, isOfficeDate } from './office-clock.ts';
import { requireSecondOfficer } from './second-officer.ts';
import { unconfirmedDoubts, visaDoubts } from './visa-dates.ts';

export const DECISIONS: Commands = {
  set: { args: [2], takesNumber: true, options: ['note', 'fields', 'now'], run: set },
  visa: { args: [1], takesNumber: true, options: ['from', 'to', 'sure', 'note', 'now'], run: visa },
  revoke: { args: [1], takesNumber: true, options: ['note', 'now'], run: revoke },
};

/** `set`: sets the next status. `--fields`: wire names of the fields to change, for a status that asks for changes. */
async function set(run: Run): Promise<CommandResult> {
  const { desk, t, args, options, by, now } = run;
  const [id = '', status = ''] = args;
  if (!isStatus(status)) throw new DeskRefusal(t('statusUnknown', { statuses: STATUSES.join(', ') }));
  const fields = [...new Set((options.fields ?? '').split(/[\s,]+/).filter(Boolean))];
  const { issuesVisa, revokesVisa, needsNote, asksFields } = STAGES[status];
  if (issuesVisa) throw new DeskRefusal(t('useVisa'));
  if (revokesVisa) throw new DeskRefusal(t('useRevoke'));
  if (needsNote && !options.note) throw new DeskRefusal(t('noteNeeded'));
  if (fields.length > 0 && !asksFields) {
    const statuses = STATUSES.filter((one) => STAGES[one].asksFields).join(', ');
    throw new DeskRefusal(t('fieldsOnlyForChanges', { statuses }));
  }
  const note = readNote(t, options.note ?? '');
  const applicant = await findApplicant(run, id);
  requireChangeableFields(t, applicant, fields);
  requireNext(t, applicant, status);
  const announcement = await prepareAnnouncement(run, applicant, { template: 'status', id, status, note, fields });
  await confirmDecision(run, t('confirmSet', { id, status }), applicant, announcement);
  const action = recordAction(desk.env.DB, { applicantId: id, action: 'set', detail: status, by, now });
  await withDeskErrors(t, () =>
    appendStatus(desk.env.DB, { applicantId: id, status, note, fields, now, seen: run.seen }, [
      action,
      ...announcement.statements,
    ]),
  );
  const mail = await completeAnnouncement(run, announcement);
  const lines = [
    t('statusSet', { id, status }),
    ...(fields.length > 0 ? [t('fieldsAsked', { fields: fields.join(', ') })] : []),
  ];
  const data = { id, status, ...(fields.length > 0 ? { fields } : {}), mail: mail.data };
  return { lines: [...lines, mail.line], data };
}

/**
 * `visa`: issues a visa for an approved application. `--from`, `--to`: `YYYY-MM-DD`. `--sure`: the doubts about the dates that
 * the operator has checked, such as `past,passport`; `--yes`, which skips the question, requires it for those two.
 */
async function visa(run: Run): Promise<CommandResult> {
  const { desk, t, args, options, by, now } = run;
  const [id = ''] = args;
  const { from = '', to = '' } = options;
  if (!isOfficeDate(from) || !isOfficeDate(to) || to <= from) throw new DeskRefusal(t('visaDates'));
  const note = readNote(t, options.note ?? '');
  const applicant = await findApplicant(run, id);
  requireNext(t, applicant, 'visa_issued');
  await requireSecondOfficer(run, id);
  const doubts = visaDoubts(applicant.fields, { from, to }, dayOf(now));
  const texts = doubts.map((doubt) => t(`visaDoubts.${doubt}`));
  // A visa may be longer than the applicant asked for; the other doubts are nearly always mistakes.
  const unconfirmed = unconfirmedDoubts(doubts, options.sure ?? '').filter((doubt) => doubt !== 'longer');
  if (options.yes && unconfirmed.length > 0)
    throw new DeskRefusal(t('visaUnsure', { doubts: texts.join(' '), sure: unconfirmed.join(',') }));
  const code = newVisaCode();
  const issued = { code, valid_from: from, valid_to: to };
  const announcement = await prepareAnnouncement(run, applicant, { template: 'visa', id, note, visa: issued });
  const question = [...texts, t('confirmVisa', { id, from, to })].join(' ');
  await confirmDecision(run, question, applicant, announcement);
  const action = recordAction(desk.env.DB, { applicantId: id, action: 'visa', detail: code, by, now });
  const row = { applicantId: id, code, validFrom: from, validTo: to, note, now, seen: run.seen };
  await withDeskErrors(t, () => issueVisa(desk.env.DB, row, [action, ...announcement.statements]));
  const address = new URL(visaRoute(code), desk.env.PORTAL_ORIGIN).href;
  const mail = await completeAnnouncement(run, announcement);
  const data = { id, status: 'visa_issued', code, address, doubts, mail: mail.data };
  return { lines: [t('visaIssued', { id, address }), ...texts, mail.line], data };
}

/** `revoke`: revokes an issued visa. */
async function revoke(run: Run): Promise<CommandResult> {
  const { desk, t, args, options, by, now } = run;
  const [id = ''] = args;
  const status = 'visa_revoked';
  if (!options.note) throw new DeskRefusal(t('noteNeeded'));
  const note = readNote(t, options.note);
  const applicant = await findApplicant(run, id);
  requireNext(t, applicant, status);
  await requireSecondOfficer(run, id);
  const code = applicant.visa?.code ?? '';
  const announcement = await prepareAnnouncement(run, applicant, { template: 'status', id, status, note });
  await confirmDecision(run, t('confirmRevoke', { id, code }), applicant, announcement);
  const action = recordAction(desk.env.DB, { applicantId: id, action: 'revoke', detail: code, by, now });
  const also = [action, ...announcement.statements];
  await withDeskErrors(t, () => revokeVisa(desk.env.DB, { applicantId: id, note, now, seen: run.seen }, also));
  const mail = await completeAnnouncement(run, announcement);
  return { lines: [t('visaRevoked', { id, code }), mail.line], data: { id, status, code, mail: mail.data } };
}

/** Asks for confirmation; names the mail's recipient, and the final status that the applicant knows. */
function confirmDecision(run: Run, question: string, { fields }: Applicant, announcement: Announcement): Promise<void> {
  const { known, mail } = announcement;
  const isEnded = known !== null && isStatus(known) && STAGES[known].phase === 'stopped';
  const told = isEnded && mail ? [run.t('toldOtherwise', { status: known })] : [];
  const mails = announcementQuestion(run, shownEmail(String(fields.email)), announcement);
  return run.confirm([...told, question, mails].join(' '));
}

function requireChangeableFields(t: Words, { type }: Applicant, asked: readonly string[]): void {
  const known: readonly string[] = changeableFields(type);
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new DeskRefusal(t('fieldsUnknown', { unknown: unknown.join(', '), known: known.join(', ') }));
}

/** Checks the transition before the operator is asked to confirm it. @throws DeskRefusal */
function requireNext(t: Words, applicant: Applicant, to: Status): void {
  requireApplicant(t, applicant);
  const { status: from } = applicant;
  if (!isStatus(from) || !STAGES[from].next.includes(to)) throw cannotFollow(t, from, to);
}

function cannotFollow(t: Words, from: string | null, to: Status): DeskRefusal {
  const next: readonly Status[] = from !== null && isStatus(from) ? STAGES[from].next : [];
  return new DeskRefusal(t('statusRefused', { from, to, next: next.join(', ') || t('final') }));
}

/** Converts errors of the store. @throws DeskConflict, DeskRefusal */
async function withDeskErrors(t: Words, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Conflict) throw new DeskConflict(t('conflict'));
    throw error instanceof StatusRefused ? cannotFollow(t, error.from, error.to) : error;
  }
}
