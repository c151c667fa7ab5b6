/** Closed applications that are anonymised within 30 days, for the command `due` and the desk's queue. */
import { utcDate } from '../../src/domain/input/date.ts';
import { retentionMonths } from '../admin/runtime/settings.ts';
import type { Page } from '../admin/store/lists.ts';
import { type ClosedApplicant, listClosed, retentionDue } from '../admin/store/retention.ts';
import { ConfigurationError } from '../platform/configuration-error.ts';
import { type CommandResult, type Commands, DeskRefusal, type Operator, type Run } from './command.ts';
import { statusName } from './site-words.ts';
import { alignColumns } from './table.ts';

export const RETENTION: Commands = { due: { args: [0], options: [], run: due } };

const AHEAD_MS = 30 * 24 * 60 * 60 * 1000;
const LISTED = 100;

/** Dates of closing and anonymising, `YYYY-MM-DD` in UTC, as the sweep counts them. */
export function retentionDates({ closedAt }: Pick<ClosedApplicant, 'closedAt'>, months: number) {
  const closedOn = utcDate(new Date(closedAt));
  return { closedOn, dueOn: retentionDue(closedOn, months) };
}

/** A page of these applications, longest closed first. */
export function listDueSoon(
  db: D1Database,
  { now, months }: { now: number; months: number },
  page: Page,
): Promise<ClosedApplicant[]> {
  return listClosed(db, { now: now + AHEAD_MS, months }, page);
}

/** `due`: lists these applications. */
async function due(run: Run): Promise<CommandResult> {
  const { desk, t, locale, now } = run;
  const months = requireRetention(run);
  const found = await listDueSoon(desk.env.DB, { now, months }, { after: null, limit: LISTED + 1 });
  const rows = found.slice(0, LISTED).map((row) => ({ ...row, ...retentionDates(row, months) }));
  const today = utcDate(new Date(now));
  const data = rows.map(({ id, type, status, closedOn, dueOn }) => ({
    ...{ id, type, status, closed_on: closedOn, due_on: dueOn, is_due: dueOn <= today },
  }));
  if (rows.length === 0) return { lines: [t('noneDueSoon', { count: months })], data };
  const head = [t('column.number'), t('column.status'), t('column.closed'), t('column.due')];
  const lines = rows.map(({ id, status, closedOn, dueOn }) => [id, statusName(status, locale), closedOn, dueOn]);
  const more = found.length > LISTED ? [t('dueMore', { count: LISTED })] : [];
  return { lines: [...alignColumns([head, ...lines]), ...more], data };
}

/** Months until closed applications are anonymised. @throws DeskRefusal for a missing or invalid setting */
export function requireRetention({ desk, t }: Pick<Operator, 'desk' | 't'>): number {
  try {
    const months = retentionMonths(desk.env);
    if (months !== null) return months;
  } catch (error) {
    if (error instanceof ConfigurationError) throw new DeskRefusal(t('retentionWrong'));
    throw error;
  }
  throw new DeskRefusal(t('retentionOff'));
}
