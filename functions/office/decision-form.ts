/** The form of a decision: reads and checks it, and converts it to a mail and a command. */
import { changeableFields } from '../../src/domain/application/asked-fields.ts';
import { STAGES, type Status } from '../../src/domain/application/stages.ts';
import type { ApplicationType } from '../../src/domain/application/types.ts';
import { cleanText } from '../../src/domain/input/text.ts';
import type { Mail } from '../admin/mail/compose.ts';
import type { AdminEnv } from '../admin/runtime/env.ts';
import { visiblePassportEnd } from '../admin/runtime/settings.ts';
import type { Applicant } from '../admin/store/applicants.ts';
import { type CommandLine, MAX_NOTE } from './command.ts';
import { isOfficeDate } from './office-clock.ts';
import { unconfirmedDoubts, type VisaDoubt } from './visa-dates.ts';

export interface DecisionForm {
  /** The application's state that the page showed; see `formatSeenState`. */
  seen: string;
  note: string;
  fields: readonly string[];
  from: string;
  to: string;
  /** The doubts about the dates that the officer has confirmed, separated by commas. */
  sure: string;
}

/** What the officer must correct, and in which field. */
export interface DecisionProblem {
  field: 'from' | 'sure' | 'note';
  problem: 'dates' | 'sure' | 'note' | 'noteCharacters' | 'noteLength';
}

/** Reads a form body; unknown fields are dropped. */
export function readDecision(body: Readonly<Record<string, unknown>>, type: ApplicationType): DecisionForm {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  const known: readonly string[] = changeableFields(type);
  const fields = [body.fields ?? []].flat().filter((name): name is string => known.includes(String(name)));
  const note = text('note').replace(/\r\n?/g, '\n').trim();
  return { seen: text('seen'), note, fields, from: text('from'), to: text('to'), sure: text('sure') };
}

/** The problems that prevent a confirmation. */
export function decisionProblems(
  { note, from, to, sure }: DecisionForm,
  status: Status,
  doubts: readonly VisaDoubt[],
): DecisionProblem[] {
  const { needsNote, issuesVisa } = STAGES[status];
  const checks: [DecisionProblem['field'], DecisionProblem['problem'], boolean][] = [
    ['from', 'dates', issuesVisa && (!isOfficeDate(from) || !isOfficeDate(to) || to <= from)],
    ['sure', 'sure', unconfirmedDoubts(doubts, sure).length > 0],
    ['note', 'note', needsNote && note === ''],
    ['note', 'noteCharacters', cleanText(note, true) !== note],
    ['note', 'noteLength', note.length > MAX_NOTE],
  ];
  return checks.flatMap(([field, problem, isFound]) => (isFound ? [{ field, problem }] : []));
}

/** Shown in the preview in place of the code, which is generated when the visa is issued. */
const CODE_PLACEHOLDER = '••••••••••••••••••••••••';

export function decisionMail(
  env: AdminEnv,
  { id, type, fields: answers }: Applicant,
  status: Status,
  { note, fields, from, to }: DecisionForm,
): Extract<Mail, { template: 'status' | 'visa' }> {
  if (!STAGES[status].issuesVisa) return { template: 'status', id, status, note, fields };
  const holder = { name: String(answers.name ?? ''), surname: String(answers.surname ?? ''), application_type: type };
  const visa = { code: CODE_PLACEHOLDER, status_type: status, valid_from: from, valid_to: to, ...holder };
  return { template: 'visa', id, note, visa: { ...visa, ...visiblePassportEnd(env, answers.passport_number) } };
}

export function decisionLine(id: string, status: Status, { note, fields, from, to, sure }: DecisionForm): CommandLine {
  const options = note ? { note } : {};
  const { issuesVisa, revokesVisa } = STAGES[status];
  if (issuesVisa) return { name: 'visa', args: [id], options: { ...options, from, to, sure, yes: true } };
  if (revokesVisa) return { name: 'revoke', args: [id], options };
  const asked = fields.length > 0 ? { fields: fields.join(',') } : {};
  return { name: 'set', args: [id, status], options: { ...options, ...asked } };
}
