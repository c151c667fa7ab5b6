/** Outcome of a create call, and the delay before a retry. */
import { readCreated } from '../../domain/application/created.ts';
import type { ApiResponse, CallRefusal } from '../api/request.ts';

export interface StoredOutcome {
  result: 'stored';
  created: ReturnType<typeof readCreated>;
  /** Body of the response. */
  body: unknown;
}

export type Outcome =
  | StoredOutcome
  /** `unclear`: it may have arrived. `busy`: retry later. `mismatch`: the key was used for another body. */
  | { result: 'unclear' | 'busy' | 'mismatch' | 'refused' | 'failed'; refusal: CallRefusal };

function resultOf(code: CallRefusal['code']): Exclude<Outcome['result'], 'stored'> {
  switch (code) {
    case 'no_answer':
    case 'unreadable':
    case 'host_unreachable':
    case 'host_timeout':
    // The host may have stored everything before it failed.
    case 'internal':
      return 'unclear';
    case 'in_progress':
    case 'slow_down':
    case 'busy':
      return 'busy';
    case 'idempotency_mismatch':
      return 'mismatch';
    case 'validation_failed':
    case 'email_taken':
    case 'conflict':
    case 'refused':
      return 'refused';
    default:
      return 'failed';
  }
}

/** Codes that show that idempotency keys are offered. */
const KEY_REFUSALS = new Set<CallRefusal['code']>(['in_progress', 'idempotency_mismatch', 'idempotency_required']);

/** Seconds between retries while the outcome is unclear. */
const PAUSES_S = [1, 3, 8, 15, 30] as const;
const LONGEST_PAUSE_S = 90;
const LONGEST_WAIT_S = 300;

export const submitOutcome = {
  /** Any 2xx is `stored`, whatever its body. If the application may have been stored, it is `unclear`, never `failed`. */
  of(response: ApiResponse): Outcome {
    if (response.ok) return { result: 'stored', created: readCreated(response.body), body: response.body };
    return { result: resultOf(response.refusal.code), refusal: response.refusal };
  },
  provesKeySupport: (outcome: Outcome): boolean =>
    outcome.result !== 'stored' && KEY_REFUSALS.has(outcome.refusal.code),
  /** Seconds before the next attempt; null to give up. @param waited seconds so far */
  pauseBefore(
    tries: number,
    waited: number,
    { result, refusal }: Pick<Outcome, 'result'> & { refusal: CallRefusal },
  ): number | null {
    const pause = PAUSES_S[tries - 1] ?? (result === 'busy' ? PAUSES_S[4] : null);
    if (pause === null) return null;
    const asked = refusal.retryAfter ?? pause;
    return asked > LONGEST_PAUSE_S || waited + asked > LONGEST_WAIT_S ? null : asked;
  },
};
