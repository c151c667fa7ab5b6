/** The table of statuses in main order, with all their properties. Texts have the codes as keys. */

type Actor = 'portal' | 'experts' | 'applicant' | 'ministry' | 'none';

interface StageOf<Name extends string> {
  actor: Actor;
  /** Normal length in working days; null where the applicant decides, or nothing follows. */
  days: number | null;
  upTo: boolean;
  next: readonly Name[];
  /** True for the stages of a successful application. */
  main: boolean;
  phase: 'now' | 'done' | 'stopped';
  tone: 'info' | 'success' | 'error' | 'warning';
  editable: boolean;
  /** The status after the applicant's change; null where it stays. */
  afterChange: Name | null;
  /** The decision needs a note: what to do, or why. */
  needsNote: boolean;
  asksFields: boolean;
  issuesVisa: boolean;
  revokesVisa: boolean;
}

const IN_PROGRESS = {
  upTo: false,
  main: true,
  phase: 'now',
  tone: 'info',
  editable: false,
  afterChange: null,
  needsNote: false,
  asksFields: false,
  issuesVisa: false,
  revokesVisa: false,
} as const;

/** The desk may return an application with such a status to the review. */
const STOPPED = {
  ...IN_PROGRESS,
  actor: 'none',
  days: null,
  next: ['in_review'],
  main: false,
  phase: 'stopped',
} as const;

const TABLE = {
  submitted: {
    ...IN_PROGRESS,
    actor: 'portal',
    days: 1,
    next: ['in_review', 'changes_requested', 'rejected', 'withdrawn'],
    editable: true,
  },
  in_review: {
    ...IN_PROGRESS,
    actor: 'experts',
    days: 20,
    upTo: true,
    next: ['changes_requested', 'approved', 'rejected', 'withdrawn'],
  },
  changes_requested: {
    ...IN_PROGRESS,
    actor: 'applicant',
    days: null,
    next: ['in_review', 'rejected', 'withdrawn'],
    main: false,
    tone: 'warning',
    editable: true,
    afterChange: 'in_review',
    needsNote: true,
    asksFields: true,
  },
  // The desk may return it to the review when the approval was a mistake.
  approved: {
    ...IN_PROGRESS,
    actor: 'experts',
    days: 1,
    next: ['visa_issued', 'in_review', 'rejected'],
    tone: 'success',
  },
  visa_issued: {
    ...IN_PROGRESS,
    actor: 'ministry',
    days: 3,
    next: ['visa_revoked'],
    phase: 'done',
    tone: 'success',
    issuesVisa: true,
  },
  visa_revoked: { ...STOPPED, tone: 'error', needsNote: true, revokesVisa: true },
  // The applicant may apply again from the account.
  rejected: { ...STOPPED, tone: 'error', editable: true, afterChange: 'submitted', needsNote: true },
  // Set by the applicant, or by the desk on request; sending the application again restarts it.
  withdrawn: { ...STOPPED, editable: true, afterChange: 'submitted' },
} as const satisfies Record<string, StageOf<string>>;

export type Status = keyof typeof TABLE;
export type Stage = StageOf<Status>;

export const STAGES: Readonly<Record<Status, Stage>> = TABLE;

export const FIRST_STATUS = 'submitted' satisfies Status;

export const WITHDRAWN = 'withdrawn' satisfies Status;
