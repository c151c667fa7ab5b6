/** State, ports and outcomes of a submission; see submission.ts. */
import type { PreinitializedWritableAtom } from 'nanostores';
import type { Created } from '../../domain/application/created.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { splitError } from '../api/refusal.ts';
import type { ApiError, ApiResponse } from '../api/request.ts';
import type { Body, FileProgress } from './body.ts';
import { byFormPath } from './check-forms.ts';
import type { DraftStore, SentAttempt } from './draft-store.ts';
import { fieldOf } from './field-of.ts';

import type { Outcome } from './submit-outcome.ts';
import type { SentApplication, Submitted } from './submitted.ts';

export interface Submission {
  /** `checking` whether it arrived. `refused`: needs changes. `failed`: retry. `unknown`: only the applicant can decide to resend. */
  phase: 'idle' | 'sending' | 'checking' | 'refused' | 'failed' | 'unknown' | 'done';
  percent: number;
  files?: readonly FileProgress[];
  /** While sending: only `slow_down` or `busy`, with the seconds of the wait. */
  error?: ApiError;
  /** With `refused`: the error of no field; null if the fields say everything. */
  notice?: ApiError | null;
  /** With `failed`: it may have arrived; a retry creates no second application. */
  uncertain: boolean;
  /** With `unknown`: the result of check-email. */
  emailAvailability?: EmailAvailability;
  /** With `refused`: this device's earlier attempt has arrived, with the answers and password of then. */
  arrivedBefore?: boolean;
}

/** `unknown`: no readable response. */
export type EmailAvailability = 'free' | 'taken' | 'unknown';

export interface SendRequest {
  type: ApplicationType;
  form: FormData;
  idempotencyKey: string;
  locale: Locale;
  onProgress: (percent: number) => void;
}

export interface SubmissionPorts {
  draft: DraftStore;
  send: (request: SendRequest) => Promise<ApiResponse>;
  wait: (ms: number) => Promise<void>;
  online: () => Promise<void>;
  now: () => Date;
  checkEmail: (email: string, locale: Locale) => Promise<EmailAvailability | ApiError>;
  /** Whether the host is known to store a creation once per key. */
  supportsKeys: () => boolean;
  recordKeySupport: () => void;
  loadPhoneCheck: () => Promise<void>;
  storeSubmitted: (submitted: Submitted, sent: Pick<SentApplication, 'values' | 'password'>) => void;
}

export interface PreparedSubmission {
  type: ApplicationType;
  values: ApplicationValues;
  body: Body;
  fingerprint: string;
  password: string;
  locale: Locale;
}

export const IDLE_SUBMISSION: Submission = { phase: 'idle', percent: 0, uncertain: false };

export interface RunningSubmission {
  ports: SubmissionPorts;
  $state: PreinitializedWritableAtom<Submission>;
  running: Promise<void> | undefined;
}

/** Ends an attempt. `isOpen`: it may have arrived, so the next one checks first. */
export async function endSubmission(
  own: RunningSubmission,
  result: Outcome['result'],
  error: ApiError,
  { uncertain, isOpen }: { uncertain: boolean; isOpen: boolean },
): Promise<void> {
  const { ports, $state } = own;
  if (!isOpen) await ports.draft.endAttempt();
  if (result === 'refused') rejectSubmission(own, withFormPaths(error), uncertain);
  else $state.set({ phase: 'failed', percent: 0, error: withFormPaths(error), uncertain });
}

/** Stores the host's field errors in the draft, for every page. */
export function rejectSubmission({ ports, $state }: RunningSubmission, error: ApiError, uncertain: boolean): void {
  const { draft } = ports;
  const { type } = draft.$draft.get();
  const { fields, notice } = splitError(error, (path) => (path === 'password' ? path : fieldOf(type, path)));
  const { password, ...others } = fields;
  draft.setRefused(others);
  $state.set({ phase: 'refused', percent: 0, error: { ...error, fields }, notice, uncertain });
}

/** The address is taken by this device's own earlier attempt, which stays. */
export async function endAsEarlierAttempt(
  { ports, $state }: RunningSubmission,
  attempt: SentAttempt,
  error: ApiError,
): Promise<void> {
  await ports.draft.restoreAttempt(attempt);
  $state.set({ phase: 'refused', percent: 0, error, uncertain: false, arrivedBefore: true });
}

export async function completeSubmission(
  { ports, $state }: RunningSubmission,
  { id, at, isOfContract }: Created,
  { type, values, password }: PreparedSubmission,
): Promise<void> {
  const submitted = { id, type, at: at ?? ports.now().toISOString(), isOfContract };
  ports.storeSubmitted(submitted, { values, password });
  await ports.draft.emptyAfterArrival();
  $state.set({ phase: 'done', percent: 100, uncertain: false });
}

/** Converts the host's errors to form paths; a taken address becomes a field error. */
function withFormPaths(error: ApiError): ApiError {
  if (error.fields) return { ...error, fields: byFormPath(error.fields) };
  return error.code === 'email_taken' ? { ...error, fields: { email: ['email_taken'] } } : error;
}
