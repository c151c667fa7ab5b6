/** What an answer to a create call says about the application, and how long to wait before asking again. */
import { type ApplicantRecord, readData } from '../../domain/application/record.ts';
import type { Answer, ApiError } from '../api/request.ts';

export type Outcome =
  | { kind: 'stored'; record: ApplicantRecord }
  /** `unclear`: it may have arrived. `busy`: ask again later. `mismatch`: the key was used for another body. */
  | { kind: 'unclear' | 'busy' | 'mismatch' | 'refused' | 'failed'; error: ApiError };

/** Reads an answer. What leaves open whether the application is stored is `unclear`, never `failed`. */
export function outcomeOf(answer: Answer): Outcome {
  if (!answer.ok) return { kind: kindOf(answer.error.code), error: answer.error };
  const record = readData(answer.body);
  // A 2xx that can't be read: it is stored, and the same key brings the same answer again.
  return record ? { kind: 'stored', record } : { kind: 'unclear', error: { code: 'unreadable' } };
}

function kindOf(code: ApiError['code']): Exclude<Outcome['kind'], 'stored'> {
  switch (code) {
    case 'no_answer':
    case 'unreadable':
    case 'host_unreachable':
    case 'host_timeout':
    // The database may have written everything before its answer was lost.
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
      return 'refused';
    default:
      return 'failed';
  }
}

/** Seconds between tries while the outcome is not clear. */
const PAUSES_S = [1, 3, 8, 15, 30] as const;
/** A host that asks for a longer pause than this is not waited for. */
const LONGEST_PAUSE_S = 90;
/** How long a host is waited for that is well, and has too much to do. Seconds. */
const LONGEST_WAIT_S = 300;

/**
 * Seconds to wait before the next try.
 * @param tries how many tries were made
 * @param waited seconds that were waited so far
 * @returns null when it is time to give up
 */
export function pauseBefore(
  tries: number,
  waited: number,
  { kind, error }: Outcome & { error: ApiError },
): number | null {
  const pause = PAUSES_S[tries - 1] ?? (kind === 'busy' ? PAUSES_S[4] : null);
  if (pause === null) return null;
  const asked = error.retryAfter ?? pause;
  return asked > LONGEST_PAUSE_S || waited + asked > LONGEST_WAIT_S ? null : asked;
}
