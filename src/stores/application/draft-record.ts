/** A draft as stored on the device, and as pages use it. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { FIELDS, PARTS, type Part } from '../../domain/application/fields.ts';
import { isRecord, UNKNOWN_FIELD } from '../../domain/application/fit-form.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { answeredParts, type StepStatus } from '../../domain/application/steps.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import { isInstant } from '../../domain/input/date.ts';
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

/** The request to the company, by the link of a parcel (stores/parcel/ask-company.ts). */
export interface CompanyRequest {
  secret: string;
  parts: Part[];
  /** How this device ended the link, or tried to: a copy of the draft on another device may end it too. */
  endedAs?: ('taken' | 'revoked')[];
}

export interface DraftContent {
  type: ApplicationType | null;
  stepStatus: StepStatus;
  saved: Part[];
  step1Data: FormState;
  step2Data: FormState;
  /** The host's errors until the field is changed: form path → codes; absent in older records. */
  refused?: FieldErrors;
  /** Absent in older records. */
  company?: CompanyRequest | null;
  /** Created with the first attempt; see submission.ts for when it changes. */
  idempotencyKey: string | null;
  /** Of the body sent with the key. */
  fingerprint: string | null;
  /** The e-mail address of that attempt; absent in older records. */
  sentTo?: string | null;
  /** When it was sent without a clear response so far; ISO 8601. */
  sentAt: string | null;
  /** ISO 8601, UTC. */
  changedAt: string;
}

/** Version 1 had no parts: those of a saved step count as saved. A new record format adds a version. */
export const VERSIONS: Versions = {
  current: 2,
  migrations: { 1: (record) => ({ ...record, saved: partsSavedWith(record) }) },
};

function partsSavedWith({ type, stepStatus }: StoredObject): Part[] {
  if (stepStatus === 0) return [];
  return answeredParts(stepStatus === 3 ? readApplicationType(type) : null);
}

export function draftKind(versions: Versions = VERSIONS): RecordKind<DraftContent> {
  return { key: DRAFT_KEY, filePrefix: FILE_PREFIX, forms: ['step1Data', 'step2Data'], versions, fit };
}

function fit(record: StoredObject): ReturnType<RecordKind<DraftContent>['fit']> {
  const { type, stepStatus, saved, sentAt, company: asked } = record;
  const known = type === null ? null : readApplicationType(type);
  const status = STEP_STATUSES.find((known) => known === stepStatus);
  if ((known === null && type !== null) || status === undefined || !isParts(saved)) return null;
  const company = fitCompany(asked);
  const content = {
    type: known,
    stepStatus: status,
    saved: [...new Set(saved)],
    refused: fitRefused(record.refused),
    company,
    idempotencyKey: shortText(record.idempotencyKey),
    fingerprint: shortText(record.fingerprint),
    sentTo: shortText(record.sentTo),
    sentAt: isInstant(sentAt) ? sentAt : null,
  };
  return { content: content as DraftFields, dropped: asked && !company ? [UNKNOWN_FIELD] : [] };
}

type DraftFields = Omit<DraftContent, 'changedAt'>;

const STEP_STATUSES: readonly StepStatus[] = [0, 1, 2, 3];
/** More than the parts of all types, each named once. */
const MAX_PARTS = 50;
/** For a key, a fingerprint, an e-mail address. */
const MAX_SHORT_TEXT = 300;
/** More than a form has questions. */
const MAX_REFUSED = 1000;
const MAX_PATH = 100;

const isParts = (value: unknown): value is Part[] =>
  Array.isArray(value) && value.length <= MAX_PARTS && value.every((part) => Object.hasOwn(PARTS, part));

const shortText = (value: unknown) => (typeof value === 'string' && value.length <= MAX_SHORT_TEXT ? value : null);

/** The format of a field code; `errorText` handles unknown ones. */
const CODE = /^[a-z_]{1,40}$/;
const MAX_CODES = 20;

function fitRefused(value: unknown): FieldErrors {
  const entries = isRecord(value) ? Object.entries(value).slice(0, MAX_REFUSED) : [];
  return Object.fromEntries(
    entries.flatMap(([path, codes]) => {
      const [name = ''] = path.split('.', 1);
      if (path.length > MAX_PATH || !Object.hasOwn(FIELDS, name) || !Array.isArray(codes)) return [];
      const known = codes.slice(0, MAX_CODES).filter((code) => typeof code === 'string' && CODE.test(code));
      return known.length > 0 ? [[path, known]] : [];
    }),
  );
}

function fitCompany(value: unknown): CompanyRequest | null {
  if (!isRecord(value) || typeof value.secret !== 'string' || !isParts(value.parts)) return null;
  if (value.secret.length > MAX_PATH) return null;
  const { secret, parts, endedAs } = value;
  const ends = (['taken', 'revoked'] as const).filter((end) => Array.isArray(endedAs) && endedAs.includes(end));
  return { secret, parts: [...new Set(parts)], ...(ends.length > 0 && { endedAs: ends }) };
}

/** A draft in a page. Its values are as last saved; the form itself may be a second ahead. */
export interface Draft extends Omit<Required<DraftContent>, 'idempotencyKey' | 'fingerprint' | 'sentTo' | 'changedAt'> {
  /** `unavailable`: this page can't read the stored draft; see `reason`. */
  phase: 'loading' | 'ready' | 'unavailable';
  reason: 'newer_version' | 'unreadable' | null;
  saveState: 'idle' | 'saving' | 'saved' | 'failed';
  savedAt: string | null;
  expiresAt: string | null;
  owner: 'here' | 'elsewhere';
  /** Incremented when values were read or cleared: forms that show them are remounted. */
  revision: number;
  /** Form paths of files that the device refused. */
  unsaved: string[];
  lost: LostFile[];
  /** Form paths of unreadable answers; `*` for answers to no field of this version. */
  dropped: string[];
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
    unsaved: [],
    lost: [],
    dropped: [],
    sentAt: null,
  };
}

export function draftOf(loaded: LoadedRecord<DraftContent>): Draft {
  if (loaded.state === 'newer') return { ...blankDraft(), phase: 'unavailable', reason: 'newer_version' };
  if (loaded.state === 'unreadable') return { ...blankDraft(), phase: 'unavailable', reason: 'unreadable' };
  if (loaded.state !== 'read') return { ...blankDraft(), phase: 'ready' };
  const { changedAt, idempotencyKey, fingerprint, sentTo, ...content } = loaded.content;
  const { type, step1Data, step2Data, stepStatus } = content;
  return {
    ...blankDraft(),
    ...content,
    phase: 'ready',
    // A lost file has to be chosen again.
    stepStatus: loaded.lost.length > 0 && stepStatus === 3 ? 2 : stepStatus,
    step1Data: completeForm(type, { step: 1 }, step1Data),
    step2Data: type ? completeForm(type, { step: 2 }, step2Data) : step2Data,
    saveState: 'saved',
    savedAt: changedAt,
    expiresAt: expiryOf(changedAt),
    lost: loaded.lost,
    dropped: loaded.dropped,
  };
}

/** Another type needs its step 2 saved again; answers of the first one stay. */
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
