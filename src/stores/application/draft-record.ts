/** A draft as the device stores it, and as a page knows it. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { answeredParts, type StepStatus } from '../../domain/application/steps.ts';
import { APPLICATION_TYPES, type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import { completeForm, type LostFile } from '../device/form-values.ts';
import {
  expiryOf,
  type LoadedRecord,
  type RecordKind,
  type StoredObject,
  type Versions,
} from '../device/stored-record.ts';

export const DRAFT_KEY = 'application';
export const FILE_PREFIX = 'file:';

/** What the company is asked for, by the link of a parcel (stores/parcel/ask-company.ts). */
export interface AskedCompany {
  secret: string;
  parts: Part[];
  /** How this device has ended the link, or tried to: a copy of the draft on another one may end it too. */
  endedAs?: ('taken' | 'revoked')[];
}

export interface DraftContent {
  type: ApplicationType | null;
  stepStatus: StepStatus;
  saved: Part[];
  step1Data: FormState;
  step2Data: FormState;
  /** See {@link Draft}; absent in older records. */
  refused?: FieldErrors;
  /** Absent in older records. */
  company?: AskedCompany | null;
  /** Made at the first attempt; see submission.ts for when it changes. */
  idempotencyKey: string | null;
  /** Of the body that was sent under the key. */
  fingerprint: string | null;
  /** The e-mail address of that attempt; absent in older records. */
  sentTo?: string | null;
  sentAt: string | null;
  /** ISO 8601, UTC. */
  changedAt: string;
}

/** Version 1 had no parts: those of a saved step count as saved. A new form of the record adds a version. */
export const VERSIONS: Versions = {
  current: 2,
  migrations: { 1: (record) => ({ ...record, saved: partsSavedWith(record) }) },
};

function partsSavedWith({ type, stepStatus }: StoredObject): Part[] {
  if (stepStatus === 0) return [];
  return answeredParts(stepStatus === 3 ? readApplicationType(type) : null);
}

export function draftKind(versions: Versions = VERSIONS): RecordKind<DraftContent> {
  return { key: DRAFT_KEY, filePrefix: FILE_PREFIX, forms: ['step1Data', 'step2Data'], versions, isContent };
}

function isContent({ type, stepStatus, saved }: StoredObject): boolean {
  return (
    (type === null || APPLICATION_TYPES.some((known) => known === type)) &&
    [0, 1, 2, 3].some((status) => status === stepStatus) &&
    Array.isArray(saved) &&
    saved.every((part) => Object.hasOwn(PARTS, part))
  );
}

export interface Draft {
  /** `unavailable`: a draft is stored that this page can't read; see `reason`. */
  phase: 'loading' | 'ready' | 'unavailable';
  reason: 'newer_version' | 'unreadable' | null;
  type: ApplicationType | null;
  stepStatus: StepStatus;
  saved: Part[];
  /** As last saved; the form itself may be a second ahead. */
  step1Data: FormState;
  step2Data: FormState;
  /** What the host refused, until it is changed: form path → codes. */
  refused: FieldErrors;
  company: AskedCompany | null;
  saveState: 'idle' | 'saving' | 'saved' | 'failed';
  savedAt: string | null;
  expiresAt: string | null;
  owner: 'here' | 'elsewhere';
  /** Grows when values were read or cleared: a form that shows them starts anew. */
  revision: number;
  /** Form paths of files that the device refused. */
  unkept: string[];
  /** Files that the device has lost. */
  lost: LostFile[];
  /** When the application was sent without a clear answer so far; ISO 8601. */
  sentAt: string | null;
}

export function blankDraft(): Draft {
  return {
    phase: 'loading',
    reason: null,
    type: null,
    stepStatus: 0,
    saved: [],
    step1Data: emptyForm(null, { step: 1 }),
    step2Data: {},
    refused: {},
    company: null,
    saveState: 'idle',
    savedAt: null,
    expiresAt: null,
    owner: 'here',
    revision: 0,
    unkept: [],
    lost: [],
    sentAt: null,
  };
}

export function draftOf(loaded: LoadedRecord<DraftContent>): Draft {
  if (loaded.state === 'newer') return { ...blankDraft(), phase: 'unavailable', reason: 'newer_version' };
  if (loaded.state === 'unreadable') return { ...blankDraft(), phase: 'unavailable', reason: 'unreadable' };
  if (loaded.state !== 'read') return { ...blankDraft(), phase: 'ready' };
  const {
    type,
    step1Data,
    step2Data,
    stepStatus,
    saved,
    refused = {},
    company = null,
    sentAt,
    changedAt,
  } = loaded.content;
  return {
    ...blankDraft(),
    phase: 'ready',
    type,
    // A lost file has to be chosen again.
    stepStatus: loaded.lost.length > 0 && stepStatus === 3 ? 2 : stepStatus,
    saved,
    step1Data: completeForm(type, { step: 1 }, step1Data),
    step2Data: type ? completeForm(type, { step: 2 }, step2Data) : step2Data,
    refused,
    company,
    saveState: 'saved',
    savedAt: changedAt,
    expiresAt: expiryOf(changedAt),
    sentAt,
    lost: loaded.lost,
  };
}

/** Another type needs its step 2 saved anew; answers of the first one stay. */
export function withType(draft: Draft, type: ApplicationType): Draft {
  const { stepStatus, step2Data } = draft;
  return {
    ...draft,
    type,
    stepStatus: stepStatus === 0 ? 0 : 1,
    saved: draft.saved.filter((part) => PARTS[part].step === 1),
    step2Data: completeForm(type, { step: 2 }, step2Data),
  };
}
