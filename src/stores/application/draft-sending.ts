/** What submission.ts needs of the draft: which attempt counts, on the device before it is used. */
import type { PreinitializedWritableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Draft } from './draft-record.ts';
import type { DraftSaving, SentAttempt } from './draft-saving.ts';

export interface SendingOptions {
  $state: PreinitializedWritableAtom<Draft>;
  saving: DraftSaving;
  now: () => Date;
  newKey: () => string;
  checkAll: () => FieldErrors;
}

export function createSending({ $state, saving, now, newKey, checkAll }: SendingOptions) {
  const saveSentAt = async (sentAt: string | null) => {
    $state.set({ ...$state.get(), sentAt });
    await saving.save();
  };
  return {
    checkAll,
    /**
     * The idempotency key for a content, on the device before it is used: the same content keeps its key, another one
     * gets a new one. `uncertain`: this content was sent before, and it is not known whether it arrived.
     */
    async begin(fingerprint: string, renew = false): Promise<{ key: string; uncertain: boolean }> {
      const { idempotencyKey, fingerprint: sent } = saving.attempt();
      const same = !renew && idempotencyKey !== null && (sent === null || sent === fingerprint);
      const uncertain = same && $state.get().sentAt !== null;
      const key = same ? idempotencyKey : newKey();
      saving.setAttempt({ idempotencyKey: key, fingerprint, sentTo: String($state.get().step1Data.email ?? '') });
      await saveSentAt(now().toISOString());
      return { key, uncertain };
    },
    /** The last attempt to send. */
    attempt: (): SentAttempt => ({ ...saving.attempt(), sentAt: $state.get().sentAt }),
    /** An earlier attempt counts again: what it sent, sent once more, brings its answer. */
    async goBackTo({ sentAt, ...earlier }: SentAttempt): Promise<void> {
      saving.setAttempt(earlier);
      await saveSentAt(sentAt ?? now().toISOString());
    },
    /** The host answered clearly: nothing is under way any more. */
    end: () => saveSentAt(null),
    /** It arrived: the draft is no longer needed, whichever tab owns it. */
    arrived: saving.forget,
  };
}
