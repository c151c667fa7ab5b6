/**
 * Decisions about an application. One form and one set of rules for both fronts: what may follow, notes, dates, doubts, four
 * eyes, and the mail, which waits ten minutes. Rule: each entry of the history has its officer, and rules ask the entries.
 */
import { REFUSAL_REASONS } from '../../src/content/refusals.ts';
import { changeableFields } from '../../src/domain/application/asked-fields.ts';
import { STAGES, type Status, WITHDRAWN } from '../../src/domain/application/stages.ts';
import { isStatus, type StatusEntry } from '../../src/domain/application/status.ts';
import { addMonths, isRealDate } from '../../src/domain/input/date.ts';
import { type ComposedMail, composeMail } from '../admin/mail/compose.ts';
import type { StoredMail } from '../admin/mail/letter.ts';
import { draftMail } from '../admin/mail/outbox.ts';
import type { ProblemCode } from '../admin/mail/words.ts';
import { visiblePassportEnd } from '../admin/runtime/settings.ts';
import { newVisaCode } from '../admin/secrets/keys.ts';
import { DeskLog } from '../admin/store/actions.ts';
import type { Applicant, StoredFields } from '../admin/store/applicants.ts';
import { Conflict } from '../admin/store/database.ts';
import { DecisionMails, type LastEntry } from '../admin/store/decision-mails.ts';
import { findSamePersons, type SamePerson } from '../admin/store/same-person.ts';
import { type SeenState, StatusHistory, StatusRefused, Visas } from '../admin/store/statuses.ts';
import {
  findPerson,
  isLogged,
  isSameOfficer,
  logged,
  MAX_NOTE,
  type Officer,
  type Role,
  requireRole,
} from './officer.ts';
import { onChange, Problem } from './problem.ts';
import { dayOf, isOfficeDate } from './words.ts';

/**
 * - `past`, `longer`, `passport`: the visa begins before today, is longer than asked for, ends after the passport
 * - `same`: the person has another application, or was refused before
 */
export type Doubt = 'past' | 'longer' | 'passport' | 'same';

export interface DecisionForm {
  note: string;
  /** Wire names of the fields to change. */
  fields: readonly string[];
  /** Of a visa, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** The doubts that the officer has checked. */
  sure: readonly string[];
  /** Code of a refusal. */
  reason: string;
}

/** What the officer must correct, and in which field. */
export interface DecisionIssue {
  field: 'note' | 'fields' | 'from' | 'sure' | 'reason';
  problem: ProblemCode;
  values: object;
}

const isApproval = (status: string) => isStatus(status) && STAGES[status].next.some((next) => STAGES[next].issuesVisa);
export const isRefusal = (status: Status) =>
  STAGES[status].phase === 'stopped' && STAGES[status].needsNote && !STAGES[status].revokesVisa;

/** The role that a decision requires. */
export const roleFor = (status: Status): Role =>
  STAGES[status].issuesVisa || STAGES[status].revokesVisa ? 'issue' : 'decide';

/** True where the four-eyes rule bars the officer from issuing or revoking this visa: its approval in force is the officer's own. */
export function isBarred({ by, fourEyes }: Officer, { history, origins }: Applicant): boolean {
  const approver = origins[history.findLastIndex(({ status_type }) => isApproval(status_type))]?.officer ?? null;
  return fourEyes && approver !== null && isSameOfficer(approver, by);
}

/** The decisions that an officer may make now. */
export function nextDecisions(officer: Officer, applicant: Applicant): Status[] {
  const { status, anonymisedAt } = applicant;
  if (!isStatus(status) || anonymisedAt !== null) return [];
  return STAGES[status].next.filter(
    (next) => officer.may(roleFor(next)) && (roleFor(next) !== 'issue' || !isBarred(officer, applicant)),
  );
}

/** An application, the decision about it, and what a page of it shows. */
export interface Consideration {
  applicant: Applicant;
  status: Status;
  same: SamePerson[];
}

/** @throws Problem for a status that cannot follow, a missing role, the four-eyes rule, or another state than was seen */
export async function consider(officer: Officer, id: string, given: string, seen?: SeenState): Promise<Consideration> {
  const applicant = await findPerson(officer, id, seen);
  const { status } = applicant;
  if (!isStatus(given) || !isStatus(status) || !STAGES[status].next.includes(given))
    throw new Problem('statusRefused', { from: status, to: given });
  requireRole(officer, roleFor(given));
  if (roleFor(given) === 'issue' && isBarred(officer, applicant)) throw new Problem('fourEyes', { id: applicant.id });
  return { applicant, status: given, same: await findSamePersons(officer.env.DB, applicant) };
}

/** The dates that the applicant asked for; `''` where missing. */
export function askedDates({ planned_length_stay_from, planned_length_stay_to }: StoredFields) {
  const read = (value: unknown) => (isRealDate(String(value)) ? String(value) : '');
  return { from: read(planned_length_stay_from), to: read(planned_length_stay_to) };
}

/** What the officer has to check once more. */
export function doubtsOf(
  { now }: Pick<Officer, 'now'>,
  { applicant, status, same }: Consideration,
  { from, to }: Pick<DecisionForm, 'from' | 'to'>,
): Doubt[] {
  const { validity_time, passport_expire } = applicant.fields;
  const hasDates = STAGES[status].issuesVisa && isOfficeDate(from) && isOfficeDate(to);
  const months = Number(validity_time);
  const found: [Doubt, boolean][] = [
    ['past', hasDates && from < dayOf(now)],
    ['longer', hasDates && months > 0 && to > addMonths(from, months)],
    ['passport', hasDates && isRealDate(String(passport_expire)) && to > String(passport_expire)],
    ['same', isApproval(status) && same.length > 0],
  ];
  return found.flatMap(([doubt, isFound]) => (isFound ? [doubt] : []));
}

/** What prevents a decision. */
export function issuesOf(consideration: Consideration, form: DecisionForm, doubts: readonly Doubt[]): DecisionIssue[] {
  const { applicant, status } = consideration;
  const { note, fields, from, to, sure, reason } = form;
  const { needsNote, issuesVisa, asksFields } = STAGES[status];
  const known: readonly string[] = changeableFields(applicant.type);
  const unknown = fields.filter((name) => !known.includes(name)).join(', ');
  const unsure = doubts.filter((doubt) => !sure.includes(doubt));
  const isReason = REFUSAL_REASONS.some(({ code, isOffered }) => isOffered && code === reason);
  const isWrong = !isOfficeDate(from) || !isOfficeDate(to) || to <= from;
  const length = { max: MAX_NOTE, length: note.length };
  const checks: [isFound: boolean, field: DecisionIssue['field'], problem: ProblemCode, values?: object][] = [
    [issuesVisa && isWrong, 'from', 'visaDates'],
    [unsure.length > 0, 'sure', 'unsure', { doubts: unsure.join() }],
    [isRefusal(status) && !isReason, 'reason', 'reasonNeeded'],
    [needsNote && note === '', 'note', 'noteNeeded'],
    [note.length > MAX_NOTE, 'note', 'noteLength', length],
    [fields.length > 0 && !asksFields, 'fields', 'fieldsOnlyForChanges'],
    [asksFields && unknown !== '', 'fields', 'fieldsUnknown', { unknown, known: known.join(', ') }],
  ];
  return checks.flatMap(([isFound, field, problem, values = {}]) => (isFound ? [{ field, problem, values }] : []));
}

/** How long a decision can be undone. */
const UNDO_MS = 10 * 60_000;

/** The last entry that the applicant knows, and the decisions since. */
async function findKnown(db: D1Database, { id, history }: Applicant) {
  const unheard = await new DecisionMails(db).findUnheard(id);
  return { unheard, known: history.at(unheard ? unheard.position - 1 : -1) };
}

/** True for a mail that says what the applicant knows. A note or a request for changes that differs is news. */
function isKnown(known: StatusEntry | undefined, mail: StoredMail): boolean {
  if (mail.template !== 'status' || known?.status_type !== mail.status || !isStatus(mail.status)) return false;
  if (!STAGES[mail.status].needsNote) return true;
  return known.note === mail.note && (known.fields ?? []).join() === (mail.fields ?? []).join();
}

/** Rule: the applicant hears only of the present status. A decision replaces waiting mails about earlier ones. */
async function prepareMail({ env, now }: Officer, applicant: Applicant, mail: StoredMail, dueAt: number) {
  const { id: applicantId } = applicant;
  const { unheard, known } = await findKnown(env.DB, applicant);
  const decisionMails = new DecisionMails(env.DB);
  if (unheard && isKnown(known, mail))
    return { mail: null, statements: decisionMails.dropUnheard(applicantId, unheard) };
  const draft = await draftMail(env, { applicantId, mail, now, dueAt });
  return { mail: { id: draft.id, dueAt }, statements: decisionMails.insert(draft) };
}

/** Shown in place of the code, which is generated when the visa is issued. */
const CODE_PLACEHOLDER = '••••••••••••••••••••••••';

/** The mail about a status without a visa. */
const statusMail = (id: string, status: Status, { note, fields }: DecisionForm) => {
  const byOffice = status === WITHDRAWN ? { byOffice: true } : {};
  return { template: 'status', id, status, note, fields: [...new Set(fields)], ...byOffice } as const;
};

/**
 * The mail of a decision as the applicant will get it; null where none follows. @returns `contradicts`: the closing status that
 * the applicant knows, which this decision contradicts; null for none
 */
export async function previewMail(
  { env, now }: Officer,
  { applicant, status }: Consideration,
  form: DecisionForm,
): Promise<{ mail: ComposedMail | null; contradicts: string | null }> {
  const { id, locale, type, history, fields: answers } = applicant;
  if (applicant.isFreed === 1) return { mail: null, contradicts: null };
  const { note, from, to } = form;
  const { unheard, known } = await findKnown(env.DB, applicant);
  const isEnded = known !== undefined && isStatus(known.status_type) && STAGES[known.status_type].phase === 'stopped';
  const content = statusMail(id, status, form);
  if (unheard && isKnown(known, content)) return { mail: null, contradicts: null };
  const holder = { name: String(answers.name ?? ''), surname: String(answers.surname ?? ''), application_type: type };
  const visa = { code: CODE_PLACEHOLDER, status_type: status, valid_from: from, valid_to: to, ...holder };
  const mail = STAGES[status].issuesVisa
    ? ({ template: 'visa', id, note, visa: { ...visa, ...visiblePassportEnd(env, answers.passport_number) } } as const)
    : content;
  const announced = { status_type: status, created_at: new Date(now).toISOString(), note };
  const isConfirmed = applicant.emailConfirmedAt !== null;
  const reader = { id, name: String(answers.name ?? ''), type, history: [...history, announced], isConfirmed };
  return {
    mail: composeMail(mail, locale, env.PORTAL_ORIGIN, now, reader),
    contradicts: isEnded ? known.status_type : null,
  };
}

/**
 * Stores a decision with its mail. @param isMailedNow the mail is due at once, and the decision cannot be undone
 * @returns `code` of the issued or revoked visa; `mail`: null where the applicant knows the status @throws Problem
 */
export async function decide(
  officer: Officer,
  { applicant, ...rest }: Consideration,
  form: DecisionForm,
  { seen, isMailedNow = false }: { seen?: SeenState | undefined; isMailedNow?: boolean } = {},
) {
  const { env, by, now } = officer;
  const { id } = applicant;
  const { status } = rest;
  const [issue] = issuesOf({ applicant, ...rest }, form, doubtsOf(officer, { applicant, ...rest }, form));
  if (issue) throw new Problem(issue.problem, { id, ...issue.values });
  const { issuesVisa, revokesVisa } = STAGES[status];
  const { note, from, to } = form;
  const { fields, ...mailed } = statusMail(id, status, form);
  const code = issuesVisa ? newVisaCode() : (applicant.visa?.code ?? '');
  const content: StoredMail = issuesVisa
    ? { template: 'visa', id, note, visa: { code, valid_from: from, valid_to: to } }
    : { ...mailed, fields };
  const { mail, statements } = await prepareMail(officer, applicant, content, isMailedNow ? now : now + UNDO_MS);
  const action = issuesVisa ? 'visa' : revokesVisa ? 'revoke' : 'set';
  const also = [logged(officer, id, action, action === 'set' ? status : code), ...statements];
  const change = { applicantId: id, note, officer: by, now, seen };
  const reason = isRefusal(status) ? form.reason : null;
  const written = isLogged(officer, id, action);
  const visas = new Visas(env.DB);
  const stored = issuesVisa
    ? visas.issue({ ...change, code, validFrom: from, validTo: to }, also, written)
    : revokesVisa
      ? visas.revoke(change, also, written)
      : new StatusHistory(env.DB).append({ ...change, status, fields, reason }, also, written);
  await stored.catch((error: unknown) => {
    if (error instanceof StatusRefused) throw new Problem('statusRefused', { from: error.from, to: error.to });
    return onChange(error);
  });
  return { id, status, fields, ...(issuesVisa || revokesVisa ? { code } : {}), mail };
}

/** The last decision while it can be undone, for officers who may undo it; null otherwise. */
export async function undoable(officer: Officer, applicant: Applicant): Promise<LastEntry | null> {
  const entry = await new DecisionMails(officer.env.DB).lastEntry(applicant.id);
  if (!entry || !isOpen(entry, officer.now) || !isStatus(entry.status)) return null;
  const role = roleFor(entry.status);
  return officer.may(role) && (role !== 'issue' || !isBarred(officer, applicant)) ? entry : null;
}

const isOpen = ({ mailState, dueAt }: LastEntry, now: number) => mailState === 'waiting' && (dueAt ?? 0) > now;

/** After an undo the next one must name the status for this long: two officers may undo the same decision at once. */
const SAME_UNDO_MS = 30_000;

/**
 * Removes the last decision with its mail and visa. @param named the status to remove; undefined: the last one
 * @throws Problem also where its mail was sent, or another status was named
 */
export async function undo(officer: Officer, given: string, named?: string, seen?: SeenState) {
  const { env, now } = officer;
  const applicant = await findPerson(officer, given, seen);
  const { id, version } = applicant;
  const entry = await requireUndoable(officer, id);
  if (seen && entry.at !== seen.at) throw new Problem('conflict');
  const { status, previous } = entry;
  if (isStatus(status)) {
    requireRole(officer, roleFor(status));
    if (roleFor(status) === 'issue' && isBarred(officer, applicant)) throw new Problem('fourEyes', { id });
  }
  if (named !== undefined && named !== status) throw new Problem('undoOther', { id });
  const [last] = await new DeskLog(env.DB).latest(id, 1);
  if (named === undefined && last?.action === 'undo' && now - last.at < SAME_UNDO_MS)
    throw new Problem('undoTwice', { id, by: last.by });
  const action = logged(officer, id, 'undo', status);
  const removed = { ...entry, applicantId: id, version, now };
  await new DecisionMails(env.DB)
    .undo(removed, [action], isLogged(officer, id, 'undo'))
    .catch(async (error: unknown) => {
      if (!(error instanceof Conflict)) throw error;
      // Names the reason where the mail was sent or the applicant changed the application.
      await requireUndoable(officer, id);
      throw new Problem('conflict');
    });
  return { id, undone: status, status: previous };
}

async function requireUndoable({ env, now }: Officer, id: string): Promise<LastEntry> {
  const entry = await new DecisionMails(env.DB).lastEntry(id);
  if (entry === null || entry.mailId === null) throw new Problem('undoNothing', { id });
  if (!isOpen(entry, now)) throw new Problem('undoLate', { id });
  return entry;
}
