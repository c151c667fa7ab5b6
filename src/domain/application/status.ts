/**
 * Where an application stands, who acts, and how long each stage normally takes (decisions.md, "Status"). Days are
 * working days, Monday to Friday; public holidays are not counted out, so every date is "about".
 */
import { addWorkingDays } from './working-days.ts';

export const STATUSES = ['submitted', 'in_review', 'changes_requested', 'approved', 'visa_issued', 'rejected'] as const;
export type Status = (typeof STATUSES)[number];

/** One entry of `application_status_history`; a host may send a status that the portal does not know. */
export interface StatusEntry {
  status_type: string;
  /** ISO 8601, UTC. */
  created_at: string;
  note: string;
  /** Wire names of the fields that a reviewer asks to change; absent where none are named. */
  fields?: readonly string[] | undefined;
}

export type Actor = 'portal' | 'experts' | 'applicant' | 'ministry' | 'nobody';

export interface Stage {
  actor: Actor;
  /** Normal length in working days; null where it depends on the applicant or nothing more happens. */
  days: number | null;
  /** What the desk may set next. */
  next: readonly Status[];
  /** The applicant may change the application. */
  editable: boolean;
  /** The status that sending such a change leads to; null where the application stays where it is. */
  afterChange: Status | null;
}

export const STAGES: Record<Status, Stage> = {
  submitted: {
    actor: 'portal',
    days: 1,
    next: ['in_review', 'changes_requested', 'rejected'],
    editable: true,
    afterChange: null,
  },
  in_review: {
    actor: 'experts',
    days: 20,
    next: ['changes_requested', 'approved', 'rejected'],
    editable: false,
    afterChange: null,
  },
  changes_requested: {
    actor: 'applicant',
    days: null,
    next: ['in_review', 'rejected'],
    editable: true,
    afterChange: 'in_review',
  },
  approved: { actor: 'experts', days: 1, next: ['visa_issued', 'rejected'], editable: false, afterChange: null },
  visa_issued: { actor: 'ministry', days: 3, next: [], editable: false, afterChange: null },
  // Whoever was refused applies again from the account (decisions.md, "Status").
  rejected: { actor: 'nobody', days: null, next: [], editable: true, afterChange: 'submitted' },
};

/** The way of an application for which all goes well. */
export const MAIN_WAY: readonly Status[] = ['submitted', 'in_review', 'approved', 'visa_issued'];

/** True for a status that the portal knows. */
export function isStatus(value: string): value is Status {
  return STATUSES.some((status) => status === value);
}

/** The status an application is in: its history's last entry (specification §4). */
export function currentStatus(history: readonly StatusEntry[]): StatusEntry | null {
  return history.at(-1) ?? null;
}

/** The stages still to come after a status, in order; none after an unknown or a final one. */
export function stagesAhead(status: string): Status[] {
  if (status === 'changes_requested') return MAIN_WAY.slice(1);
  return isStatus(status) && MAIN_WAY.includes(status) ? MAIN_WAY.slice(MAIN_WAY.indexOf(status) + 1) : [];
}

/**
 * The date by which the next news is normally there: the end of the stage, and after an approval the visa itself.
 * @param since ISO 8601 instant at which the stage began
 * @returns `YYYY-MM-DD`, or null where nothing more happens or the applicant is to act
 */
export function expectedBy(status: string, since: string): string | null {
  if (!isStatus(status) || STAGES[status].next.length === 0) return null;
  const { days } = STAGES[status];
  if (days === null) return null;
  const issuing = status === 'approved' ? (STAGES.visa_issued.days ?? 0) : 0;
  return addWorkingDays(since.slice(0, 10), days + issuing);
}
