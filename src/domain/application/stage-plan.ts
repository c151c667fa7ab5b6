/** All stages of an application with their dates: past ones as they were, later ones as expected. */
import { dateInUzbekistan } from '../input/uzbekistan.ts';
import { STAGES, type Status } from './stages.ts';
import { currentStatus, isStatus, MAIN_STATUSES, remainingStatuses, type StatusEntry, stageOf } from './status.ts';
import { addWorkingDays } from './working-days.ts';

export interface PlannedStage {
  /** For a status that only this host has, its name. */
  status: string;
  state: 'done' | 'now' | 'next' | 'stopped';
  /** When it was reached, ISO 8601; null for a later stage, or when unknown. */
  at: string | null;
  /** When it normally ends, `YYYY-MM-DD`; null where the applicant decides, or after the end. */
  due: string | null;
}

/** Each stage once, in main order; a current side stage stands in its place. @param today no later stage is due before it */
export function stagePlan(history: readonly StatusEntry[], today: string): PlannedStage[] {
  const current = currentStatus(history);
  if (!current) return [];
  const status = current.status_type;
  const ended = stageOf(status)?.phase ?? 'now';
  const since = current.created_at && dateInUzbekistan(new Date(current.created_at));
  const due = ended === 'now' ? dueAfter(status, since) : null;
  const now: PlannedStage = { status, state: ended, at: current.created_at || null, due };
  return [...pastStages(history), now, ...planRemaining(status, due, today)];
}

/** Stages before the current one, each by its last entry. */
function pastStages(history: readonly StatusEntry[]): PlannedStage[] {
  const current = currentStatus(history)?.status_type;
  const ahead: readonly string[] = current === undefined ? [] : remainingStatuses(current);
  const before = history.slice(0, -1);
  const isBehind = (status: string) => status !== current && !ahead.includes(status);
  const names = [...new Set(before.map(({ status_type }) => status_type))].filter((status) =>
    isStatus(status) ? MAIN_STATUSES.includes(status) && isBehind(status) : status !== '',
  );
  return names.map((status) => {
    const last = before.findLast(({ status_type }) => status_type === status);
    return { status, state: 'done', at: last?.created_at || null, due: null };
  });
}

function planRemaining(status: string, due: string | null, today: string): PlannedStage[] {
  let from = due === null ? null : [due, today].sort().at(-1);
  return remainingStatuses(status).map((ahead: Status) => {
    from = from ? dueAfter(ahead, from) : null;
    return { status: ahead, state: 'next', at: null, due: from ?? null };
  });
}

function dueAfter(status: string, date: string): string | null {
  const days = isStatus(status) ? STAGES[status].days : null;
  return days === null || date === '' ? null : addWorkingDays(date, days);
}
