/** Deadlines of stages, as the applicant's account shows them, and of deletion requests. */
import { deletionDue } from '../../src/domain/account/deletion.ts';
import { expectedBy, STATUSES } from '../../src/domain/application/status.ts';
import type { StageBefore } from '../admin/store/lists.ts';
import { dayOf, startOfDay } from './office-clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an application has been at its stage, and its deadline. */
export interface StageDeadline {
  days: number;
  /** Expected end of the stage, `YYYY-MM-DD`; null for a stage without one. */
  expectedBy: string | null;
  isOverdue: boolean;
}

/** @param since start of the stage, and @param now, in milliseconds since 1970 */
export function stageDeadline({ status, since }: { status: string; since: number }, now: number): StageDeadline {
  const due = expectedBy(status, dayOf(since));
  return {
    days: Math.floor((now - since) / DAY_MS),
    expectedBy: due,
    isOverdue: due !== null && due < dayOf(now),
  };
}

/** The last day to answer a deletion request, `YYYY-MM-DD`, and whether it is over. */
export function deletionDeadline(askedAt: number, now: number): Pick<StageDeadline, 'isOverdue'> & { due: string } {
  const due = deletionDue(askedAt);
  return { due, isOverdue: due < dayOf(now) };
}

/** The stages that can be overdue; one is overdue when it began before `before`. */
export function overdueStages(now: number): StageBefore[] {
  return STATUSES.flatMap((status) => {
    const before = overdueBefore(status, now);
    return before === null ? [] : [{ status, before }];
  });
}

/** The instant before which an overdue stage began; null for a stage without a deadline. Counts the office's days. */
function overdueBefore(status: string, now: number): number | null {
  const today = dayOf(now);
  if (expectedBy(status, today) === null) return null;
  let earlier = 0;
  while ((expectedBy(status, dayOf(startOfDay(today, -earlier))) ?? '') >= today) earlier += 1;
  return startOfDay(today, 1 - earlier);
}
