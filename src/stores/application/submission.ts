/** Sends the application once: without a clear response, the same body again where keys are offered; else the applicant decides. */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import type { BodyForm } from '../../domain/application/body-form.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiResponse, CallRefusal } from '../api/request.ts';
import { checkNewPassword, loadPasswordRule } from '../password-rule.ts';
import type { applicationBody } from './body.ts';
import { valuesOf } from './check-forms.ts';
import type { DraftStore, SentAttempt } from './draft-store.ts';
import { rejectedFields } from './rejected-fields.ts';
import { type Outcome, type StoredOutcome, submitOutcome } from './submit-outcome.ts';
import type { SentApplication, Submitted } from './submitted.ts';

export interface Submission {
  /**
   * `checking` whether it arrived. `refused`: needs changes. `failed`: may be tried again. `unknown`: only the applicant can
   * decide to send it again.
   */
  phase: 'idle' | 'sending' | 'checking' | 'refused' | 'failed' | 'unknown' | 'done';
  percent: number;
  files?: ReturnType<typeof applicationBody.progress>;
  /** While sending: only `slow_down` or `busy`, with the seconds to wait. */
  refusal?: CallRefusal;
  /** With `refused`: the refusal that belongs to no field; null if the fields show everything. */
  notice?: CallRefusal | null;
  /** With `failed`: it may have arrived. A retry creates no second application. */
  uncertain: boolean;
  /** With `unknown`: the result of check-email. */
  emailAvailability?: EmailAvailability;
  /** With `refused`: an earlier attempt of this device has arrived, with the answers and password of that time. */
  arrivedBefore?: boolean;
}

/** `unknown`: no readable response. */
export type EmailAvailability = 'free' | 'taken' | 'unknown';

interface SendRequest {
  type: ApplicationType;
  form: FormData;
  idempotencyKey: string;
  locale: Locale;
  onProgress: (percent: number) => void;
}

interface SubmissionPorts {
  draft: DraftStore;
  send: (request: SendRequest) => Promise<ApiResponse>;
  wait: (ms: number) => Promise<void>;
  online: () => Promise<void>;
  now: () => Date;
  checkEmail: (email: string, locale: Locale) => Promise<EmailAvailability | CallRefusal>;
  /** Whether the host is known to store a creation only once for each key. */
  supportsKeys: () => boolean;
  rememberKeySupport: () => void;
  /** Null without a response. */
  loadBodyForm: () => Promise<BodyForm | null>;
  loadPhoneCheck: () => Promise<void>;
  /** Called with each submission, which changes the draft until it ends. */
  onStart?: (running: Promise<void>) => void;
  /** @param response the host's body @returns settles once application and response are compared */
  storeSubmitted: (
    submitted: Submitted,
    sent: Pick<SentApplication, 'values' | 'password'>,
    response: unknown,
  ) => Promise<void>;
}

interface Prepared {
  type: ApplicationType;
  values: ApplicationValues;
  body: ReturnType<typeof applicationBody.of>;
  fingerprint: string;
  password: string;
  locale: Locale;
}

const IDLE_SUBMISSION: Submission = { phase: 'idle', percent: 0, uncertain: false };

const UNPROCESSED = new Set<CallRefusal['code']>(['slow_down', 'busy']);

export class SubmissionStore {
  readonly #$state = atom(IDLE_SUBMISSION);
  readonly $submission: ReadableAtom<Submission> = this.#$state;
  readonly #ports: SubmissionPorts;
  #running: Promise<void> | undefined;

  constructor(ports: SubmissionPorts) {
    this.#ports = ports;
  }

  /**
   * Sends the draft, one submission at a time; the password stays in memory meanwhile.
   * @param isRepeat sends again although an attempt may have arrived
   */
  submitApplication(password: string, locale: Locale, isRepeat = false): Promise<void> {
    if (this.#running) return this.#running;
    this.#running = this.#submit(password, locale, isRepeat).finally(() => {
      this.#running = undefined;
    });
    this.#ports.onStart?.(this.#running);
    return this.#running;
  }

  /** Resets the state when the review page opens again; no-op while sending. */
  resetSubmission(): void {
    if (!this.#running) this.#$state.set(IDLE_SUBMISSION);
  }

  async #submit(password: string, locale: Locale, isRepeat: boolean): Promise<void> {
    this.#$state.set({ ...IDLE_SUBMISSION, phase: 'sending' });
    try {
      const ready = await this.#prepare(password, locale);
      if (ready) await this.#sendUntilSettled(ready, isRepeat);
    } catch {
      // A script could not be loaded, or a file could not be read.
      this.#fail({ code: 'no_answer' });
    }
  }

  /** Nothing was sent now, but an earlier attempt may have arrived. */
  #fail(refusal: CallRefusal, uncertain = this.#draft.sentAt !== null): void {
    this.#$state.set({ phase: 'failed', percent: 0, refusal, uncertain });
  }

  get #draft() {
    return this.#ports.draft.$draft.get();
  }

  get #email(): string {
    return String(this.#draft.step1Data.email);
  }

  /** Validates the application and builds its body; null when that fails, and the state says why. */
  async #prepare(password: string, locale: Locale): Promise<Prepared | null> {
    const { draft, loadPhoneCheck, loadBodyForm } = this.#ports;
    await Promise.all([draft.openDraft(), loadPhoneCheck(), loadPasswordRule()]);
    const { owner, phase, type } = this.#draft;
    if (owner === 'elsewhere' || phase !== 'ready' || !type) {
      this.#fail({ code: 'stale' });
      return null;
    }
    const bodyForm = await loadBodyForm();
    if (!bodyForm) {
      this.#fail({ code: 'no_answer' });
      return null;
    }
    draft.setMarks({ refused: {} });
    const fields = this.#findErrors(password);
    if (Object.keys(fields).length > 0) {
      this.#reject({ code: 'validation_failed', fields }, false);
      return null;
    }
    const { applicationBody } = await import('./body.ts');
    const values = valuesOf(type, this.#draft);
    const body = applicationBody.of(type, values, bodyForm);
    return { type, values, body, password, locale, fingerprint: await applicationBody.fingerprint(type, body.entries) };
  }

  #findErrors(password: string): FieldErrors {
    const fields = this.#ports.draft.checkAll();
    const { name, surname, email } = this.#draft.step1Data;
    const issue = checkNewPassword(password, { name: String(name), surname: String(surname), email: String(email) });
    return issue ? { ...fields, password: [issue] } : fields;
  }

  async #sendUntilSettled(ready: Prepared, isRepeat: boolean): Promise<void> {
    const { draft, supportsKeys, rememberKeySupport } = this.#ports;
    const before = draft.attempt;
    if (before.sentAt && !isRepeat && !(await this.#mayRepeat(before, ready.locale))) return;
    let { key, uncertain } = await draft.beginAttempt(ready.fingerprint);
    let renewed = false;
    let waited = 0;
    for (let tries = 1; ; tries += 1) {
      const outcome = submitOutcome.of(await this.#sendOnce(ready, key));
      if (outcome.result === 'stored') return this.#complete(outcome, ready);
      if (submitOutcome.provesKeySupport(outcome)) rememberKeySupport();
      if (outcome.result === 'mismatch' && !renewed) {
        // The host knows the key with another body, as with another password. A new key is safe: if the first body was stored,
        // the address is taken.
        renewed = true;
        ({ key } = await draft.beginAttempt(ready.fingerprint, true));
        continue;
      }
      const { result, refusal } = outcome;
      if (supportsKeys() && refusal.code === 'email_taken' && (before.sentAt || renewed)) {
        return this.#endAsEarlierAttempt(before, refusal);
      }
      uncertain = isStillUncertain(uncertain, outcome);
      const pause =
        result === 'unclear' || result === 'busy' ? submitOutcome.pauseBefore(tries, waited, outcome) : null;
      if (result === 'unclear' && !supportsKeys()) {
        const left = await this.#checkArrival(ready.locale, refusal, tries);
        if (left === null) return;
        tries = left;
        continue;
      }
      if (pause === null) {
        // Without keys a rejection says nothing about an earlier attempt: the next one checks first.
        if (!uncertain && (before.sentAt === null || supportsKeys())) await draft.endAttempt();
        if (result === 'refused') return this.#reject(refusal, uncertain);
        return this.#fail(refusal, uncertain);
      }
      waited += pause;
      await this.#pauseFor(pause, refusal, uncertain);
    }
  }

  /**
   * Without idempotency keys, check-email is asked before sending again.
   * @returns attempts so far if it may be sent again; null if not, and the state says why
   */
  async #checkArrival(locale: Locale, refusal: CallRefusal, from: number): Promise<number | null> {
    const { checkEmail, supportsKeys } = this.#ports;
    for (let tries = from; ; tries += 1) {
      const pause = submitOutcome.pauseBefore(tries, 0, { result: 'unclear', refusal: { code: refusal.code } });
      if (pause === null) return this.#endAsUnknown(refusal, 'unknown');
      await this.#pauseFor(pause, refusal, true);
      const found = await checkEmail(this.#email, locale);
      if (supportsKeys()) return tries;
      if (typeof found !== 'string' && isTransient(found)) continue;
      return this.#endAsUnknown(refusal, availabilityOf(found));
    }
  }

  /**
   * Whether an unanswered attempt may be repeated. With another address it would create a second application, even with a key.
   */
  async #mayRepeat(before: SentAttempt, locale: Locale): Promise<boolean> {
    const { checkEmail, supportsKeys } = this.#ports;
    const asked = before.sentTo ?? this.#email;
    const isSame = asked.trim() === this.#email.trim();
    if (isSame && supportsKeys()) return true;
    this.#$state.set({ phase: 'checking', percent: 0, uncertain: true });
    const found = await checkEmail(asked, locale);
    if (supportsKeys()) {
      if (isSame || found === 'free') {
        this.#$state.set({ ...IDLE_SUBMISSION, phase: 'sending' });
        return true;
      }
      if (found === 'taken') await this.#endAsEarlierAttempt(before, { code: 'email_taken' });
      else this.#fail(errorOf(found), true);
    } else this.#endAsUnknown(errorOf(found), availabilityOf(found));
    return false;
  }

  async #sendOnce({ type, body, password, locale }: Prepared, idempotencyKey: string): Promise<ApiResponse> {
    const { applicationBody } = await import('./body.ts');
    const $state = this.#$state;
    const onProgress = (percent: number) => {
      if ($state.get().percent === percent) return;
      $state.set({ ...$state.get(), percent, files: applicationBody.progress(body.entries, percent) });
    };
    $state.set({ ...$state.get(), files: applicationBody.progress(body.entries, 0) });
    return this.#ports.send({ type, form: body.toForm(password), idempotencyKey, locale, onProgress });
  }

  async #pauseFor(seconds: number, refusal: CallRefusal, uncertain: boolean): Promise<void> {
    const { wait, online } = this.#ports;
    const phase = uncertain ? 'checking' : 'sending';
    const shown = UNPROCESSED.has(refusal.code) ? { refusal: { ...refusal, retryAfter: seconds } } : {};
    this.#$state.set({ phase, percent: 0, uncertain, ...shown });
    await wait(seconds * 1000);
    await online();
    this.#$state.set({ phase, percent: 0, uncertain });
  }

  async #complete({ created, body }: StoredOutcome, { type, values, password }: Prepared): Promise<void> {
    const { draft, now, storeSubmitted } = this.#ports;
    const { id, at, mailsSteps } = created;
    const submitted = { id, type, at: at ?? now().toISOString(), mailsSteps };
    const compared = storeSubmitted(submitted, { values, password }, body);
    await draft.emptyAfterArrival();
    await compared;
    this.#$state.set({ phase: 'done', percent: 100, uncertain: false });
  }

  /** Stores the field errors that the host reported in the draft, for every page. */
  #reject(refusal: CallRefusal, uncertain: boolean): void {
    const { fields, notice } = rejectedFields(this.#draft.type, refusal, 'password');
    const { password, ...others } = fields;
    this.#ports.draft.setMarks({ refused: others });
    this.#$state.set({ phase: 'refused', percent: 0, refusal: { ...refusal, fields }, notice, uncertain });
  }

  /** An earlier attempt of this device has taken the address, and counts. */
  async #endAsEarlierAttempt(attempt: SentAttempt, refusal: CallRefusal): Promise<void> {
    await this.#ports.draft.restoreAttempt(attempt);
    this.#$state.set({ phase: 'refused', percent: 0, refusal, uncertain: false, arrivedBefore: true });
  }

  #endAsUnknown(refusal: CallRefusal, emailAvailability: EmailAvailability): null {
    this.#$state.set({ phase: 'unknown', percent: 0, refusal, uncertain: true, emailAvailability });
    return null;
  }
}

function isStillUncertain(before: boolean, outcome: Exclude<Outcome, { result: 'stored' }>): boolean {
  if (outcome.result === 'unclear' || outcome.refusal.code === 'in_progress') return true;
  // A request that was not processed says nothing about an earlier attempt.
  return before && (outcome.refusal.code === 'offline' || UNPROCESSED.has(outcome.refusal.code));
}

const availabilityOf = (found: EmailAvailability | CallRefusal): EmailAvailability =>
  typeof found === 'string' ? found : 'unknown';
const errorOf = (found: EmailAvailability | CallRefusal): CallRefusal =>
  typeof found === 'string' ? { code: 'no_answer' } : found;

/** True where the host itself has not responded yet: worth another attempt. */
const isTransient = ({ code }: CallRefusal) =>
  ['offline', 'no_answer', 'host_unreachable', 'host_timeout', 'internal', 'busy'].includes(code);
