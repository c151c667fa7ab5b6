/**
 * The form of a stored draft and its versions. Rule: a newer portal reads every older draft; an older portal leaves a
 * newer draft alone.
 */
import { PARTS, type Part } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { answeredParts, type StepStatus } from '../../domain/application/steps.ts';
import { APPLICATION_TYPES, type ApplicationType, readApplicationType } from '../../domain/application/types.ts';

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
