/**
 * The rules of decisions about an application: what may follow, notes, dates, doubts, four eyes, and the mail. Each entry of the
 * history has its officer, so that the rules need only the entries.
 */
import { REFUSAL_REASONS } from '../../src/content/refusals.ts';
import { changeableFields } from '../../src/domain/application/asked-fields.ts';
import { STAGES, type Status, WITHDRAWN } from '../../src/domain/application/stages.ts';
import { isStatus } from '../../src/domain/application/status.ts';
import { addMonths, isRealDate } from '../../src/domain/input/date.ts';
import { isNonLatin } from '../../src/domain/input/name.ts';
import { type ComposedMail, composeMail } from '../admin/mail/compose.ts';
import type { Mail, StoredMail } from '../admin/mail/letters.ts';
import type { OfficeRefusalCode } from '../admin/mail/words.ts';
import { visiblePassportEnd } from '../admin/runtime/settings.ts';
import type { Applicant, StoredFields } from '../admin/store/applicants.ts';
import { findSamePersons, type SamePerson } from '../admin/store/same-person.ts';
import type { SeenState } from '../admin/store/statuses.ts';
import type { DecisionForm } from '../admin/store/waiting-decisions.ts';
import {
  findPerson,
  isSameOfficer,
  MAX_NOTE,
  type Officer,
  type Role,
  requireRole,
  requireSame,
  seenStateOf,
} from './officer.ts';
import { OfficeRefusal } from './refusal.ts';
import { dayOf, isOfficeDate } from './words.ts';

/**
 * - `past`, `longer`, `passport`: the visa begins before today, is longer than asked for, ends after the passport
 * - `name`: the visa shows letters other than Latin
 * - `same`: the person has another application, or was refused before
 */
export type DecisionDoubt = 'past' | 'longer' | 'passport' | 'name' | 'same';

const isApproval = (status: string) => isStatus(status) && STAGES[status].next.some((next) => STAGES[next].issuesVisa);
export const isRefusal = (status: Status) =>
  STAGES[status].phase === 'stopped' && STAGES[status].needsNote && !STAGES[status].revokesVisa;

/** The role that a decision requires. */
export const roleFor = (status: Status): Role =>
  STAGES[status].issuesVisa || STAGES[status].revokesVisa ? 'issue' : 'decide';

/** True where the four-eyes rule forbids the officer to issue or revoke this visa: the approval in force is the officer's own. */
export function isBarred({ by, fourEyes }: Officer, { history, origins }: Applicant): boolean {
  const approver = origins[history.findLastIndex(({ status_type }) => isApproval(status_type))]?.officer ?? null;
  return fourEyes && approver !== null && isSameOfficer(approver, by);
}

/** The decisions that an officer may make now. */
export function nextDecisions(officer: Officer, applicant: Applicant): Status[] {
  const { status, anonymisedAt, decision } = applicant;
  const isWaiting = decision !== null && decision.refusal === null;
  if (!isStatus(status) || anonymisedAt !== null || isWaiting) return [];
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

/** Loads an application to decide on. @param seen the state that the officer saw @throws OfficeRefusal, see {@link judge}; `conflict` */
export async function consider(officer: Officer, id: string, given: string, seen?: SeenState): Promise<Consideration> {
  const applicant = await findPerson(officer, id);
  requireSame(applicant, seen ?? seenStateOf(applicant));
  return judge(officer, applicant, given);
}

/** @throws OfficeRefusal for a status that cannot follow, a missing role, or the four-eyes rule */
export async function judge(officer: Officer, applicant: Applicant, given: string): Promise<Consideration> {
  const { status } = applicant;
  if (!isStatus(given) || !isStatus(status) || !STAGES[status].next.includes(given))
    throw new OfficeRefusal('statusRefused', { from: status, to: given });
  requireRole(officer, roleFor(given));
  if (roleFor(given) === 'issue' && isBarred(officer, applicant))
    throw new OfficeRefusal('fourEyes', { id: applicant.id });
  return { applicant, status: given, same: await findSamePersons(officer.env.DB, applicant) };
}

/** The dates that the applicant asked for; `''` where missing. */
export function askedDates({ planned_length_stay_from, planned_length_stay_to }: StoredFields) {
  const read = (value: unknown) => (isRealDate(String(value)) ? String(value) : '');
  return { from: read(planned_length_stay_from), to: read(planned_length_stay_to) };
}

/** Doubts that the officer has to check. */
export function doubtsOf(
  { now }: Pick<Officer, 'now'>,
  { applicant, status, same }: Consideration,
  { from, to }: Pick<DecisionForm, 'from' | 'to'>,
): DecisionDoubt[] {
  const { validity_time, passport_expire, name, surname } = applicant.fields;
  const { issuesVisa } = STAGES[status];
  const hasDates = issuesVisa && isOfficeDate(from) && isOfficeDate(to);
  const months = Number(validity_time);
  const found: [DecisionDoubt, boolean][] = [
    ['past', hasDates && from < dayOf(now)],
    ['longer', hasDates && months > 0 && to > addMonths(from, months)],
    ['passport', hasDates && isRealDate(String(passport_expire)) && to > String(passport_expire)],
    ['name', issuesVisa && isNonLatin(`${name ?? ''} ${surname ?? ''}`)],
    ['same', isApproval(status) && same.length > 0],
  ];
  return found.flatMap(([doubt, isFound]) => (isFound ? [doubt] : []));
}

/** Mistakes that the officer has to correct, each with its control as `field`. */
export function issuesOf(
  { applicant, status }: Consideration,
  form: DecisionForm,
  doubts: readonly DecisionDoubt[],
): OfficeRefusal[] {
  const { note, fields, from, to, sure, reason } = form;
  const { needsNote, issuesVisa, asksFields } = STAGES[status];
  const known: readonly string[] = changeableFields(applicant.type);
  const unknown = fields.filter((name) => !known.includes(name)).join(', ');
  const unsure = doubts.filter((doubt) => !sure.includes(doubt));
  const isReason = REFUSAL_REASONS.some(({ code, isOffered }) => isOffered && code === reason);
  const isWrong = !isOfficeDate(from) || !isOfficeDate(to) || to <= from;
  const passportEnd = String(applicant.fields.passport_expire ?? '');
  const isExpired = isRealDate(passportEnd) && passportEnd < from;
  const checks: [isFound: boolean, field: string, code: OfficeRefusalCode, values?: object][] = [
    [issuesVisa && isWrong, 'from', 'visaDates'],
    [issuesVisa && isExpired, 'from', 'passportEnded'],
    [unsure.length > 0, 'sure', 'unsure', { doubts: unsure.join() }],
    [isRefusal(status) && !isReason, 'reason', 'reasonNeeded'],
    [needsNote && note === '', 'note', 'noteNeeded'],
    [note.length > MAX_NOTE, 'note', 'noteLength', { max: MAX_NOTE, length: note.length }],
    [fields.length > 0 && !asksFields, 'fields', 'fieldsOnlyForChanges'],
    [asksFields && unknown !== '', 'fields', 'fieldsUnknown', { unknown, known: known.join(', ') }],
  ];
  return checks.flatMap(([isFound, field, code, values]) =>
    isFound ? new OfficeRefusal(code, { field, id: applicant.id, ...values }) : [],
  );
}

/** Shown in place of the code, which is generated only when the visa is issued. */
const CODE_PLACEHOLDER = 'X'.repeat(24);

/** The mail about a status, as the outbox stores it. @param code of the visa that the decision issues */
export function decisionMail(id: string, status: Status, form: DecisionForm, code: string): StoredMail {
  const { note, fields, from, to } = form;
  if (STAGES[status].issuesVisa) return { template: 'visa', id, note, visa: { code, valid_from: from, valid_to: to } };
  const byOffice = status === WITHDRAWN ? { byOffice: true } : {};
  return { template: 'status', id, status, note, fields: [...new Set(fields)], ...byOffice };
}

/**
 * The mail of a decision as the applicant will get it; null where the owner of the address has freed it.
 * @returns `contradicts`: the final status that the applicant knows and that this decision contradicts; null for none
 */
export function previewMail(
  { env, now }: Officer,
  { applicant, status }: Consideration,
  form: DecisionForm,
): { mail: ComposedMail | null; contradicts: string | null } {
  const { id, locale, type, history, fields } = applicant;
  const isEnded = isStatus(applicant.status) && STAGES[applicant.status].phase === 'stopped';
  const contradicts = isEnded ? applicant.status : null;
  if (applicant.isFreed === 1) return { mail: null, contradicts };
  const name = String(fields.name ?? '');
  const content = decisionMail(id, status, form, CODE_PLACEHOLDER);
  const holder = { name, surname: String(fields.surname ?? ''), application_type: type, status_type: status };
  const passport = visiblePassportEnd(env, fields.passport_number);
  const mail =
    content.template === 'visa' ? { ...content, visa: { ...content.visa, ...holder, ...passport } } : content;
  const announced = { status_type: status, created_at: new Date(now).toISOString(), note: form.note };
  const isConfirmed = applicant.emailConfirmedAt !== null;
  const reader = { id, name, type, history: [...history, announced], isConfirmed };
  return { mail: composeMail(mail as Mail, locale, env.PORTAL_ORIGIN, now, reader), contradicts };
}
