/**
 * Sends the application. Sent once is stored once: after a lost answer the same body goes out under the same key where the
 * host has shown that it knows such keys. Elsewhere nothing is sent again unless the applicant decides so.
 */
import { atom, type PreinitializedWritableAtom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Created } from '../../domain/application/created.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { shownOf } from '../api/refusal.ts';
import type { Answer, ApiError } from '../api/request.ts';
import { loadPasswordRule, passwordIssue } from '../password-rule.ts';
import type { Body, FileProgress } from './body.ts';
import { byFormPath, valuesOf } from './check-forms.ts';
import type { SentAttempt } from './draft-saving.ts';
import type { DraftStore } from './draft-store.ts';
import { fieldOf } from './field-of.ts';
import { type Outcome, outcomeOf, pauseBefore, showsKeys } from './submit-outcome.ts';
import type { Sent, Submitted } from './submitted.ts';

export interface Submission {
  /**
   * `checking`: finding out whether it arrived. `refused`: something has to be changed. `failed`: try again. `unknown`: it may
   * have arrived, and only the applicant can decide to send it again.
   */
  phase: 'idle' | 'sending' | 'checking' | 'refused' | 'failed' | 'unknown' | 'done';
  percent: number;
  files?: readonly FileProgress[];
  /** While sending: only `slow_down` or `busy`, with the seconds of the wait. */
  error?: ApiError;
  /** With `refused`: what no field of the form says; null where the fields say everything. */
  notice?: ApiError | null;
  /** With `failed`: it may have arrived; a retry makes no second application. */
  uncertain: boolean;
  /** With `unknown`: what check-email says of the address. */
  found?: AddressFound;
  /** With `refused`: this device's earlier attempt has arrived, with the answers and password of then. */
  arrivedBefore?: boolean;
}

/** `unknown`: no answer, or one that can't be read. */
export type AddressFound = 'free' | 'taken' | 'unknown';

export interface SendRequest {
  type: ApplicationType;
  form: FormData;
  idempotencyKey: string;
  locale: Locale;
  onProgress: (percent: number) => void;
}

export interface SubmissionPorts {
  draft: DraftStore;
  send: (request: SendRequest) => Promise<Answer>;
  wait: (ms: number) => Promise<void>;
  online: () => Promise<void>;
  now: () => Date;
  checkEmail: (email: string, locale: Locale) => Promise<AddressFound | ApiError>;
  /** Whether the host has shown that it stores a creation once for its key. */
  knowsKeys: () => boolean;
  noteKeys: () => void;
  /** Resolves when the numbering plans are loaded, or can't be. */
  loadPhoneCheck: () => Promise<void>;
  /** Notes what arrived, for the success page. */
  remember: (submitted: Submitted, sent: Pick<Sent, 'values' | 'password'>) => void;
}

/** One run's input, the same at each try. */
interface Ready {
  type: ApplicationType;
  values: ApplicationValues;
  body: Body;
  fingerprint: string;
  password: string;
  locale: Locale;
}

/** The host was too busy to look at the application. */
const NOT_LOOKED_AT = new Set<ApiError['code']>(['slow_down', 'busy']);

const IDLE: Submission = { phase: 'idle', percent: 0, uncertain: false };

interface Own {
  ports: SubmissionPorts;
  $state: PreinitializedWritableAtom<Submission>;
  running: Promise<void> | undefined;
}

/** On given ports; the portal's own is in submit.ts. */
export function createSubmission(ports: SubmissionPorts) {
  const own: Own = { ports, $state: atom(IDLE), running: undefined };

  /**
   * Sends the draft; a second call meanwhile is the same. The password is held only as long as this runs.
   * @param again the applicant has decided to send it, although an earlier attempt may have arrived
   */
  function submitApplication(password: string, locale: Locale, again = false): Promise<void> {
    own.running ??= submit(own, password, locale, again).finally(() => {
      own.running = undefined;
    });
    return own.running;
  }

  /** For a review that opens again; nothing happens while sending. */
  function resetSubmission(): void {
    if (!own.running) own.$state.set(IDLE);
  }

  const $submission: ReadableAtom<Submission> = own.$state;
  return { $submission, submitApplication, resetSubmission };
}

async function submit(own: Own, password: string, locale: Locale, again: boolean): Promise<void> {
  const { $state } = own;
  $state.set({ ...IDLE, phase: 'sending' });
  try {
    const ready = await prepare(own, password, locale);
    if (ready) await sendUntilClear(own, ready, again);
  } catch {
    // A script could not be loaded, or a file could not be read.
    $state.set({ phase: 'failed', percent: 0, error: { code: 'no_answer' }, uncertain: sentBefore(own.ports) });
  }
}

const sentBefore = ({ draft }: SubmissionPorts) => draft.$draft.get().sentAt !== null;

/** Validates the whole and makes its body; null when the state says why not. */
async function prepare(own: Own, password: string, locale: Locale): Promise<Ready | null> {
  const { ports, $state } = own;
  const { draft } = ports;
  await Promise.all([draft.openDraft(), ports.loadPhoneCheck(), loadPasswordRule()]);
  const { owner, phase, type } = draft.$draft.get();
  if (owner === 'elsewhere' || phase !== 'ready' || !type) {
    $state.set({ phase: 'failed', percent: 0, error: { code: 'stale' }, uncertain: sentBefore(own.ports) });
    return null;
  }
  draft.setRefused({});
  const fields = mistakes(draft, password);
  if (Object.keys(fields).length > 0) {
    refuse(own, { code: 'validation_failed', fields }, false);
    return null;
  }
  const { bodyOf, fingerprintOf } = await import('./body.ts');
  const values = valuesOf(type, draft.$draft.get());
  const body = bodyOf(type, values);
  return { type, values, body, password, locale, fingerprint: await fingerprintOf(type, body.entries) };
}

function mistakes(draft: DraftStore, password: string): FieldErrors {
  const fields = draft.sending.checkAll();
  const { name, surname, email } = draft.$draft.get().step1Data;
  const issue = passwordIssue(password, { name: String(name), surname: String(surname), email: String(email) });
  return issue ? { ...fields, password: [issue] } : fields;
}

async function sendUntilClear(own: Own, ready: Ready, again: boolean): Promise<void> {
  const { ports } = own;
  const { draft } = ports;
  const before = draft.sending.attempt();
  if (before.sentAt && !again && !(await mayRepeat(own, before, ready.locale))) return;
  let { key, uncertain } = await draft.sending.begin(ready.fingerprint);
  let renewed = false;
  let waited = 0;
  for (let tries = 1; ; tries += 1) {
    const outcome = outcomeOf(await sendOnce(own, ready, key));
    if (outcome.kind === 'stored') return arrive(own, outcome.created, ready);
    if (showsKeys(outcome)) ports.noteKeys();
    if (outcome.kind === 'mismatch' && !renewed) {
      // The key is known with another body, as of another password. A new one is safe: if the first body is stored,
      // the host answers that the address is taken.
      renewed = true;
      ({ key } = await draft.sending.begin(ready.fingerprint, true));
      continue;
    }
    const { kind, error } = outcome;
    if (ports.knowsKeys() && error.code === 'email_taken' && (before.sentAt || renewed)) {
      return endAsArrived(own, before, error);
    }
    uncertain = stillUncertain(uncertain, outcome);
    const pause = kind === 'unclear' || kind === 'busy' ? pauseBefore(tries, waited, outcome) : null;
    if (kind === 'unclear' && !ports.knowsKeys()) {
      const left = await askWhetherArrived(own, ready, error, tries);
      if (left === null) return;
      tries = left;
      continue;
    }
    // What a host without keys refuses now says nothing about an earlier attempt.
    const isOpen = uncertain || (before.sentAt !== null && !ports.knowsKeys());
    if (pause === null) return end(own, kind, error, { uncertain, isOpen });
    waited += pause;
    await pauseFor(own, pause, error, uncertain);
  }
}

/**
 * After a lost answer of a host that has shown no keys: nothing is sent before check-email has answered, which may show them.
 * @returns the tries so far where the body may go out again under its key; null when the state says what is known
 */
async function askWhetherArrived(own: Own, { locale }: Ready, error: ApiError, from: number): Promise<number | null> {
  const { ports, $state } = own;
  for (let tries = from; ; tries += 1) {
    const pause = pauseBefore(tries, 0, { kind: 'unclear', error: { code: error.code } });
    if (pause === null) {
      $state.set({ phase: 'unknown', percent: 0, error, uncertain: true, found: 'unknown' });
      return null;
    }
    await pauseFor(own, pause, error, true);
    const found = await ports.checkEmail(String(ports.draft.$draft.get().step1Data.email), locale);
    if (ports.knowsKeys()) return tries;
    if (typeof found !== 'string' && isPassing(found)) continue;
    $state.set({ phase: 'unknown', percent: 0, error, uncertain: true, found: wordOf(found) });
    return null;
  }
}

/**
 * Whether the draft may be sent although an earlier attempt was not answered: with its key, or when it can't have arrived.
 * With another address than that attempt's a second application would be made, key or not.
 */
async function mayRepeat(own: Own, { sentTo, ...before }: SentAttempt, locale: Locale): Promise<boolean> {
  const { ports, $state } = own;
  const email = String(ports.draft.$draft.get().step1Data.email);
  const asked = sentTo ?? email;
  const isSame = asked.trim() === email.trim();
  if (isSame && ports.knowsKeys()) return true;
  $state.set({ phase: 'checking', percent: 0, uncertain: true });
  const found = await ports.checkEmail(asked, locale);
  if (ports.knowsKeys()) {
    if (isSame || found === 'free') {
      $state.set({ ...IDLE, phase: 'sending' });
      return true;
    }
    if (found === 'taken') await endAsArrived(own, { sentTo, ...before }, { code: 'email_taken' });
    else $state.set({ phase: 'failed', percent: 0, error: errorOf(found), uncertain: true });
  } else $state.set({ phase: 'unknown', percent: 0, error: errorOf(found), uncertain: true, found: wordOf(found) });
  return false;
}

function sendOnce(
  { ports, $state }: Own,
  { type, body, password, locale }: Ready,
  idempotencyKey: string,
): Promise<Answer> {
  const onProgress = (percent: number) => {
    if ($state.get().percent === percent) return;
    $state.set({ ...$state.get(), percent, files: body.progressAt(percent) });
  };
  $state.set({ ...$state.get(), files: body.progressAt(0) });
  return ports.send({ type, form: body.toForm(password), idempotencyKey, locale, onProgress });
}

async function pauseFor({ ports, $state }: Own, seconds: number, error: ApiError, uncertain: boolean): Promise<void> {
  const phase = uncertain ? 'checking' : 'sending';
  const told = NOT_LOOKED_AT.has(error.code) ? { error: { ...error, retryAfter: seconds } } : {};
  $state.set({ phase, percent: 0, uncertain, ...told });
  await ports.wait(seconds * 1000);
  await ports.online();
  $state.set({ phase, percent: 0, uncertain });
}

/** @param state.isOpen some attempt may have arrived: the next one asks first */
async function end(
  own: Own,
  kind: Outcome['kind'],
  error: ApiError,
  { uncertain, isOpen }: { uncertain: boolean; isOpen: boolean },
): Promise<void> {
  const { ports, $state } = own;
  if (!isOpen) await ports.draft.sending.end();
  if (kind === 'refused') refuse(own, withFormPaths(error), uncertain);
  else $state.set({ phase: 'failed', percent: 0, error: withFormPaths(error), uncertain });
}

/** The draft notes what its fields say of the refusal, for every page. */
function refuse({ ports, $state }: Own, error: ApiError, uncertain: boolean): void {
  const { draft } = ports;
  const { type } = draft.$draft.get();
  const { fields, notice } = shownOf(error, (path) => (path === 'password' ? path : fieldOf(type, path)));
  const { password, ...others } = fields;
  draft.setRefused(others);
  $state.set({ phase: 'refused', percent: 0, error: { ...error, fields }, notice, uncertain });
}

/** The address is taken by this device's own earlier attempt, which stays. */
async function endAsArrived({ ports, $state }: Own, attempt: SentAttempt, error: ApiError): Promise<void> {
  await ports.draft.sending.goBackTo(attempt);
  $state.set({ phase: 'refused', percent: 0, error, uncertain: false, arrivedBefore: true });
}

async function arrive(
  { ports, $state }: Own,
  { id, at, isOfContract }: Created,
  { type, values, password }: Ready,
): Promise<void> {
  const submitted = { id, type, at: at ?? ports.now().toISOString(), isOfContract };
  ports.remember(submitted, { values, password });
  await ports.draft.sending.arrived();
  $state.set({ phase: 'done', percent: 100, uncertain: false });
}

function stillUncertain(before: boolean, outcome: Exclude<Outcome, { kind: 'stored' }>): boolean {
  if (outcome.kind === 'unclear' || outcome.error.code === 'in_progress') return true;
  // What was not looked at says nothing about an earlier try.
  return before && (outcome.error.code === 'offline' || NOT_LOOKED_AT.has(outcome.error.code));
}

/** The host's field errors by form path; a taken address becomes one. */
function withFormPaths(error: ApiError): ApiError {
  if (error.fields) return { ...error, fields: byFormPath(error.fields) };
  return error.code === 'email_taken' ? { ...error, fields: { email: ['email_taken'] } } : error;
}

const wordOf = (found: AddressFound | ApiError): AddressFound => (typeof found === 'string' ? found : 'unknown');
const errorOf = (found: AddressFound | ApiError): ApiError =>
  typeof found === 'string' ? { code: 'no_answer' } : found;

/** No answer of the host yet: it is asked once more. */
const isPassing = ({ code }: ApiError) =>
  ['offline', 'no_answer', 'host_unreachable', 'host_timeout', 'internal', 'busy'].includes(code);
