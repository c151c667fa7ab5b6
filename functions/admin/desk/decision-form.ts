/** A decision as a form has it: read, checked, and made into the mail and the command that it stands for. */
import { changeableFields } from '../../../src/domain/application/asked-fields.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import { isRealDate } from '../../../src/domain/input/date.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import type { Mail } from '../mail/compose.ts';
import type { CommandLine } from './command.ts';
import type { VisaDoubt } from './visa-dates.ts';

/** What an officer has entered. */
export interface DecisionForm {
  /** What the page showed of the application. */
  seen: string;
  note: string;
  fields: readonly string[];
  from: string;
  to: string;
  /** "yes": issue the visa in spite of the doubts. */
  sure: string;
}

export type DecisionProblem = 'note' | 'noteCharacters' | 'dates' | 'sure';

/** @param body as it was sent; fields that the form does not have are left out */
export function readDecision(body: Readonly<Record<string, unknown>>, type: ApplicationType): DecisionForm {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  const known: readonly string[] = changeableFields(type);
  const fields = [body.fields ?? []].flat().filter((name): name is string => known.includes(String(name)));
  const note = text('note').replace(/\r\n?/g, '\n').trim();
  return { seen: text('seen'), note, fields, from: text('from'), to: text('to'), sure: text('sure') };
}

/** What has to be mended before the decision can be confirmed. */
export function decisionProblems(
  { note, from, to, sure }: DecisionForm,
  status: Status,
  doubts: readonly VisaDoubt[],
): DecisionProblem[] {
  const { needsNote, issuesVisa } = STAGES[status];
  const checks: [DecisionProblem, boolean][] = [
    ['dates', issuesVisa && (!isRealDate(from) || !isRealDate(to) || to <= from)],
    ['sure', doubts.length > 0 && sure !== 'yes'],
    ['note', needsNote && note === ''],
    ['noteCharacters', cleanText(note, true) !== note],
  ];
  return checks.flatMap(([problem, isThere]) => (isThere ? [problem] : []));
}

/** Stands where the code will be, which is made when the visa is issued. */
const CODE_PLACEHOLDER = '••••••••••••••••••••••••';

/** The mail that the decision will send. */
export function decisionMail(id: string, status: Status, { note, fields, from, to }: DecisionForm): Mail {
  if (!STAGES[status].issuesVisa) return { template: 'status', id, status, note, fields };
  return { template: 'visa', id, note, visa: { code: CODE_PLACEHOLDER, valid_from: from, valid_to: to } };
}

/** The command that makes the decision. */
export function decisionLine(id: string, status: Status, { note, fields, from, to }: DecisionForm): CommandLine {
  const options = note ? { note } : {};
  const { issuesVisa, revokesVisa } = STAGES[status];
  if (issuesVisa) return { name: 'visa', args: [id], options: { ...options, from, to } };
  if (revokesVisa) return { name: 'revoke', args: [id], options };
  const asked = fields.length > 0 ? { fields: fields.join(',') } : {};
  return { name: 'set', args: [id, status], options: { ...options, ...asked } };
}
