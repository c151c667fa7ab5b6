/**
 * Where an application stands, by the table of stages. Days are working days, Monday to Friday; public holidays are not
 * counted out, so every date is "about".
 */
import { FIRST_STATUS, STAGES, type Stage, type Status } from './stages.ts';
import { addWorkingDays } from './working-days.ts';

export const STATUSES = Object.keys(STAGES) as Status[];

/** The way of an application for which all goes well. */
export const MAIN_WAY: readonly Status[] = STATUSES.filter((status) => STAGES[status].main);

/** One entry of `application_status_history`; a host may send a status that the portal does not know. */
export interface StatusEntry {
  status_type: string;
  /** ISO 8601, UTC. */
  created_at: string;
  note: string;
  /** Wire names of the fields that a reviewer asks to change; absent where none are named. */
  fields?: readonly string[] | undefined;
}

/** True for a status that the portal knows. */
export function isStatus(value: string): value is Status {
  return Object.hasOwn(STAGES, value);
}

/** A status' row of the table; null for a status that the portal does not know. */
export function stageOf(status: string): Stage | null {
  return isStatus(status) ? STAGES[status] : null;
}

/** The status an application is in: its history's last entry (specification §4). */
export function currentStatus(history: readonly StatusEntry[]): StatusEntry | null {
  return history.at(-1) ?? null;
}

/** True where sending a change is applying again, as after a refusal. */
export function appliesAgain(status: string): boolean {
  return stageOf(status)?.afterChange === FIRST_STATUS;
}

/**
 * When an application counts as sent: a day that has passed since then is not a day in the past.
 * @param history oldest first
 * @returns ISO 8601; null where it is about to be sent, for the first time or after a refusal
 */
export function sentAt(history: readonly StatusEntry[]): string | null {
  if (appliesAgain(currentStatus(history)?.status_type ?? '')) return null;
  const sent = history.findLast(({ status_type }) => status_type === FIRST_STATUS) ?? history[0];
  return sent?.created_at ?? null;
}

/** The stages still to come after a status, in order: the main way from where it goes on. None after a final or unknown one. */
export function stagesAhead(status: string): Status[] {
  const next = stageOf(status)?.next.find((one) => STAGES[one].main);
  return next ? MAIN_WAY.slice(MAIN_WAY.indexOf(next)) : [];
}

/**
 * The date by which the next news is normally there: the end of the stage, and after an approval the visa itself.
 * @param since ISO 8601 instant at which the stage began
 * @returns `YYYY-MM-DD`, or null where nothing more happens or the applicant is to act
 */
export function expectedBy(status: string, since: string): string | null {
  const stage = stageOf(status);
  if (!stage || stage.days === null || stage.next.length === 0) return null;
  const visa = stage.next.find((next) => STAGES[next].issuesVisa);
  return addWorkingDays(since.slice(0, 10), stage.days + (visa ? (STAGES[visa].days ?? 0) : 0));
}
