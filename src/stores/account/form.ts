/**
 * Sends a form of the account: validates it first, one request at a time. Errors are codes, which the page shows in its language.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { splitRefusal } from '../api/refusal.ts';
import type { CallRefusal } from '../api/request.ts';
import { ports } from '../browser/ports.ts';

/** Field name → error code, or a sentence of the host. */
export type FieldIssues = Record<string, string>;

interface AccountFormState {
  busy: boolean;
  issues: FieldIssues;
  /** The refusal that belongs to no field. */
  refusal: CallRefusal | null;
  /** Counts the attempts, so that the same errors are focused again. */
  attempt: number;
}

const IDLE_FORM: AccountFormState = { busy: false, issues: {}, refusal: null, attempt: 0 };

interface Sent {
  refusal?: CallRefusal | undefined;
}

export type AccountFormStore = Pick<ReturnType<typeof createAccountForm>, '$state' | '$wait'>;

/** @param names the host's field name → the form's, where they differ */
export function createAccountForm(fields: readonly string[], names: Record<string, string> = {}) {
  const $state = atom<AccountFormState>(IDLE_FORM);
  const wait = createCountdown();
  const settle = (issues: FieldIssues, refusal: CallRefusal | null) => {
    $state.set({ busy: false, issues, refusal, attempt: $state.get().attempt + 1 });
    if (refusal?.retryAfter) wait.until(ports.now() + refusal.retryAfter * 1000);
  };
  return {
    $state: $state as ReadableAtom<AccountFormState>,
    /** Seconds until the host allows another try. */
    $wait: wait.$left,
    /** Validates and sends, one at a time. @param inForm the fields that the page has now, by default all @returns true when accepted */
    async submit(check: () => FieldIssues, send: () => Promise<Sent>, inForm = fields): Promise<boolean> {
      if ($state.get().busy) return false;
      const issues = check();
      if (Object.keys(issues).length > 0) {
        settle(issues, null);
        return false;
      }
      const sending = { ...IDLE_FORM, busy: true, attempt: $state.get().attempt };
      $state.set(sending);
      const { refusal } = await send();
      // The form was cleared meanwhile: the response belongs to the earlier one.
      if ($state.get() !== sending) return refusal === undefined;
      if (refusal) {
        const shown = splitRefusal(refusal, (path) => inForm.find((name) => name === (names[path] ?? path)) ?? null);
        settle(firstOf(shown.fields), shown.notice);
      } else $state.set({ ...IDLE_FORM, attempt: $state.get().attempt });
      return refusal === undefined;
    },
    setRefusal: (refusal: CallRefusal) => settle({}, refusal),
    clear: () => {
      wait.stop();
      $state.set(IDLE_FORM);
    },
  };
}

const firstOf = (fields: FieldErrors): FieldIssues =>
  Object.fromEntries(Object.entries(fields).map(([name, [code = '']]) => [name, code]));

/** Counts down seconds by the clock, so that the count is right after the device has slept. */
export function createCountdown() {
  const $left = atom(0);
  let cancel = () => {};
  /** @param end milliseconds since the epoch */
  const until = (end: number) => {
    cancel();
    const left = Math.max(0, Math.ceil((end - ports.now()) / 1000));
    $left.set(left);
    if (left > 0) cancel = ports.after(1000, () => until(end));
  };
  const stop = () => {
    cancel();
    $left.set(0);
  };
  return { $left: $left as ReadableAtom<number>, until, stop };
}
