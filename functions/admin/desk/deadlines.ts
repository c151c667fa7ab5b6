/** Which applications are late: those of a stage that lasts longer than it usually does, as the account tells applicants. */
import { deletionDue } from '../../../src/domain/account/deletion.ts';
import { expectedBy, STATUSES } from '../../../src/domain/application/status.ts';
import type { StageBefore } from '../store/lists.ts';
import { dayOf, startOfDay } from './office-clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How an application stands at an instant. Times are milliseconds since 1970. */
export interface StageDeadline {
  /** Whole days in the present stage. */
  days: number;
  /** When news are usual, `YYYY-MM-DD`; null where nobody can say. */
  expectedBy: string | null;
  isOverdue: boolean;
}

export function stageDeadline({ status, since }: { status: string; since: number }, now: number): StageDeadline {
  const due = expectedBy(status, dayOf(since));
  return {
    days: Math.floor((now - since) / DAY_MS),
    expectedBy: due,
    isOverdue: due !== null && due < dayOf(now),
  };
}

/** By when a request to be deleted is answered, `YYYY-MM-DD`, and whether that day is over. */
export function deletionDeadline(askedAt: number, now: number): Pick<StageDeadline, 'isOverdue'> & { due: string } {
  const due = deletionDue(askedAt);
  return { due, isOverdue: due < dayOf(now) };
}

/** For each stage that can be late: it is where it began before an instant. */
export function overdueStages(now: number): StageBefore[] {
  return STATUSES.flatMap((status) => {
    const before = overdueBefore(status, now);
    return before === null ? [] : [{ status, before }];
  });
}

/** The end of the office's last day on which a stage that is late now may have begun; null where it can't be late. */
function overdueBefore(status: string, now: number): number | null {
  const today = dayOf(now);
  if (expectedBy(status, today) === null) return null;
  let earlier = 0;
  while ((expectedBy(status, dayOf(startOfDay(today, -earlier))) ?? '') >= today) earlier += 1;
  return startOfDay(today, 1 - earlier);
}
