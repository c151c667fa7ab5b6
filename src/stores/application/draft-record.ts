/**
 * The form of a stored draft and its versions. Rule: a newer portal reads every older draft; an older portal leaves a
 * newer draft alone.
 */
import { PARTS, type Part } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { answeredParts, type StepStatus } from '../../domain/application/steps.ts';
import { APPLICATION_TYPES, type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import { completeForm, type LostFile } from '../device/form-values.ts';
import type { LoadedDraft } from './draft-vault.ts';

export const DRAFT_KEY = 'application';
export const FILE_PREFIX = 'file:';

/** A draft lives this long after its last change (decisions.md, "Applying"). */
export const DRAFT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export interface DraftRecord {
  version: number;
  /** The tab that wrote it last. */
  writer: string;
  type: ApplicationType | null;
  stepStatus: StepStatus;
  /** The parts that were saved at least once. */
  saved: Part[];
  /** Files are kept beside the record, under `fileKey`. */
  step1Data: FormState;
  step2Data: FormState;
  /** Made when it is first sent; see submission.ts for when it changes. */
  idempotencyKey: string | null;
  /** What was sent under the key. */
  fingerprint: string | null;
  /** The address that it was sent for; absent in older records. */
  sentTo?: string | null;
  /** When it was sent without a clear answer so far. */
  sentAt: string | null;
  /** ISO 8601, UTC. */
  changedAt: string;
}

type Stored = Record<string, unknown>;

export interface Versions {
  current: number;
  /** Entry n makes a record of version n into one of version n + 1. */
  migrations: Record<number, (record: Stored) => Stored>;
}

/**
 * A change of the record's form adds a version, and an entry that reads the form before.
 * 1 knew two steps and no parts: those of a step that was saved count as saved.
 */
export const VERSIONS: Versions = {
  current: 2,
  migrations: { 1: (record) => ({ ...record, saved: partsSavedWith(record) }) },
};

function partsSavedWith({ type, stepStatus }: Stored): Part[] {
  if (stepStatus === 0) return [];
  return answeredParts(stepStatus === 3 ? readApplicationType(type) : null);
}

export type ReadRecord =
  | { state: 'none' }
  | { state: 'newer' }
  | { state: 'unreadable' }
  | { state: 'read'; record: DraftRecord };

/** Reads what is stored, older versions included. */
export function readDraftRecord(stored: unknown, { current, migrations }: Versions = VERSIONS): ReadRecord {
  if (stored === undefined || stored === null) return { state: 'none' };
  if (!isObject(stored) || typeof stored.version !== 'number') return { state: 'unreadable' };
  if (stored.version > current) return { state: 'newer' };
  let record = stored;
  for (let version = stored.version; version < current; version += 1) {
    const migrate = migrations[version];
    if (!migrate) return { state: 'unreadable' };
    record = { ...migrate(record), version: version + 1 };
  }
  return isRecord(record) ? { state: 'read', record } : { state: 'unreadable' };
}

/** True when the draft's life is over. */
export function isExpired(record: DraftRecord, now: Date): boolean {
  return now.getTime() - Date.parse(record.changedAt) > DRAFT_LIFE_MS;
}

/** The instant at which a draft that was changed then is deleted. */
export function expiryOf(changedAt: string): string {
  return new Date(Date.parse(changedAt) + DRAFT_LIFE_MS).toISOString();
}

function isObject(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null;
}

function isRecord(record: unknown): record is DraftRecord {
  if (!isObject(record)) return false;
  const { type, stepStatus, saved, step1Data, step2Data, changedAt } = record;
  return (
    (type === null || APPLICATION_TYPES.some((known) => known === type)) &&
    [0, 1, 2, 3].some((status) => status === stepStatus) &&
    Array.isArray(saved) &&
    saved.every((part) => Object.hasOwn(PARTS, part)) &&
    isObject(step1Data) &&
    isObject(step2Data) &&
    typeof changedAt === 'string' &&
    !Number.isNaN(Date.parse(changedAt))
  );
}

/** What is known of the draft at one moment, and how that follows from what the device holds. */
export interface Draft {
  /** `unavailable`: a draft is there, but this page can't read it; see `reason`. */
  phase: 'loading' | 'ready' | 'unavailable';
  reason: 'newer_version' | 'unreadable' | null;
  type: ApplicationType | null;
  stepStatus: StepStatus;
  /** The parts that were saved at least once. */
  saved: Part[];
  /** As last saved; the form itself may be up to a second ahead. */
  step1Data: FormState;
  step2Data: FormState;
  saveState: 'idle' | 'saving' | 'saved' | 'failed';
  /** ISO 8601. */
  savedAt: string | null;
  expiresAt: string | null;
  owner: 'here' | 'elsewhere';
  /** Grows when values came from the device or were cleared: a form that shows them starts anew. */
  revision: number;
  /** Form paths of files that the device could not keep; they live as long as the page. */
  unkept: string[];
  /** Files that the device had kept and has lost. */
  lost: LostFile[];
  /** When the application was sent without a clear answer so far. */
  sentAt: string | null;
}

/** A draft in which nothing has been filled in, and of which nothing has been read. */
export function blankDraft(): Draft {
  return {
    phase: 'loading',
    reason: null,
    type: null,
    stepStatus: 0,
    saved: [],
    step1Data: emptyForm('specialist', { step: 1 }),
    step2Data: {},
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

/** The draft as it was read from the device. */
export function draftOf(loaded: LoadedDraft): Draft {
  if (loaded.state === 'newer' || loaded.state === 'unreadable') {
    const reason = loaded.state === 'newer' ? 'newer_version' : 'unreadable';
    return { ...blankDraft(), phase: 'unavailable', reason };
  }
  if (loaded.state === 'none') return { ...blankDraft(), phase: 'ready' };
  const { type, step1Data, step2Data, stepStatus, saved, sentAt, changedAt } = loaded.content;
  return {
    ...blankDraft(),
    phase: 'ready',
    type,
    // A file that is gone has to be chosen again.
    stepStatus: loaded.lost.length > 0 && stepStatus === 3 ? 2 : stepStatus,
    saved,
    step1Data: completeForm(type ?? 'specialist', { step: 1 }, step1Data),
    step2Data: type ? completeForm(type, { step: 2 }, step2Data) : step2Data,
    saveState: 'saved',
    savedAt: changedAt,
    expiresAt: expiryOf(changedAt),
    sentAt,
    lost: loaded.lost,
  };
}

/** Another type than before needs its step 2 saved anew; what was typed for the first one stays on the device. */
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
