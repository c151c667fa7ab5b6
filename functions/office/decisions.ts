/** Commands that decide about an application. The applicant gets a mail when the time to undo is over. */
import { changeableFields } from '../../src/domain/application/asked-fields.ts';
import { visaRoute } from '../../src/domain/application/issued-visa.ts';
import { STAGES, type Status } from '../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../src/domain/application/status.ts';
import { shownEmail } from '../../src/domain/input/email.ts';
import type { StoredMail } from '../admin/mail/kinds.ts';
import type { DeskWords } from '../admin/mail/words.ts';
import { newVisaCode } from '../admin/secrets/keys.ts';
import { recordAction } from '../admin/store/actions.ts';
import type { Applicant } from '../admin/store/applicants.ts';
import { Conflict } from '../admin/store/database.ts';
import { appendStatus, issueVisa, revokeVisa, StatusRefused } from '../admin/store/statuses.ts';
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
  const { desk, t, args, options, now } = run;
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
  const mail = await decide(run, applicant, {
    question: t('confirmSet', { id, status }),
    mail: { template: 'status', id, status, note, fields },
    action: { action: 'set', detail: status },
    store: (also) => appendStatus(desk.env.DB, { applicantId: id, status, note, fields, now, seen: run.seen }, also),
  });
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
  const { desk, t, args, options, now } = run;
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
  const row = { applicantId: id, code, validFrom: from, validTo: to, note, now, seen: run.seen };
  const mail = await decide(run, applicant, {
    question: [...texts, t('confirmVisa', { id, from, to })].join(' '),
    mail: { template: 'visa', id, note, visa: { code, valid_from: from, valid_to: to } },
    action: { action: 'visa', detail: code },
    store: (also) => issueVisa(desk.env.DB, row, also),
  });
  const address = new URL(visaRoute(code), desk.env.PORTAL_ORIGIN).href;
  const data = { id, status: 'visa_issued', code, address, doubts, mail: mail.data };
  return { lines: [t('visaIssued', { id, address }), ...texts, mail.line], data };
}

/** `revoke`: revokes an issued visa. */
async function revoke(run: Run): Promise<CommandResult> {
  const { desk, t, args, options, now } = run;
  const [id = ''] = args;
  const status = 'visa_revoked';
  if (!options.note) throw new DeskRefusal(t('noteNeeded'));
  const note = readNote(t, options.note);
  const applicant = await findApplicant(run, id);
  requireNext(t, applicant, status);
  await requireSecondOfficer(run, id);
  const code = applicant.visa?.code ?? '';
  const mail = await decide(run, applicant, {
    question: t('confirmRevoke', { id, code }),
    mail: { template: 'status', id, status, note },
    action: { action: 'revoke', detail: code },
    store: (also) => revokeVisa(desk.env.DB, { applicantId: id, note, now, seen: run.seen }, also),
  });
  return { lines: [t('visaRevoked', { id, code }), mail.line], data: { id, status, code, mail: mail.data } };
}

interface Decision {
  question: string;
  mail: StoredMail;
  action: { action: string; detail: string };
  store(also: D1PreparedStatement[]): Promise<void>;
}

/** Confirms a decision, stores it with its mail, and sends the mail where it is due. @throws DeskConflict, DeskRefusal */
async function decide(run: Run, applicant: Applicant, { question, mail, action, store }: Decision) {
  const { desk, t, by, now } = run;
  const announcement = await prepareAnnouncement(run, applicant, mail);
  await confirmDecision(run, question, applicant, announcement);
  const recorded = recordAction(desk.env.DB, { applicantId: applicant.id, ...action, by, now });
  await store([recorded, ...announcement.statements]).catch((error: unknown) => {
    if (error instanceof Conflict) throw new DeskConflict(t('conflict'));
    throw error instanceof StatusRefused ? cannotFollow(t, error.from, error.to) : error;
  });
  return completeAnnouncement(run, announcement);
}

/** Asks for confirmation; names the mail's recipient, and the final status that the applicant knows. */
function confirmDecision(run: Run, question: string, { fields }: Applicant, announcement: Announcement): Promise<void> {
  const { known, mail } = announcement;
  const isEnded = known !== null && isStatus(known) && STAGES[known].phase === 'stopped';
  const told = isEnded && mail ? [run.t('toldOtherwise', { status: known })] : [];
  const mails = announcementQuestion(run, shownEmail(String(fields.email)), announcement);
  return run.confirm([...told, question, mails].join(' '));
}

function requireChangeableFields(t: DeskWords, { type }: Applicant, asked: readonly string[]): void {
  const known: readonly string[] = changeableFields(type);
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new DeskRefusal(t('fieldsUnknown', { unknown: unknown.join(', '), known: known.join(', ') }));
}

/** Checks the transition before the operator is asked to confirm it. @throws DeskRefusal */
function requireNext(t: DeskWords, applicant: Applicant, to: Status): void {
  requireApplicant(t, applicant);
  const { status: from } = applicant;
  if (!isStatus(from) || !STAGES[from].next.includes(to)) throw cannotFollow(t, from, to);
}

function cannotFollow(t: DeskWords, from: string | null, to: Status): DeskRefusal {
  const next: readonly Status[] = from !== null && isStatus(from) ? STAGES[from].next : [];
  return new DeskRefusal(t('statusRefused', { from, to, next: next.join(', ') || t('final') }));
}
