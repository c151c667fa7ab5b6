/** The command that takes the last decision back, as long as nobody was told. */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { Conflict } from '../store/database.ts';
import { recordAction } from '../store/desk.ts';
import { type LastEntry, lastEntry, undoEntry } from '../store/undo.ts';
import { type Commands, DeskRefusal, findApplicant, type Run, type Told } from './command.ts';

export const UNDO: Commands = { undo: { args: [1], options: [], run: undo } };

/** Mails nobody, and asks nothing: what it takes back can be set again. */
async function undo(run: Run): Promise<Told> {
  const { desk, t, args, by, now } = run;
  const [id = ''] = args;
  const { version } = await findApplicant(run, id);
  const entry = await requireOpen(run, id);
  const { status, previous } = entry;
  const action = recordAction(desk.env.DB, { applicantId: id, action: 'undo', detail: status, by, now });
  await undoEntry(desk.env.DB, { ...entry, applicantId: id, version, now }, [action]).catch(async (error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
    // Says why, where the reason is the mail or the applicant.
    await requireOpen(run, id);
    throw new DeskRefusal(t('conflict'));
  });
  const lines = [t('undone', { id, status, previous })];
  return { lines, data: { id, undone: status, status: previous } };
}

/** The entry that can be taken back. @throws DeskRefusal that says what can be done instead */
async function requireOpen({ desk, t, now }: Run, id: string): Promise<LastEntry> {
  const entry = await lastEntry(desk.env.DB, id);
  if (entry === null || entry.mailId === null) throw new DeskRefusal(t('undoNothing', { id }));
  const { status, mailState, dueAt } = entry;
  if (mailState === 'waiting' && (dueAt ?? 0) > now) return entry;
  const next = isStatus(status) ? STAGES[status].next.join(', ') : '';
  throw new DeskRefusal(t('undoLate', { status, next: next || t('final') }));
}
