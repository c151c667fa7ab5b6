/** Statuses by the table of stages. */

import type { Locale } from '../i18n/locales.ts';
import { dateInUzbekistan } from '../input/uzbekistan.ts';
import { FIRST_STATUS, STAGES, type Stage, type Status } from './stages.ts';
import { addWorkingDays } from './working-days.ts';

export const STATUSES = Object.keys(STAGES).filter(isStatus);

export const MAIN_STATUSES: readonly Status[] = STATUSES.filter((status) => STAGES[status].main);

/** What the gateway alone adds to an entry whose status the portal does not know. */
export interface AdaptedEntry {
  /** Shown in place of the status's name. */
  title?: Readonly<Record<Locale, string>>;
  tone?: Stage['tone'];
  /** No change can be sent any more. */
  closed?: boolean;
}

/** An entry of `application_status_history`, perhaps with a status that the portal does not know. */
export interface StatusEntry extends AdaptedEntry {
  /** `''` where the host names none. */
  status_type: string;
  /** ISO 8601; without a zone or `''` where the host gives none. */
  created_at: string;
  note: string;
  /** Wire names of the fields to change; absent where nothing is requested. */
  fields?: readonly string[] | undefined;
}

export function isStatus(value: string): value is Status {
  return Object.hasOwn(STAGES, value);
}

export function stageOf(status: string): Stage | null {
  return isStatus(status) ? STAGES[status] : null;
}

export function currentStatus(history: readonly StatusEntry[]): StatusEntry | null {
  return history.at(-1) ?? null;
}

/** False for a closed status. */
export function mayChange(entry: Pick<StatusEntry, 'status_type' | 'closed'> | null): boolean {
  if (entry === null) return true;
  return stageOf(entry.status_type)?.editable ?? !entry.closed;
}

/** True where sending a change is a new application, as after a refusal. */
export function isReapplication(status: string): boolean {
  return stageOf(status)?.afterChange === FIRST_STATUS;
}

interface WithHistory {
  application_status_history?: readonly StatusEntry[];
  mails_steps?: boolean;
}

/** True for a record whose next steps are known, and mailed. */
export const mailsSteps = ({ application_status_history = [], mails_steps }: WithHistory): boolean =>
  application_status_history.length > 0 && mails_steps !== false;

/** When an application was last sent, ISO 8601, oldest entry first; null before that and after a refusal. */
export function sentAt(history: readonly StatusEntry[]): string | null {
  if (isReapplication(currentStatus(history)?.status_type ?? '')) return null;
  const sent = history.findLast(({ status_type }) => status_type === FIRST_STATUS) ?? history[0];
  return sent?.created_at || null;
}

/** The remaining stages in order; none after the end or an unknown status. */
export function remainingStatuses(status: string): Status[] {
  const stage = stageOf(status);
  const next = stage?.phase === 'now' ? stage.next.find((one) => STAGES[one].main) : undefined;
  return next ? MAIN_STATUSES.slice(MAIN_STATUSES.indexOf(next)) : [];
}

/**
 * The normal date of the next news, `YYYY-MM-DD`; null at the end, while the applicant has to act, or without a start.
 * @param since a date, or an instant in ISO 8601, whose day is Uzbekistan's
 */
export function expectedBy(status: string, since: string): string | null {
  const stage = stageOf(status);
  if (!stage || stage.days === null || stage.phase !== 'now' || since === '') return null;
  const visa = stage.next.find((next) => STAGES[next].issuesVisa);
  return addWorkingDays(dateInUzbekistan(new Date(since)), stage.days + (visa ? (STAGES[visa].days ?? 0) : 0));
}

/** Working days from sending to the normal end of a stage; default: the last. */
export function workingDaysUntil(last?: Status): number {
  const stages = last ? MAIN_STATUSES.slice(0, MAIN_STATUSES.indexOf(last) + 1) : MAIN_STATUSES;
  return stages.reduce((sum, status) => sum + (STAGES[status].days ?? 0), 0);
}
