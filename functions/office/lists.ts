/** Lists of applications: the worklist's queues, stages, filters and the search; and the deadlines that order them. */
import { STAGES } from '../../src/domain/application/stages.ts';
import { expectedBy, isStatus, STATUSES } from '../../src/domain/application/status.ts';
import { addWorkingDays } from '../../src/domain/application/working-days.ts';
import { DAY_MS } from '../../src/domain/input/date.ts';
import { isEmail } from '../../src/domain/input/email.ts';
import { retentionMonths } from '../admin/runtime/settings.ts';
import { isUuid, readApplicantId, readNumberFragment } from '../admin/secrets/keys.ts';
import { DeletionRequests } from '../admin/store/erase.ts';
import {
  ApplicationLists,
  type Cursor,
  type ListedApplicant,
  type ListFilter,
  type ListPage,
  type StageBefore,
} from '../admin/store/lists.ts';
import { Retention } from '../admin/store/retention.ts';
import type { Officer } from './officer.ts';
import { OfficeRefusal } from './refusal.ts';
import { dayOf, isOfficeDate, startOfDay } from './words.ts';

interface StageDeadline {
  days: number;
  /** Expected end of the stage, `YYYY-MM-DD`; null for a stage without one. */
  expectedBy: string | null;
  isOverdue: boolean;
}

/** @param since start of the stage, and @param now, in milliseconds since 1970 */
export function stageDeadline({ status, since }: { status: string; since: number }, now: number): StageDeadline {
  const due = expectedBy(status, dayOf(since));
  return { days: Math.floor((now - since) / DAY_MS), expectedBy: due, isOverdue: due !== null && due < dayOf(now) };
}

/** The stages with a deadline before a date, `YYYY-MM-DD`: each by the instant before which it began. */
function stagesDueBefore(date: string): StageBefore[] {
  return STATUSES.flatMap((status) => {
    if (expectedBy(status, date) === null) return [];
    let earlier = 0;
    while ((expectedBy(status, dayOf(startOfDay(date, -earlier))) ?? '') >= date) earlier += 1;
    return [{ status, before: startOfDay(date, 1 - earlier) }];
  });
}

export const overdueStages = (now: number): StageBefore[] => stagesDueBefore(dayOf(now));

/** How many working days before its deadline an application is due soon. */
const SOON = 3;

function dueSoonStages(now: number): StageBefore[] {
  const overdue = new Map(overdueStages(now).map(({ status, before }) => [status, before]));
  const soon = stagesDueBefore(addWorkingDays(dayOf(now), SOON));
  return soon.map((stage) => ({ ...stage, from: overdue.get(stage.status) ?? 0 }));
}

/** Queues of what waits for an officer; the first one that is not empty opens first. */
const WORK = ['mine', 'cameBack', 'overdue', 'dueSoon', 'unassigned', 'waiting', 'colleagues'] as const;
export const QUEUES = [...WORK, 'deletion', 'retention'] as const;
type Queue = (typeof QUEUES)[number];

/** Statuses that wait for the office, and those that wait for the applicant. */
const OPEN = STATUSES.filter((status) => STAGES[status].phase === 'now' && STAGES[status].actor !== 'applicant');
const WAITING = STATUSES.filter((status) => STAGES[status].phase === 'now' && STAGES[status].actor === 'applicant');

/** A row of a queue. `closedAt`: only in the retention queue. */
export type QueuedApplicant = ListedApplicant & { closedAt?: number };

/** How many rows are read to find the next case. */
const LOOKED_AT = 40;

const ANY = { status: null, from: null, to: null };

/** The queues of an officer. */
export class Worklist {
  readonly #officer: Officer;
  constructor(officer: Officer) {
    this.#officer = officer;
  }

  /** True for one of {@link QUEUES}, or a status. */
  static isQueue(name: string): boolean {
    return QUEUES.some((queue) => queue === name) || isStatus(name);
  }

  /** The filter of the export that selects a queue, as a query; `''` where none does. */
  static filterOf(queue: string): string {
    return isStatus(queue) ? `status=${queue}` : queue === 'overdue' ? 'overdue=true' : '';
  }

  /** The position of a row in a queue, which stays the same after a decision. */
  static placeIn(queue: string, row: QueuedApplicant): Cursor {
    const { id, since, createdAt, deletionAskedAt, closedAt } = row;
    const isByStage = queue === 'overdue' || queue === 'dueSoon';
    return { at: deletionAskedAt ?? closedAt ?? (isByStage ? since : createdAt), id };
  }

  async #rowsOf(queue: string, page: ListPage): Promise<QueuedApplicant[]> {
    const { env, by, now } = this.#officer;
    const lists = new ApplicationLists(env.DB);
    if (isStatus(queue)) return lists.queue({ statuses: [queue], newestFirst: STAGES[queue].phase !== 'now' }, page);
    const months = retentionMonths(env);
    switch (queue as Queue) {
      case 'overdue':
        return lists.page({ ...ANY, stages: overdueStages(now) }, page);
      case 'dueSoon':
        return lists.page({ ...ANY, stages: dueSoonStages(now) }, page);
      case 'waiting':
        return lists.queue({ statuses: WAITING }, page);
      case 'cameBack':
        return lists.queue({ statuses: OPEN, cameBack: true }, page);
      case 'colleagues':
        return lists.colleagues({ statuses: OPEN, officer: by }, page);
      case 'deletion':
        return new DeletionRequests(env.DB).list(page);
      case 'retention':
        // Anonymised within 30 days.
        return months === null ? [] : new Retention(env.DB).listClosed({ now: now + 30 * DAY_MS, months }, page);
      default:
        return lists.queue({ statuses: OPEN, assignee: queue === 'mine' ? by : null }, page);
    }
  }

  /** A page of a queue. @param queue one of {@link QUEUES}, or a status @returns `next`: cursor of the next page; null at the end */
  async read(queue: string, { after, limit }: ListPage): Promise<{ rows: QueuedApplicant[]; next: string | null }> {
    const found = await this.#rowsOf(queue, { after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return { rows, next: found.length > limit && last ? writeCursor(Worklist.placeIn(queue, last)) : null };
  }

  /**
   * The position after another one in a queue, whose application may have left it; skips applications with a decision that waits;
   * else the first such position; null for none.
   */
  async next(queue: string, after: Cursor | null): Promise<Cursor | null> {
    const isOpen = ({ id, waiting }: QueuedApplicant) => id !== after?.id && waiting === null;
    const later = await this.#rowsOf(queue, { after, limit: LOOKED_AT });
    const next = later.find(isOpen) ?? (await this.#rowsOf(queue, { after: null, limit: LOOKED_AT })).find(isOpen);
    return next ? Worklist.placeIn(queue, next) : null;
  }

  /** Applications by queue and status, at most `COUNTED` each. Leaves out retention. */
  async counts(): Promise<Record<string, number>> {
    const { env, by, now } = this.#officer;
    const lists = new ApplicationLists(env.DB);
    const [rows, deletion, overdue, dueSoon] = await Promise.all([
      lists.countStatuses(STATUSES, by),
      new DeletionRequests(env.DB).count(),
      lists.countStages(overdueStages(now)),
      lists.countStages(dueSoonStages(now)),
    ]);
    const sumOf = (statuses: readonly string[], count: (row: (typeof rows)[number]) => number) =>
      rows.filter(({ status }) => statuses.includes(status)).reduce((sum, row) => sum + count(row), 0);
    return {
      ...Object.fromEntries(rows.map(({ status, total }) => [status, total])),
      mine: sumOf(OPEN, ({ mine }) => mine),
      unassigned: sumOf(OPEN, ({ unassigned }) => unassigned),
      colleagues: sumOf(OPEN, ({ total, mine, unassigned }) => Math.max(0, total - mine - unassigned)),
      cameBack: sumOf(OPEN, ({ cameBack }) => cameBack),
      waiting: sumOf(WAITING, ({ total }) => total),
      overdue,
      dueSoon,
      deletion,
    };
  }

  /** The queue that opens first: the first one that is not empty. */
  static first(counts: Readonly<Record<string, number>>): Queue {
    return WORK.find((queue) => (counts[queue] ?? 0) > 0) ?? 'mine';
  }
}

/** A filter as an officer writes it; dates are `YYYY-MM-DD`, both included. */
export interface Filter {
  status?: string;
  from?: string;
  to?: string;
  overdue?: boolean;
}

/** @throws OfficeRefusal for an unknown status or an invalid date */
export function readFilter({ status, overdue, ...dates }: Filter, now: number): ListFilter {
  if (status !== undefined && !isStatus(status))
    throw new OfficeRefusal('statusUnknown', { statuses: STATUSES.join(', ') });
  return { status: status ?? null, ...readPeriod(dates), stages: overdue ? overdueStages(now) : null };
}

/** The instants of the office's days, both included; null for an open end. @throws OfficeRefusal `periodDates` */
export function readPeriod({ from, to }: Pick<Filter, 'from' | 'to'>) {
  if ([from, to].some((date) => date !== undefined && !isOfficeDate(date)) || (from && to && to < from))
    throw new OfficeRefusal('periodDates');
  return { from: from ? startOfDay(from) : null, to: to ? startOfDay(to, 1) : null };
}

/** Reads a value of {@link writeCursor}. @throws OfficeRefusal `cursorUnreadable` */
export function readCursor(after: string | undefined): Cursor | null {
  if (after === undefined) return null;
  const [, at, id] = /^(\d{1,15})\.([\w-]+)$/.exec(after) ?? [];
  if (!at || !id) throw new OfficeRefusal('cursorUnreadable');
  return { at: Number(at), id };
}

export const writeCursor = ({ at, id }: Cursor) => `${at}.${id}`;

/** Reads what an officer types into a search. */
export function readSearch(text: string) {
  const number = readApplicantId(text, true);
  const isComplete = number !== null || isEmail(text.trim()) || isUuid(text.trim());
  return { text, number, numberPart: readNumberFragment(text), isComplete };
}
