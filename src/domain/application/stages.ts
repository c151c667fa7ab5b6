/**
 * The table of statuses, main way in order: all that differs between them but their words, whose keys are the codes.
 */

export type Actor = 'portal' | 'experts' | 'applicant' | 'ministry' | 'nobody';

interface StageOf<Name extends string> {
  actor: Actor;
  /** Normal length in working days; null where it depends on the applicant or nothing more happens. */
  days: number | null;
  /** `days` is an upper bound. */
  upTo: boolean;
  /** What the desk may set next. */
  next: readonly Name[];
  /** For which all goes well. */
  main: boolean;
  /** Still going on, or how it ended. */
  phase: 'now' | 'done' | 'stopped';
  tone: 'info' | 'success' | 'error' | 'warning';
  editable: boolean;
  /** The status that sending such a change leads to; null where the application stays where it is. */
  afterChange: Name | null;
  /** The desk sets it with a note only: the applicant must know what to do, or why. */
  needsNote: boolean;
  /** The desk may name fields to change with it. */
  asksFields: boolean;
  /** Reached by issuing a visa, and in no other way. */
  issuesVisa: boolean;
  /** Reached by taking an issued visa back, and in no other way. */
  revokesVisa: boolean;
}

const UNDER_WAY = {
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

const TABLE = {
  submitted: {
    ...UNDER_WAY,
    actor: 'portal',
    days: 1,
    next: ['in_review', 'changes_requested', 'rejected', 'withdrawn'],
    editable: true,
  },
  in_review: {
    ...UNDER_WAY,
    actor: 'experts',
    days: 20,
    upTo: true,
    next: ['changes_requested', 'approved', 'rejected', 'withdrawn'],
  },
  changes_requested: {
    ...UNDER_WAY,
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
  // A wrong approval goes back to the review with one true mail.
  approved: {
    ...UNDER_WAY,
    actor: 'experts',
    days: 1,
    next: ['visa_issued', 'in_review', 'rejected'],
    tone: 'success',
  },
  visa_issued: {
    ...UNDER_WAY,
    actor: 'ministry',
    days: 3,
    next: ['visa_revoked'],
    phase: 'done',
    tone: 'success',
    issuesVisa: true,
  },
  // A mistake can be put right: the review goes on, and ends with another visa.
  visa_revoked: {
    ...UNDER_WAY,
    actor: 'nobody',
    days: null,
    next: ['in_review'],
    main: false,
    phase: 'stopped',
    tone: 'error',
    needsNote: true,
    revokesVisa: true,
  },
  // Whoever was refused applies again from the account; the desk goes on with the review where the refusal was a mistake.
  rejected: {
    ...UNDER_WAY,
    actor: 'nobody',
    days: null,
    next: ['in_review'],
    main: false,
    phase: 'stopped',
    tone: 'error',
    editable: true,
    afterChange: 'submitted',
    needsNote: true,
  },
  // By the applicant in the account, or by the desk for one who has asked; sending it again begins anew. One that was set by
  // mistake goes back to the review.
  withdrawn: {
    ...UNDER_WAY,
    actor: 'nobody',
    days: null,
    next: ['in_review'],
    main: false,
    phase: 'stopped',
    editable: true,
    afterChange: 'submitted',
  },
} as const satisfies Record<string, StageOf<string>>;

export type Status = keyof typeof TABLE;
export type Stage = StageOf<Status>;

export const STAGES: Readonly<Record<Status, Stage>> = TABLE;

/** The status of an application that was just sent. */
export const FIRST_STATUS = 'submitted' satisfies Status;
