/**
 * The one way in which a form of the account is sent: checked first, one at a time, old errors cleared, new ones kept as
 * codes, so that they are shown in whichever language the page has.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { ApiError } from '../api/request.ts';
import { ports } from '../browser/ports.ts';

/** Field name → code of what is wrong with it. */
export type FieldIssues = Record<string, string>;

export interface FormState {
  busy: boolean;
  issues: FieldIssues;
  /** What the host said, when it is not about a field. */
  error: ApiError | null;
  /** Counts the tries, so that the same errors take the focus again. */
  attempt: number;
}

export const IDLE_FORM: FormState = { busy: false, issues: {}, error: null, attempt: 0 };

export interface AccountForm {
  $state: ReadableAtom<FormState>;
  /** Seconds until the host takes another try, as far as it told. */
  $wait: ReadableAtom<number>;
  /**
   * Checks and sends; a second press while one is under way does nothing.
   * @param check fields with what is wrong with them; nothing is sent unless it is empty
   * @returns true when it was sent and accepted
   */
  submit: (check: () => FieldIssues, send: () => Promise<ApiError | null>) => Promise<boolean>;
  /** Checks one field when it is left, and only when it was filled. */
  note: (field: string, issue: string | null) => void;
  /** Tells of something that stands in the way, before anything was sent. */
  fail: (error: ApiError) => void;
  clear: () => void;
}

/** @param fieldOf the form's name of a field that the host names, where they differ */
export function accountForm(fieldOf: Record<string, string> = {}): AccountForm {
  const $state = atom<FormState>(IDLE_FORM);
  const wait = countdown();
  const settle = (issues: FieldIssues, error: ApiError | null) => {
    $state.set({ busy: false, issues, error, attempt: $state.get().attempt + 1 });
    if (error?.retryAfter) wait.until(ports.now() + error.retryAfter * 1000);
  };
  return {
    $state,
    $wait: wait.$left,
    async submit(check, send) {
      if ($state.get().busy) return false;
      const issues = check();
      if (Object.keys(issues).length > 0) {
        settle(issues, null);
        return false;
      }
      $state.set({ ...IDLE_FORM, busy: true, attempt: $state.get().attempt });
      const error = await send();
      if (error) settle(issuesOf(error, fieldOf), error.fields ? null : error);
      else $state.set({ ...IDLE_FORM, attempt: $state.get().attempt });
      return error === null;
    },
    note(field, issue) {
      const { [field]: _, ...others } = $state.get().issues;
      $state.set({ ...$state.get(), issues: issue ? { ...others, [field]: issue } : others });
    },
    fail: (error) => settle({}, error),
    clear: () => {
      wait.stop();
      $state.set(IDLE_FORM);
    },
  };
}

function issuesOf({ fields = {} }: ApiError, fieldOf: Record<string, string>): FieldIssues {
  return Object.fromEntries(Object.entries(fields).map(([name, [code = '']]) => [fieldOf[name] ?? name, code]));
}

/** Seconds that run down to nothing, by the clock: a laptop that slept is not behind. */
export interface Countdown {
  /** Whole seconds left; 0 when there is nothing to wait for. */
  $left: ReadableAtom<number>;
  /** @param end milliseconds since the epoch */
  until: (end: number) => void;
  stop: () => void;
}

export function countdown(): Countdown {
  const $left = atom(0);
  let callOff = () => {};
  const until = (end: number) => {
    callOff();
    const left = Math.max(0, Math.ceil((end - ports.now()) / 1000));
    $left.set(left);
    if (left > 0) callOff = ports.after(1000, () => until(end));
  };
  const stop = () => {
    callOff();
    $left.set(0);
  };
  return { $left, until, stop };
}
