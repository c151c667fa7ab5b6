/** Tracks the attempts to send a draft, so that only one application is created. */
import type { PreinitializedWritableAtom } from 'nanostores';
import type { Draft } from './draft-record.ts';

interface Attempt {
  idempotencyKey: string | null;
  fingerprint: string | null;
  sentTo: string | null;
}

/** `sentAt`: when it was sent without a clear response so far. */
export interface SentAttempt extends Attempt {
  sentAt: string | null;
}

export const NO_ATTEMPT: Attempt = { idempotencyKey: null, fingerprint: null, sentTo: null };

interface AttemptOptions {
  $state: PreinitializedWritableAtom<Draft>;
  now: () => Date;
  newKey: () => string;
  patch: (change: Partial<Draft>) => void;
  save: () => Promise<void>;
}

export function createAttempts({ $state, now, newKey, patch, save }: AttemptOptions) {
  let attempt = NO_ATTEMPT;
  const saveSentAt = (sentAt: string | null) => {
    patch({ sentAt });
    return save();
  };
  const sending = {
    /** The stored key, the same for the same content. `uncertain`: this content was sent before without a clear response. */
    async begin(fingerprint: string, renew = false): Promise<{ key: string; uncertain: boolean }> {
      const { idempotencyKey, fingerprint: sent } = attempt;
      const same = !renew && idempotencyKey !== null && (sent === null || sent === fingerprint);
      const uncertain = same && $state.get().sentAt !== null;
      const key = same ? idempotencyKey : newKey();
      attempt = { idempotencyKey: key, fingerprint, sentTo: String($state.get().step1Data.email ?? '') };
      await saveSentAt(now().toISOString());
      return { key, uncertain };
    },
    attempt: (): SentAttempt => ({ ...attempt, sentAt: $state.get().sentAt }),
    /** Restores an earlier attempt, so that a retry gets its response. */
    restore: ({ sentAt, ...earlier }: SentAttempt): Promise<void> => {
      attempt = earlier;
      return saveSentAt(sentAt ?? now().toISOString());
    },
    /** The host responded clearly: no attempt is pending. */
    end: () => saveSentAt(null),
  };
  function start({ idempotencyKey = null, fingerprint = null, sentTo = null }: Partial<Attempt>): void {
    attempt = { idempotencyKey, fingerprint, sentTo };
  }
  return { start, current: () => attempt, sending };
}

export type Attempts = ReturnType<typeof createAttempts>;
