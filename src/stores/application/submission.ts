/**
 * Sends the application once: after a lost response the same body is resent with the same key if the host supports
 * idempotency keys; otherwise only the applicant can decide to resend it.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError, ApiResponse } from '../api/request.ts';
import { checkPassword, loadPasswordRule } from '../password-rule.ts';
import { valuesOf } from './check-forms.ts';
import type { DraftStore, SentAttempt } from './draft-store.ts';

import {
  completeSubmission,
  type EmailAvailability,
  endAsEarlierAttempt,
  endSubmission,
  IDLE_SUBMISSION,
  type PreparedSubmission,
  type RunningSubmission,
  rejectSubmission,
  type Submission,
  type SubmissionPorts,
} from './submission-state.ts';
import { type Outcome, outcomeOf, pauseBefore, provesKeySupport } from './submit-outcome.ts';

const UNPROCESSED = new Set<ApiError['code']>(['slow_down', 'busy']);

export function createSubmission(ports: SubmissionPorts) {
  const own: RunningSubmission = { ports, $state: atom(IDLE_SUBMISSION), running: undefined };

  /** Sends the draft, once at a time; the password is held meanwhile. @param again resend although an attempt may have arrived */
  function submitApplication(password: string, locale: Locale, again = false): Promise<void> {
    own.running ??= submit(own, password, locale, again).finally(() => {
      own.running = undefined;
    });
    return own.running;
  }

  /** Resets the state when the review opens again; no-op while sending. */
  function resetSubmission(): void {
    if (!own.running) own.$state.set(IDLE_SUBMISSION);
  }

  const $submission: ReadableAtom<Submission> = own.$state;
  return { $submission, submitApplication, resetSubmission };
}

async function submit(own: RunningSubmission, password: string, locale: Locale, again: boolean): Promise<void> {
  const { $state } = own;
  $state.set({ ...IDLE_SUBMISSION, phase: 'sending' });
  try {
    const ready = await prepare(own, password, locale);
    if (ready) await sendUntilSettled(own, ready, again);
  } catch {
    // A script could not be loaded, or a file could not be read.
    $state.set({ phase: 'failed', percent: 0, error: { code: 'no_answer' }, uncertain: wasSentBefore(own.ports) });
  }
}

const wasSentBefore = ({ draft }: SubmissionPorts) => draft.$draft.get().sentAt !== null;

/** Validates the application and builds its body; null when the state says why not. */
async function prepare(own: RunningSubmission, password: string, locale: Locale): Promise<PreparedSubmission | null> {
  const { ports, $state } = own;
  const { draft } = ports;
  await Promise.all([draft.openDraft(), ports.loadPhoneCheck(), loadPasswordRule()]);
  const { owner, phase, type } = draft.$draft.get();
  if (owner === 'elsewhere' || phase !== 'ready' || !type) {
    $state.set({ phase: 'failed', percent: 0, error: { code: 'stale' }, uncertain: wasSentBefore(own.ports) });
    return null;
  }
  draft.setRefused({});
  const fields = findErrors(draft, password);
  if (Object.keys(fields).length > 0) {
    rejectSubmission(own, { code: 'validation_failed', fields }, false);
    return null;
  }
  const { bodyOf, fingerprintOf } = await import('./body.ts');
  const values = valuesOf(type, draft.$draft.get());
  const body = bodyOf(type, values);
  return { type, values, body, password, locale, fingerprint: await fingerprintOf(type, body.entries) };
}

function findErrors(draft: DraftStore, password: string): FieldErrors {
  const fields = draft.checkAll();
  const { name, surname, email } = draft.$draft.get().step1Data;
  const issue = checkPassword(password, { name: String(name), surname: String(surname), email: String(email) });
  return issue ? { ...fields, password: [issue] } : fields;
}

async function sendUntilSettled(own: RunningSubmission, ready: PreparedSubmission, again: boolean): Promise<void> {
  const { ports } = own;
  const { draft } = ports;
  const before = draft.attempt;
  if (before.sentAt && !again && !(await mayRepeat(own, before, ready.locale))) return;
  let { key, uncertain } = await draft.beginAttempt(ready.fingerprint);
  let renewed = false;
  let waited = 0;
  for (let tries = 1; ; tries += 1) {
    const outcome = outcomeOf(await sendOnce(own, ready, key));
    if (outcome.result === 'stored') return completeSubmission(own, outcome.created, ready);
    if (provesKeySupport(outcome)) ports.recordKeySupport();
    if (outcome.result === 'mismatch' && !renewed) {
      // The key has another body, as with another password. A new key is safe: a stored first body makes the address taken.
      renewed = true;
      ({ key } = await draft.beginAttempt(ready.fingerprint, true));
      continue;
    }
    const { result, error } = outcome;
    if (ports.supportsKeys() && error.code === 'email_taken' && (before.sentAt || renewed)) {
      return endAsEarlierAttempt(own, before, error);
    }
    uncertain = isStillUncertain(uncertain, outcome);
    const pause = result === 'unclear' || result === 'busy' ? pauseBefore(tries, waited, outcome) : null;
    if (result === 'unclear' && !ports.supportsKeys()) {
      const left = await checkArrival(own, ready, error, tries);
      if (left === null) return;
      tries = left;
      continue;
    }
    // A rejection by a host without keys says nothing about an earlier attempt.
    const isOpen = uncertain || (before.sentAt !== null && !ports.supportsKeys());
    if (pause === null) return endSubmission(own, result, error, { uncertain, isOpen });
    waited += pause;
    await pauseFor(own, pause, error, uncertain);
  }
}

/** Without known keys, check-email is asked before a resend. @returns attempts so far to resend; null when the state says why */
async function checkArrival(
  own: RunningSubmission,
  { locale }: PreparedSubmission,
  error: ApiError,
  from: number,
): Promise<number | null> {
  const { ports } = own;
  for (let tries = from; ; tries += 1) {
    const pause = pauseBefore(tries, 0, { result: 'unclear', error: { code: error.code } });
    if (pause === null) return endAsUnknown(own, error, 'unknown');
    await pauseFor(own, pause, error, true);
    const found = await ports.checkEmail(String(ports.draft.$draft.get().step1Data.email), locale);
    if (ports.supportsKeys()) return tries;
    if (typeof found !== 'string' && isTransient(found)) continue;
    return endAsUnknown(own, error, availabilityOf(found));
  }
}

/** Whether an unanswered attempt may be repeated. With another address it would create a second application, key or not. */
async function mayRepeat(own: RunningSubmission, { sentTo, ...before }: SentAttempt, locale: Locale): Promise<boolean> {
  const { ports, $state } = own;
  const email = String(ports.draft.$draft.get().step1Data.email);
  const asked = sentTo ?? email;
  const isSame = asked.trim() === email.trim();
  if (isSame && ports.supportsKeys()) return true;
  $state.set({ phase: 'checking', percent: 0, uncertain: true });
  const found = await ports.checkEmail(asked, locale);
  if (ports.supportsKeys()) {
    if (isSame || found === 'free') {
      $state.set({ ...IDLE_SUBMISSION, phase: 'sending' });
      return true;
    }
    if (found === 'taken') await endAsEarlierAttempt(own, { sentTo, ...before }, { code: 'email_taken' });
    else $state.set({ phase: 'failed', percent: 0, error: errorOf(found), uncertain: true });
  } else endAsUnknown(own, errorOf(found), availabilityOf(found));
  return false;
}

function endAsUnknown({ $state }: RunningSubmission, error: ApiError, emailAvailability: EmailAvailability): null {
  $state.set({ phase: 'unknown', percent: 0, error, uncertain: true, emailAvailability });
  return null;
}

function sendOnce(
  { ports, $state }: RunningSubmission,
  { type, body, password, locale }: PreparedSubmission,
  idempotencyKey: string,
): Promise<ApiResponse> {
  const onProgress = (percent: number) => {
    if ($state.get().percent === percent) return;
    $state.set({ ...$state.get(), percent, files: body.progressAt(percent) });
  };
  $state.set({ ...$state.get(), files: body.progressAt(0) });
  return ports.send({ type, form: body.toForm(password), idempotencyKey, locale, onProgress });
}

async function pauseFor(
  { ports, $state }: RunningSubmission,
  seconds: number,
  error: ApiError,
  uncertain: boolean,
): Promise<void> {
  const phase = uncertain ? 'checking' : 'sending';
  const shownError = UNPROCESSED.has(error.code) ? { error: { ...error, retryAfter: seconds } } : {};
  $state.set({ phase, percent: 0, uncertain, ...shownError });
  await ports.wait(seconds * 1000);
  await ports.online();
  $state.set({ phase, percent: 0, uncertain });
}

function isStillUncertain(before: boolean, outcome: Exclude<Outcome, { result: 'stored' }>): boolean {
  if (outcome.result === 'unclear' || outcome.error.code === 'in_progress') return true;
  // An unprocessed request says nothing about an earlier attempt.
  return before && (outcome.error.code === 'offline' || UNPROCESSED.has(outcome.error.code));
}

const availabilityOf = (found: EmailAvailability | ApiError): EmailAvailability =>
  typeof found === 'string' ? found : 'unknown';
const errorOf = (found: EmailAvailability | ApiError): ApiError =>
  typeof found === 'string' ? { code: 'no_answer' } : found;

/** No response of the host itself yet: retry. */
const isTransient = ({ code }: ApiError) =>
  ['offline', 'no_answer', 'host_unreachable', 'host_timeout', 'internal', 'busy'].includes(code);
