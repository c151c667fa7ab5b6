/**
 * Sends the application. Rule: sent once is stored once. A lost answer is asked for again with the same key until it is
 * clear what became of the application, and the draft stays until then.
 */
import { atom, type ReadableAtom } from 'nanostores';
import { passwordIssue } from '../../domain/account/password.ts';
import { readData } from '../../domain/api/answers.ts';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { Answer, ApiError } from '../api/answer.ts';
import type { Body } from './body.ts';
import { byFormPath, valuesOf } from './check-step.ts';
import type { DraftStore } from './draft-store.ts';
import type { Submitted } from './submitted.ts';

export interface Submission {
  /** `checking`: we are finding out whether it arrived. `refused`: something is to be changed. `failed`: try again. */
  phase: 'idle' | 'sending' | 'checking' | 'refused' | 'failed' | 'done';
  percent: number;
  error?: ApiError;
  /** With `failed`: it may have arrived all the same; sending again does not make a second application. */
  uncertain: boolean;
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
  /** Resolves when phone numbers can be checked by country, or can't be at all. */
  loadPhoneCheck: () => Promise<void>;
  remember: (submitted: Submitted) => void;
}

/** Pauses between tries whose outcome is not clear. */
const PAUSES_S = [1, 3, 8, 15, 30];
/** A host that asks for a longer pause than this is not waited for. */
const LONGEST_PAUSE_S = 90;

const IDLE: Submission = { phase: 'idle', percent: 0, uncertain: false };

type Outcome = 'stored' | 'unclear' | 'busy' | 'mismatch' | 'refused' | 'failed';

function outcomeOf(answer: Answer): Outcome {
  // A 2xx that can't be read: it is stored, and the same key brings the same answer again.
  if (answer.ok) return readData(answer.body) ? 'stored' : 'unclear';
  switch (answer.error.code) {
    case 'no_answer':
    case 'unreadable':
    case 'host_unreachable':
    case 'host_timeout':
      return 'unclear';
    case 'internal':
      // 500 is the host's own word that nothing was stored; any other 5xx came from something in between.
      return answer.status === 500 ? 'failed' : 'unclear';
    case 'in_progress':
    case 'slow_down':
      return 'busy';
    case 'idempotency_mismatch':
      return 'mismatch';
    case 'validation_failed':
    case 'email_taken':
      return 'refused';
    default:
      return 'failed';
  }
}

interface Ready {
  type: ApplicationType;
  body: Body;
  password: string;
  fingerprint: string;
}

/** One submission on given ports; the portal's own is in submit.ts. */
export function createSubmission(ports: SubmissionPorts) {
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

  const refuse = (error: ApiError) => $state.set({ phase: 'refused', percent: 0, error, uncertain: false });
  const fail = (error: ApiError, uncertain: boolean) => $state.set({ phase: 'failed', percent: 0, error, uncertain });

  const stopped = (_said: void) => null;

  async function submit(password: string, locale: Locale): Promise<void> {
    $state.set({ ...IDLE, phase: 'sending' });
    try {
      const ready = await prepare(password);
      if (ready) await sendUntilClear(ready, locale);
    } catch {
      // What is left are parts of the portal that could not be fetched, and files that could not be read: nothing was sent.
      fail({ code: 'no_answer' }, false);
    }
  }

  /** Checks the whole application and makes its body; null when that was not possible, and the state says why. */
  async function prepare(password: string): Promise<Ready | null> {
    const { draft } = ports;
    await Promise.all([draft.openDraft(), ports.loadPhoneCheck()]);
    const { owner, phase } = draft.$draft.get();
    if (owner === 'elsewhere' || phase !== 'ready') return stopped(fail({ code: 'stale' }, false));
    const fields = mistakes(password);
    if (Object.keys(fields).length > 0) return stopped(refuse({ code: 'validation_failed', fields }));
    const { type } = draft.$draft.get();
    if (!type) return stopped(fail({ code: 'stale' }, false));
    const { bodyOf, fingerprintOf } = await import('./body.ts');
    const body = bodyOf(type, valuesOf(type, draft.$draft.get()));
    return { type, body, password, fingerprint: await fingerprintOf(type, body.entries) };
  }

  function mistakes(password: string): FieldErrors {
    const fields = ports.draft.sending.checkAll();
    const { name, surname, email } = ports.draft.$draft.get().step1Data;
    const issue = passwordIssue(password, { name: String(name), surname: String(surname), email: String(email) });
    return issue ? { ...fields, password: [issue] } : fields;
  }

  async function sendUntilClear(ready: Ready, locale: Locale): Promise<void> {
    const { sending, $draft } = ports.draft;
    let uncertain = $draft.get().sentAt !== null;
    let key = await sending.begin(ready.fingerprint);
    let renewed = false;
    for (let tries = 0; ; ) {
      const answer = await ports.send({
        type: ready.type,
        form: ready.body.toForm(ready.password),
        idempotencyKey: key,
        locale,
        onProgress: (percent) => $state.set({ ...$state.get(), percent }),
      });
      const outcome = outcomeOf(answer);
      const error: ApiError = answer.ok ? { code: 'unreadable' } : answer.error;
      if (answer.ok && outcome === 'stored') return arrive(answer.body, ready.type);
      if (outcome === 'mismatch' && !renewed) {
        // The host knows this key with another body, such as another password. The address then tells whether it arrived.
        renewed = true;
        key = await sending.begin(ready.fingerprint, true);
        continue;
      }
      if (outcome === 'unclear' || error.code === 'in_progress') uncertain = true;
      if (outcome === 'unclear' || outcome === 'busy') {
        const pause = error.retryAfter ?? PAUSES_S[tries] ?? 0;
        tries += 1;
        if (tries > PAUSES_S.length || pause > LONGEST_PAUSE_S) return leave(error, uncertain);
        $state.set({
          phase: uncertain ? 'checking' : 'sending',
          percent: 0,
          uncertain,
          ...(error.code === 'slow_down' && { error: { ...error, retryAfter: pause } }),
        });
        await ports.wait(pause * 1000);
        await ports.online();
        if (!uncertain) $state.set({ ...IDLE, phase: 'sending' });
        continue;
      }
      if (outcome === 'refused') {
        await sending.end();
        return refuse(withFormPaths(error));
      }
      return leave(error, uncertain && error.code === 'offline');
    }
  }

  async function leave(error: ApiError, uncertain: boolean): Promise<void> {
    if (!uncertain) await ports.draft.sending.end();
    fail(error, uncertain);
  }

  async function arrive(body: unknown, type: ApplicationType): Promise<void> {
    const record = readData(body);
    if (!record) return;
    const at = record.application_status_history[0]?.created_at ?? ports.now().toISOString();
    ports.remember({ id: record.id, type, at });
    await ports.draft.sending.arrived();
    $state.set({ phase: 'done', percent: 100, uncertain: false });
  }

  /** Back to the start, for a review that opens again after an outcome was told. Nothing happens while it runs. */
  function resetSubmission(): void {
    if (!running) $state.set(IDLE);
  }

  const $submission: ReadableAtom<Submission> = $state;
  return { $submission, submitApplication, resetSubmission };
}

/** The host's field errors by form path; a taken address stands at its field. */
function withFormPaths(error: ApiError): ApiError {
  if (error.fields) return { ...error, fields: byFormPath(error.fields) };
  return error.code === 'email_taken' ? { ...error, fields: { email: ['email_taken'] } } : error;
}
