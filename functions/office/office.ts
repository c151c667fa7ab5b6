/** Commands for the operators' own records: notes, assignments, the log. */
import { type ChangedFields, unaskedFields } from '../admin/application/changes.ts';
import type { DeskWords } from '../admin/mail/words.ts';
import { CHANGE, latestActions, recordAction } from '../admin/store/actions.ts';
import { assign } from '../admin/store/assignments.ts';
import { onConflict } from '../admin/store/database.ts';
import { addNote } from '../admin/store/notes.ts';
import {
  type CommandResult,
  type Commands,
  DeskConflict,
  findApplicant,
  officerName,
  type Run,
  readNote,
  requireApplicant,
} from './command.ts';
import { officeClock } from './office-clock.ts';

export const OFFICE: Commands = {
  note: { args: [2], takesNumber: true, options: [], run: note },
  assign: { args: [1, 2], takesNumber: true, options: [], run: assignTo },
  log: { args: [0, 1], takesNumber: true, options: [], run: log },
};

/** `note`: adds an internal note to an application. */
async function note(run: Run): Promise<CommandResult> {
  const { desk, t, args, by, now } = run;
  const [given = '', written = ''] = args;
  const text = readNote(t, written);
  const applicant = await findApplicant(run, given);
  requireApplicant(t, applicant);
  const { id } = applicant;
  // Asks only where the note reaches the deployed portal.
  if (desk.remote) await run.confirm(t('confirmNote', { id }));
  const { DB } = desk.env;
  const action = recordAction(DB, { applicantId: id, action: 'note', detail: '', by, now });
  await DB.batch([addNote(DB, id, { text, by, at: now }), action]);
  return { lines: [t('noted', { id })], data: { id, text, by } };
}

/** `assign`: assigns an application to an officer; without a name, to none. */
async function assignTo(run: Run): Promise<CommandResult> {
  const { desk, t, args, by, now } = run;
  const [given = '', officer = ''] = args;
  const applicant = await findApplicant({ ...run, seen: undefined }, given);
  requireApplicant(t, applicant);
  const { id } = applicant;
  const to = officerName(officer) || null;
  const from = run.seen ? run.seen.assignee : applicant.assignee;
  await assign(desk.env.DB, { applicantId: id, from, to, by, now }).catch(
    onConflict(() => new DeskConflict(t('conflict'))),
  );
  return { lines: [to ? t('assigned', { id, to }) : t('unassigned', { id })], data: { id, assignee: to } };
}

const LISTED = 100;

/** `log`: lists operators' actions and applicants' changes, newest first, of all applications or one, erased ones included. */
async function log({ desk, t, locale, args }: Run): Promise<CommandResult> {
  const rows = await latestActions(desk.env.DB, args[0] ?? null, LISTED);
  const lines = rows.map(({ applicantId, action, detail, by, at }) =>
    [officeClock(locale).instant(at), by, action, applicantId, detailText(t, action, detail)]
      .filter(Boolean)
      .join('  '),
  );
  const data = rows.map(({ at, applicantId, type: _, ...row }) => ({
    at: new Date(at).toISOString(),
    application: applicantId,
    ...row,
  }));
  return { lines: lines.length > 0 ? lines : [t('noActions')], data };
}

/** Changed fields by wire name, and those that were not asked for. */
function detailText(t: DeskWords, action: string, detail: string): string {
  if (action !== CHANGE) return detail;
  const change = JSON.parse(detail) as ChangedFields;
  const unasked = unaskedFields(change);
  const names = change.changed.join(', ');
  return unasked.length > 0 ? `${names}  ${t('notAsked', { fields: unasked.join(', ') })}` : names;
}
