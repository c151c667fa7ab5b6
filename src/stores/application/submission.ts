/**
 * Sends the application. Rule: sent once is stored once. A lost answer is asked for again with the same key until it is
 * clear what became of the application, and the draft stays until then.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { Answer, ApiError } from '../api/request.ts';
import { loadPasswordRule, passwordIssue } from '../password-rule.ts';
import type { Body, FileProgress } from './body.ts';
import { byFormPath, valuesOf } from './check-forms.ts';
import type { SentAttempt } from './draft-saving.ts';
import type { DraftStore } from './draft-store.ts';
import { type Outcome, outcomeOf, pauseBefore } from './submit-outcome.ts';
import type { Sent, Submitted } from './submitted.ts';

export interface Submission {
  /** `checking`: we are finding out whether it arrived. `refused`: something is to be changed. `failed`: try again. */
  phase: 'idle' | 'sending' | 'checking' | 'refused' | 'failed' | 'done';
  percent: number;
  /** The same for each file, while they are sent. */
  files?: readonly FileProgress[];
  /** While sending: only what has it wait, `slow_down` or `busy`, with the seconds that are waited. */
  error?: ApiError;
  /** With `failed`: it may have arrived all the same; sending again makes no second application. */
  uncertain: boolean;
  /** With `refused`: what this device sent before has arrived, with the answers and the password of then. */
  arrivedBefore?: boolean;
}

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
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>;
  /** Resolves when the device has a network, at once when it has one. */
  online: () => Promise<void>;
  now: () => Date;
  /** Whether an application with this address exists. */
  checkEmail: (email: string, locale: Locale) => Promise<'free' | 'taken' | ApiError>;
  /** Resolves when phone numbers can be checked by country, or can't be at all. */
  loadPhoneCheck: () => Promise<void>;
  /** Takes note of what arrived, and of what only this page may know of it. */
  remember: (submitted: Submitted, sent: Pick<Sent, 'values' | 'password'>) => void;
}

/** What one run of {@link createSubmission} sends, the same at each try. */
interface Ready {
  type: ApplicationType;
  values: ApplicationValues;
  body: Body;
  fingerprint: string;
  password: string;
  locale: Locale;
}

/** The host has too much to do: it did not look at the application, and says when to come back. */
const NOT_LOOKED_AT = new Set<ApiError['code']>(['slow_down', 'busy']);

const IDLE: Submission = { phase: 'idle', percent: 0, uncertain: false };

/** One submission on given ports; the portal's own is in submit.ts. */
export function createSubmission(ports: SubmissionPorts) {
  const { draft } = ports;
  const $state = atom<Submission>(IDLE);
  let running: Promise<void> | undefined;

  /**
   * Sends the draft with the password of the new account, which is held only as long as this runs. A second call while
   * one runs is that same call.
   */
  function submitApplication(password: string, locale: Locale): Promise<void> {
    running ??= submit(password, locale).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function submit(password: string, locale: Locale): Promise<void> {
    $state.set({ ...IDLE, phase: 'sending' });
    try {
      const ready = await prepare(password, locale);
      if (ready) await sendUntilClear(ready);
    } catch {
      // A part of the portal could not be fetched, or a file could not be read.
      $state.set({ phase: 'failed', percent: 0, error: { code: 'no_answer' }, uncertain: sentBefore() });
    }
  }

  const sentBefore = () => draft.$draft.get().sentAt !== null;

  /** Checks the whole application and makes its body; null when that was not possible, and the state says why. */
  async function prepare(password: string, locale: Locale): Promise<Ready | null> {
    await Promise.all([draft.openDraft(), ports.loadPhoneCheck(), loadPasswordRule()]);
    const { owner, phase, type } = draft.$draft.get();
    if (owner === 'elsewhere' || phase !== 'ready' || !type) {
      $state.set({ phase: 'failed', percent: 0, error: { code: 'stale' }, uncertain: sentBefore() });
      return null;
    }
    draft.setRefused({});
    const fields = mistakes(password);
    if (Object.keys(fields).length > 0) {
      refuse({ code: 'validation_failed', fields }, false);
      return null;
    }
    const { bodyOf, fingerprintOf } = await import('./body.ts');
    const values = valuesOf(type, draft.$draft.get());
    const body = bodyOf(type, values);
    return { type, values, body, password, locale, fingerprint: await fingerprintOf(type, body.entries) };
  }

  function mistakes(password: string): FieldErrors {
    const fields = draft.sending.checkAll();
    const { name, surname, email } = draft.$draft.get().step1Data;
    const issue = passwordIssue(password, { name: String(name), surname: String(surname), email: String(email) });
    return issue ? { ...fields, password: [issue] } : fields;
  }

  async function sendUntilClear(ready: Ready): Promise<void> {
    const before = draft.sending.attempt();
    if (await hasArrivedElsewhere(before, ready.locale)) return;
    let { key, uncertain } = await draft.sending.begin(ready.fingerprint);
    let renewed = false;
    let waited = 0;
    for (let tries = 1; ; tries += 1) {
      const outcome = outcomeOf(await sendOnce(ready, key));
      if (outcome.kind === 'stored') return arrive(outcome.record, ready);
      if (outcome.kind === 'mismatch' && !renewed) {
        // The host knows the key with another body, such as another password. A new key is safe: when the first body is
        // stored, the host says that the address is taken.
        renewed = true;
        ({ key } = await draft.sending.begin(ready.fingerprint, true));
        continue;
      }
      const { kind, error } = outcome;
      if (error.code === 'email_taken' && (before.sentAt || renewed)) return endAsArrived(before, error);
      uncertain = stillUncertain(uncertain, outcome);
      const pause = kind === 'unclear' || kind === 'busy' ? pauseBefore(tries, waited, outcome) : null;
      if (pause === null) return end(kind, error, uncertain);
      waited += pause;
      await pauseFor(pause, error, uncertain);
    }
  }

  /**
   * An application that was sent without an answer and then given another address would become a second one, so the
   * first address is asked about before. True when the state says why nothing is sent.
   */
  async function hasArrivedElsewhere(before: SentAttempt, locale: Locale): Promise<boolean> {
    const email = String(draft.$draft.get().step1Data.email);
    if (!before.sentAt || !before.sentTo || before.sentTo.trim() === email.trim()) return false;
    const answer = await ports.checkEmail(before.sentTo, locale);
    if (answer === 'taken') await endAsArrived(before, { code: 'email_taken' });
    else if (answer !== 'free') $state.set({ phase: 'failed', percent: 0, error: answer, uncertain: true });
    return answer !== 'free';
  }

  function sendOnce({ type, body, password, locale }: Ready, idempotencyKey: string): Promise<Answer> {
    const onProgress = (percent: number) => {
      if ($state.get().percent === percent) return;
      $state.set({ ...$state.get(), percent, files: body.progressAt(percent) });
    };
    $state.set({ ...$state.get(), files: body.progressAt(0) });
    return ports.send({ type, form: body.toForm(password), idempotencyKey, locale, onProgress });
  }

  async function pauseFor(seconds: number, error: ApiError, uncertain: boolean): Promise<void> {
    const phase = uncertain ? 'checking' : 'sending';
    const told = NOT_LOOKED_AT.has(error.code) ? { error: { ...error, retryAfter: seconds } } : {};
    $state.set({ phase, percent: 0, uncertain, ...told });
    await ports.wait(seconds * 1000);
    await ports.online();
    $state.set({ phase, percent: 0, uncertain });
  }

  async function end(kind: Outcome['kind'], error: ApiError, uncertain: boolean): Promise<void> {
    if (!uncertain) await draft.sending.end();
    if (kind === 'refused') refuse(withFormPaths(error), uncertain);
    else $state.set({ phase: 'failed', percent: 0, error: withFormPaths(error), uncertain });
  }

  /** Something is to be changed. The draft notes it, to be told at its fields on whichever page they are. */
  function refuse(error: ApiError, uncertain: boolean): void {
    const { password, ...fields } = error.fields ?? {};
    draft.setRefused(fields);
    $state.set({ phase: 'refused', percent: 0, error, uncertain });
  }

  /** The address is taken by the application that this device sent without hearing of it: the attempt of then stays. */
  async function endAsArrived(attempt: SentAttempt, error: ApiError): Promise<void> {
    await draft.sending.goBackTo(attempt);
    $state.set({ phase: 'refused', percent: 0, error, uncertain: false, arrivedBefore: true });
  }

  async function arrive(record: ApplicantRecord, { type, values, password }: Ready): Promise<void> {
    const at = record.application_status_history[0]?.created_at ?? ports.now().toISOString();
    ports.remember({ id: record.id, type, at }, { values, password });
    await draft.sending.arrived();
    $state.set({ phase: 'done', percent: 100, uncertain: false });
  }

  /** Back to the start, for a review that opens again after an outcome was told. Nothing happens while it runs. */
  function resetSubmission(): void {
    if (!running) $state.set(IDLE);
  }

  const $submission: ReadableAtom<Submission> = $state;
  return { $submission, submitApplication, resetSubmission };
}

/** Whether it may have arrived, after one more outcome: a clear word of the host ends the doubt. */
function stillUncertain(before: boolean, outcome: Exclude<Outcome, { kind: 'stored' }>): boolean {
  if (outcome.kind === 'unclear' || outcome.error.code === 'in_progress') return true;
  // What was not looked at says nothing about an earlier try.
  return before && (outcome.error.code === 'offline' || NOT_LOOKED_AT.has(outcome.error.code));
}

/** The host's field errors by form path; a taken address stands at its field. */
function withFormPaths(error: ApiError): ApiError {
  if (error.fields) return { ...error, fields: byFormPath(error.fields) };
  return error.code === 'email_taken' ? { ...error, fields: { email: ['email_taken'] } } : error;
}
