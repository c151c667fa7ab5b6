/** Commands that list and decline deletion requests; `erase` fulfils them. */
import { formatDate } from '../../src/domain/i18n/dates.ts';
import { mailStatement } from '../admin/mail/outbox.ts';
import { recordAction } from '../admin/store/actions.ts';
import { commit, onConflict } from '../admin/store/database.ts';
import { declineDeletion, listDeletions } from '../admin/store/deletion-requests.ts';
import { sendAtOnce } from './announce.ts';
import {
  type CommandResult,
  type Commands,
  DeskConflict,
  DeskRefusal,
  findApplicant,
  type Operator,
  type Run,
  readNote,
} from './command.ts';
import { deletionDeadline } from './deadlines.ts';
import { dayOf } from './office-clock.ts';
import { alignColumns } from './table.ts';

export const DELETION_REQUESTS: Commands = {
  deletions: { args: [0], options: [], run: deletions },
  decline: { args: [1], takesNumber: true, options: ['note'], run: decline },
};

const LISTED = 100;

/** `deletions`: lists open requests, oldest first. */
async function deletions({ desk, t, locale, now }: Run): Promise<CommandResult> {
  const rows = await listDeletions(desk.env.DB, { after: null, limit: LISTED });
  const lines = rows.map(({ id, name, deletionAskedAt: at }) => [
    id,
    dayOf(at),
    deletionStatusText({ t, locale, now }, at),
    name ?? '',
  ]);
  const data = rows.map(({ id, deletionAskedAt: at }) => {
    const { due, isOverdue } = deletionDeadline(at, now);
    return { id, asked_at: new Date(at).toISOString(), answer_by: due, isOverdue };
  });
  return { lines: rows.length > 0 ? alignColumns(lines) : [t('noDeletions')], data };
}

/** The deadline of an open request, in words. */
export function deletionStatusText(
  { t, locale, now }: Pick<Operator, 't' | 'locale' | 'now'>,
  askedAt: number,
): string {
  const { due, isOverdue } = deletionDeadline(askedAt, now);
  return t(isOverdue ? 'deletionOverdue' : 'deletionDue', { date: formatDate(due, locale) });
}

/** `decline`: declines a request and mails the reason. @throws DeskConflict when it was withdrawn or answered */
async function decline(run: Run): Promise<CommandResult> {
  const { desk, t, args, options, by, now } = run;
  const [given = ''] = args;
  if (!options.note?.trim()) throw new DeskRefusal(t('noteNeeded'));
  const note = readNote(t, options.note);
  const { id, deletion } = await findApplicant({ ...run, seen: undefined }, given);
  if (deletion?.answeredAt !== null) throw new DeskRefusal(t('noDeletionOf', { id }));
  await run.confirm(t('confirmDecline', { id }));
  const mail = await mailStatement(desk.env, {
    applicantId: id,
    mail: { template: 'deletionDeclined', id, note },
    now,
  });
  await commit(desk.env.DB, [
    declineDeletion(desk.env.DB, { applicantId: id, id: deletion.id, answer: note, now }),
    recordAction(desk.env.DB, { applicantId: id, action: 'decline', detail: '', by, now }),
    mail.statement,
  ]).catch(onConflict(() => new DeskConflict(t('conflict'))));
  const { line, ...outcome } = await sendAtOnce(run, mail.id);
  return { lines: [t('declined', { id }), line], data: { id, ...outcome } };
}
