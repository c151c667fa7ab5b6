/** Undoes the last decision while its mail waits. */
import { STAGES } from '../../src/domain/application/stages.ts';
import { isStatus } from '../../src/domain/application/status.ts';
import { latestActions, recordAction } from '../admin/store/actions.ts';
import { Conflict } from '../admin/store/database.ts';
import { type LastEntry, lastEntry, undoEntry } from '../admin/store/undo.ts';
import { type CommandResult, type Commands, DeskConflict, DeskRefusal, findApplicant, type Run } from './command.ts';
import { officeClock } from './office-clock.ts';
import { requireSecondOfficer } from './second-officer.ts';

export const UNDO: Commands = { undo: { args: [1, 2], takesNumber: true, options: [], run: undo } };

/** After an undo the next one must name the status for this long: two operators may undo the same decision at once. */
const SAME_UNDO_MS = 30_000;

/** `undo`: removes the last status and its mail. The optional second argument is the status to remove. */
async function undo(run: Run): Promise<CommandResult> {
  const { desk, t, args, by, now } = run;
  const [id = '', asked] = args;
  const { version } = await findApplicant(run, id);
  const entry = await requireUndoable(run, id);
  if (run.seen && entry.at !== run.seen.at) throw new DeskConflict(t('conflict'));
  const { status, previous } = entry;
  if (isStatus(status) && (STAGES[status].issuesVisa || STAGES[status].revokesVisa))
    await requireSecondOfficer(run, id);
  await requireIntendedStatus(run, { id, asked, status });
  await run.confirm(t('confirmUndo', { id, status, previous, time: officeClock(run.locale).instant(entry.at) }));
  const action = recordAction(desk.env.DB, { applicantId: id, action: 'undo', detail: status, by, now });
  await undoEntry(desk.env.DB, { ...entry, applicantId: id, version, now }, [action]).catch(async (error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
    // Throws the precise reason where the mail was sent or the applicant changed the application.
    await requireUndoable(run, id);
    throw new DeskConflict(t('conflict'));
  });
  const lines = [t('undone', { id, status, previous })];
  return { lines, data: { id, undone: status, status: previous } };
}

/** @throws DeskRefusal when another status was named, or none shortly after another undo */
async function requireIntendedStatus(
  { desk, t, now }: Run,
  { id, asked, status }: { id: string; asked: string | undefined; status: string },
): Promise<void> {
  if (asked === status) return;
  if (asked !== undefined) throw new DeskRefusal(t('undoOther', { id, asked, status }));
  const [last] = await latestActions(desk.env.DB, id, 1);
  if (last?.action === 'undo' && now - last.at < SAME_UNDO_MS)
    throw new DeskRefusal(t('undoTwice', { id, by: last.by, undone: last.detail, status }));
}

/** The entry that can be undone. @throws DeskRefusal that names the possible statuses */
async function requireUndoable({ desk, t, now }: Run, id: string): Promise<LastEntry> {
  const entry = await lastEntry(desk.env.DB, id);
  if (entry === null || entry.mailId === null) throw new DeskRefusal(t('undoNothing', { id }));
  const { status, mailState, dueAt } = entry;
  if (mailState === 'waiting' && (dueAt ?? 0) > now) return entry;
  const next = isStatus(status) ? STAGES[status].next.join(', ') : '';
  throw new DeskRefusal(t('undoLate', { status, next: next || t('final') }));
}
