/** The desk's queues: assigned to the officer, unassigned, overdue, by stage, and personal data. */
import { STAGES } from '../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../src/domain/application/status.ts';
import { countStatuses, listQueue } from '../admin/store/assignments.ts';
import { countDeletions, listDeletions } from '../admin/store/deletion-requests.ts';
import { type ListedApplicant, listPage, type Page } from '../admin/store/lists.ts';
import { overdueStages } from './deadlines.ts';
import { writeCursor } from './list-filter.ts';
import { listDueSoon } from './retention.ts';

const DELETION = 'deletion';
/** Closed applications that are anonymised next. */
const RETENTION = 'retention';
export const QUEUES = ['mine', 'unassigned', 'overdue', DELETION, RETENTION] as const;

/** Statuses that wait for the office. */
const OPEN = STATUSES.filter((status) => STAGES[status].phase === 'now' && STAGES[status].actor !== 'applicant');

/** The officer who reads a queue, and the settings that it depends on. */
export interface QueueReader {
  officer: string;
  now: number;
  /** Months until closed applications are anonymised; null: never. */
  months: number | null;
}

/** A row of a queue. `closedAt`: only in the retention queue. */
export type QueuedApplicant = ListedApplicant & { closedAt?: number };

/** A page of a queue. @param queue one of {@link QUEUES}, or a status @returns `next`: cursor of the next page; null at the end */
export async function readQueue(
  db: D1Database,
  queue: string,
  reader: QueueReader,
  { after, limit }: Page,
): Promise<{ rows: QueuedApplicant[]; next: string | null }> {
  const found = await rowsOf(db, queue, reader, { after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || !last) return { rows, next: null };
  const at = last.deletionAskedAt ?? last.closedAt ?? (queue === 'overdue' ? last.since : last.createdAt);
  return { rows, next: writeCursor({ at, id: last.id }) };
}

const ANY = { status: null, type: null, request: null, from: null, to: null };

async function rowsOf(
  db: D1Database,
  queue: string,
  { officer, now, months }: QueueReader,
  page: Page,
): Promise<QueuedApplicant[]> {
  if (isStatus(queue)) return listQueue(db, { statuses: [queue], newestFirst: STAGES[queue].phase !== 'now' }, page);
  if (queue === 'overdue') return listPage(db, { ...ANY, overdue: overdueStages(now) }, page);
  if (queue === DELETION) return listDeletions(db, page);
  if (queue === RETENTION) return months === null ? [] : listDueSoon(db, { now, months }, page);
  return listQueue(db, { statuses: OPEN, assignee: queue === 'mine' ? officer : null }, page);
}

/** Applications by queue and status, at most `COUNTED` each. Leaves out overdue and retention. */
export async function countQueues(db: D1Database, officer: string): Promise<Record<string, number>> {
  const rows = await countStatuses(db, STATUSES, officer);
  const open = rows.filter(({ status }) => OPEN.some((one) => one === status));
  return {
    ...Object.fromEntries(rows.map(({ status, total }) => [status, total])),
    mine: open.reduce((sum, { mine }) => sum + mine, 0),
    unassigned: open.reduce((sum, { unassigned }) => sum + unassigned, 0),
    [DELETION]: await countDeletions(db),
  };
}
