/** A draft as stored on the device, and as pages use it. */
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { FIELDS, PARTS, type Part } from '../../domain/application/fields.ts';
import { isPlainObject, UNKNOWN_FIELD } from '../../domain/application/fit-form.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import type { StepStatus } from '../../domain/application/steps.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import { isInstant } from '../../domain/input/date.ts';
import { type DeviceState, type DraftKind, UNREAD } from '../device/device-state.ts';
import { completeForm, isBlankForm, type LostFile } from '../device/form-values.ts';
import { draftExpiry, type EntryKind, type StoredObject } from '../device/stored-entry.ts';

export const DRAFT_KEY = 'application';
const FILE_PREFIX = 'file:';

/** The request to a company to fill in its part, by a link (stores/parcel/company-asker.ts). */
interface CompanyRequest {
  secret: string;
  parts: Part[];
}

/** The link by which the draft moves to another device (stores/parcel/draft-sender.ts). */
interface DraftMove {
  secret: string;
  /** Since when the other device has the draft, and this one only a copy; ISO 8601. Null while the link waits. */
  movedAt: string | null;
}

export interface DraftContent {
  type: ApplicationType | null;
  stepStatus: StepStatus;
  saved: Part[];
  step1Data: FormState;
  step2Data: FormState;
  /** Errors that the host reported, until the field is changed: form path → codes. */
  refused: FieldErrors;
  company: CompanyRequest | null;
  move: DraftMove | null;
  /** Created with the first attempt; see submission.ts for when it changes. */
  idempotencyKey: string | null;
  /** Fingerprint of the body that was sent with the key. */
  fingerprint: string | null;
  /** The e-mail address of that attempt. */
  sentTo: string | null;
  /** When it was sent without a clear response since; ISO 8601. */
  sentAt: string | null;
  /** ISO 8601, UTC. */
  changedAt: string;
}

export const DRAFT_VERSION = 1;

function fit(record: StoredObject): ReturnType<EntryKind<DraftContent>['fit']> {
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
    move: fitMove(record.move, record.changedAt),
    idempotencyKey: shortText(record.idempotencyKey),
    fingerprint: shortText(record.fingerprint),
    sentTo: shortText(record.sentTo),
    sentAt: isInstant(sentAt) ? sentAt : null,
  };
  return { content: content as DraftFields, dropped: asked && !company ? [UNKNOWN_FIELD] : [] };
}

type DraftFields = Omit<DraftContent, 'changedAt'>;

const STEP_STATUSES: readonly StepStatus[] = [0, 1, 2, 3];
/** Most saved parts: more than all types have together. */
const MAX_PARTS = 50;
/** Most characters of a key, a fingerprint, an e-mail address. */
const MAX_SHORT_TEXT = 300;
/** Most refused fields: more than a form has questions. */
const MAX_REFUSED = 1000;
const MAX_PATH = 100;

const isParts = (value: unknown): value is Part[] =>
  Array.isArray(value) && value.length <= MAX_PARTS && value.every((part) => Object.hasOwn(PARTS, part));

const shortText = (value: unknown) => (typeof value === 'string' && value.length <= MAX_SHORT_TEXT ? value : null);

/** The shape of a field code; `errorText` handles unknown ones. */
const CODE = /^[a-z_]{1,40}$/;
const MAX_CODES = 20;

function fitRefused(value: unknown): FieldErrors {
  const entries = isPlainObject(value) ? Object.entries(value).slice(0, MAX_REFUSED) : [];
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
  if (!isPlainObject(value) || typeof value.secret !== 'string' || !isParts(value.parts)) return null;
  if (value.secret.length > MAX_PATH) return null;
  const { secret, parts } = value;
  return { secret, parts: [...new Set(parts)] };
}

/** @param changedAt stands for the time of a move that an earlier version stored as `hasArrived` */
function fitMove(value: unknown, changedAt: unknown): DraftMove | null {
  if (!isPlainObject(value) || typeof value.secret !== 'string' || value.secret.length > MAX_PATH) return null;
  const movedAt = value.hasArrived === true ? changedAt : value.movedAt;
  return { secret: value.secret, movedAt: isInstant(movedAt) ? movedAt : null };
}

/** A draft as pages use it. */
export type Draft = DeviceState & Omit<DraftContent, 'changedAt'>;

const BLANK: Draft = {
  ...UNREAD,
  type: null,
  stepStatus: 0,
  saved: [],
  step1Data: emptyForm(null, { step: 1 }),
  step2Data: {},
  refused: {},
  company: null,
  move: null,
  idempotencyKey: null,
  fingerprint: null,
  sentTo: null,
  sentAt: null,
};

export function draftKind(version = DRAFT_VERSION): DraftKind<Draft, DraftContent> {
  return {
    key: DRAFT_KEY,
    filePrefix: FILE_PREFIX,
    version,
    forms: ['step1Data', 'step2Data'],
    fit,
    expiryOf: draftExpiry,
    blank: BLANK,
    contentOf,
    stateOf,
  };
}

/** What is stored. A draft with a type alone is stored only over an existing draft. */
function contentOf(draft: Draft, isOnDevice: boolean): DraftFields | null {
  const { type, stepStatus, saved, step1Data, step2Data, refused, company, move } = draft;
  const isUntouched =
    stepStatus === 0 && saved.length === 0 && !company && !move && isBlankForm([step1Data, step2Data]);
  if (isUntouched && (type === null || !isOnDevice)) return null;
  const { idempotencyKey, fingerprint, sentTo, sentAt } = draft;
  const attempt = { idempotencyKey, fingerprint, sentTo, sentAt };
  return { type, stepStatus, saved, step1Data, step2Data, refused, company, move, ...attempt };
}

function stateOf({ changedAt, ...content }: DraftContent, lost: readonly LostFile[]): Partial<Draft> {
  const { type, stepStatus, step1Data, step2Data } = content;
  return {
    ...content,
    // A lost file has to be chosen again, so its step is no longer finished.
    stepStatus: lost.length > 0 && stepStatus === 3 ? 2 : stepStatus,
    step1Data: completeForm(type, { step: 1 }, step1Data),
    step2Data: type ? completeForm(type, { step: 2 }, step2Data) : step2Data,
  };
}

/** Another type needs its step 2 saved again; answers of the first one stay. */
export function withType(draft: Draft, type: ApplicationType): Draft {
  if (draft.type === type) return draft;
  const { stepStatus, step2Data } = draft;
  return {
    ...draft,
    type,
    stepStatus: stepStatus === 0 ? 0 : 1,
    saved: draft.saved.filter((part) => PARTS[part].step === 1),
    step2Data: completeForm(type, { step: 2 }, step2Data),
  };
}
