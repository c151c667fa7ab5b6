/**
 * How a draft gets onto the device: what was typed, and which attempt to send counts. Rule: a change is there within a second,
 * and only the tab that owns the draft writes it.
 */
import type { PreinitializedWritableAtom } from 'nanostores';
import { PARTS, type Part, type Step } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { copyForm, isBlankForm } from '../device/form-values.ts';
import { createSaving, type SaveEvent } from '../device/saving.ts';
import { type DeviceRecord, expiryOf } from '../device/stored-record.ts';
import { blankDraft, type Draft, type DraftContent } from './draft-record.ts';

interface Attempt {
  idempotencyKey: string | null;
  fingerprint: string | null;
  /** The address it was for. */
  sentTo: string | null;
}

/** An attempt to send, and when it was made if no clear answer has come. */
export interface SentAttempt extends Attempt {
  sentAt: string | null;
}

const NO_ATTEMPT: Attempt = { idempotencyKey: null, fingerprint: null, sentTo: null };

export interface DraftSavingOptions {
  $state: PreinitializedWritableAtom<Draft>;
  record: DeviceRecord<DraftContent>;
  now: () => Date;
  newKey: () => string;
  /** Tells whether the device holds a draft now. */
  sign: (stored: boolean) => void;
  /** The device holds what another tab has written since. */
  onLost: () => void;
}

export function createDraftSaving({ $state, record, now, newKey, sign, onLost }: DraftSavingOptions) {
  const patch = (change: Partial<Draft>) => $state.set({ ...$state.get(), ...change });
  const writable = () => $state.get().phase === 'ready' && $state.get().owner === 'here';

  let typed: Partial<Record<Part, FormState>> = {};
  let attempt = NO_ATTEMPT;
  let changedAt = '';
  const saving = createSaving<DraftContent>({
    record: () => record,
    content: contentToStore,
    mayWrite: writable,
    tell,
    now: () => now().getTime(),
  });

  /** Begins with what was read; null when there was nothing. */
  function start(content: DraftContent | null): void {
    const { idempotencyKey = null, fingerprint = null, sentTo = null } = content ?? {};
    attempt = { idempotencyKey, fingerprint, sentTo };
    changedAt = content?.changedAt ?? '';
    sign(content !== null);
  }

  /** Forgets what was typed and not saved: another tab writes from now on. */
  function drop(): void {
    saving.drop();
    typed = {};
  }

  /** Something has changed that is not saved yet. */
  function touch(): void {
    changedAt = now().toISOString();
    saving.touch();
  }

  /** Takes the values of a part's form over as they are when they are saved; the form goes on changing them. */
  function type(part: Part, values: FormState): void {
    typed[part] = values;
  }

  function saveSoon(): void {
    touch();
    saving.soon();
    if ($state.get().saveState !== 'saving') patch({ saveState: 'saving' });
  }

  /** What a step holds, with what was typed and is not saved yet. */
  function formOf(step: Step): FormState {
    const newer = (Object.keys(typed) as Part[]).filter((part) => PARTS[part].step === step);
    return Object.assign({}, $state.get()[`step${step}Data`], ...newer.map((part) => copyForm(typed[part] ?? {})));
  }

  /** Takes typed values over into the state, as copies. */
  function fold(): void {
    if (Object.keys(typed).length === 0) return;
    const change = { step1Data: formOf(1), step2Data: formOf(2) };
    typed = {};
    patch(change);
  }

  /** What is to be stored; null when nothing has been filled in. */
  function contentToStore(): DraftContent | null {
    fold();
    const { type, stepStatus, saved, step1Data, step2Data, refused, sentAt } = $state.get();
    const blank = type === null && stepStatus === 0 && isBlankForm(step1Data) && isBlankForm(step2Data);
    return blank ? null : { type, stepStatus, saved, step1Data, step2Data, refused, sentAt, changedAt, ...attempt };
  }

  function tell(event: SaveEvent<DraftContent>): void {
    const { owner, saveState: before } = $state.get();
    switch (event.kind) {
      case 'leaving':
        sign(true);
        break;
      case 'cleared':
        sign(false);
        if (!event.pending) patch({ saveState: 'idle', savedAt: null, expiresAt: null, unkept: [] });
        break;
      case 'saving':
      case 'failed':
        if (before !== event.kind) patch({ saveState: event.kind });
        break;
      case 'lost':
        if (owner === 'here') onLost();
        break;
      case 'saved': {
        if (owner === 'elsewhere') return;
        sign(true);
        const { content, unkept, pending } = event;
        const saveState = unkept.length > 0 ? 'failed' : pending ? 'saving' : 'saved';
        patch({ saveState, savedAt: now().toISOString(), expiresAt: expiryOf(content.changedAt), unkept });
      }
    }
  }

  /** Deletes values and files, here and on the device. When the device refuses, all stays and the state says so. */
  async function forget(): Promise<void> {
    await saving.settle();
    try {
      await record.clear();
    } catch {
      patch({ saveState: 'failed' });
      return;
    }
    drop();
    start(null);
    const { owner, revision } = $state.get();
    $state.set({ ...blankDraft(), phase: 'ready', owner, revision: revision + 1 });
  }

  const saveSentAt = async (sentAt: string | null) => {
    patch({ sentAt });
    await saving.save();
  };

  /** What submission.ts needs: which attempt counts, on the device before it is used. */
  const sending = {
    /**
     * The idempotency key for a content, on the device before it is used: the same content keeps its key, another one
     * gets a new one. `uncertain`: this content was sent before, and it is not known whether it arrived.
     */
    async begin(fingerprint: string, renew = false): Promise<{ key: string; uncertain: boolean }> {
      const { idempotencyKey, fingerprint: sent } = attempt;
      const same = !renew && idempotencyKey !== null && (sent === null || sent === fingerprint);
      const uncertain = same && $state.get().sentAt !== null;
      const key = same ? idempotencyKey : newKey();
      attempt = { idempotencyKey: key, fingerprint, sentTo: String($state.get().step1Data.email ?? '') };
      await saveSentAt(now().toISOString());
      return { key, uncertain };
    },
    /** The last attempt to send. */
    attempt: (): SentAttempt => ({ ...attempt, sentAt: $state.get().sentAt }),
    /** An earlier attempt counts again: what it sent, sent once more, brings its answer. */
    async goBackTo({ sentAt, ...earlier }: SentAttempt): Promise<void> {
      attempt = earlier;
      await saveSentAt(sentAt ?? now().toISOString());
    },
    /** The host answered clearly: no attempt is in flight any more. */
    end: () => saveSentAt(null),
    /** It arrived: the draft is no longer needed, whichever tab owns it. */
    arrived: forget,
  };

  const { flush, save, saveLast } = saving;
  const hasChanged = () => changedAt !== '';
  return { start, drop, touch, type, saveSoon, formOf, fold, flush, save, saveLast, forget, hasChanged, sending };
}

export type DraftSaving = ReturnType<typeof createDraftSaving>;
