/** What is known of the draft at one moment, and how that follows from what the device holds. */
import { PARTS, type Part } from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import type { StepStatus } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { completeForm, type LostFile } from '../device/form-values.ts';
import { expiryOf } from './draft-record.ts';
import type { LoadedDraft } from './draft-vault.ts';

export interface Draft {
  /** `unavailable`: a draft is there, but this page can't read it; see `reason`. */
  phase: 'loading' | 'ready' | 'unavailable';
  reason: 'newer_version' | 'unreadable' | null;
  type: ApplicationType | null;
  stepStatus: StepStatus;
  /** The parts that were saved at least once. */
  saved: Part[];
  /** As last saved; the form itself may be up to a second ahead. */
  step1Data: FormState;
  step2Data: FormState;
  saveState: 'idle' | 'saving' | 'saved' | 'failed';
  /** ISO 8601. */
  savedAt: string | null;
  expiresAt: string | null;
  owner: 'here' | 'elsewhere';
  /** Grows when values came from the device or were cleared: a form that shows them starts anew. */
  revision: number;
  /** Form paths of files that the device could not keep; they live as long as the page. */
  unkept: string[];
  /** Files that the device had kept and has lost. */
  lost: LostFile[];
  /** When the application was sent without a clear answer so far. */
  sentAt: string | null;
}

/** A draft in which nothing has been filled in, and of which nothing has been read. */
export function blankDraft(): Draft {
  return {
    phase: 'loading',
    reason: null,
    type: null,
    stepStatus: 0,
    saved: [],
    step1Data: emptyForm('specialist', { step: 1 }),
    step2Data: {},
    saveState: 'idle',
    savedAt: null,
    expiresAt: null,
    owner: 'here',
    revision: 0,
    unkept: [],
    lost: [],
    sentAt: null,
  };
}

/** The draft as it was read from the device. */
export function draftOf(loaded: LoadedDraft): Draft {
  if (loaded.state === 'newer' || loaded.state === 'unreadable') {
    const reason = loaded.state === 'newer' ? 'newer_version' : 'unreadable';
    return { ...blankDraft(), phase: 'unavailable', reason };
  }
  if (loaded.state === 'none') return { ...blankDraft(), phase: 'ready' };
  const { type, step1Data, step2Data, stepStatus, saved, sentAt, changedAt } = loaded.content;
  return {
    ...blankDraft(),
    phase: 'ready',
    type,
    // A file that is gone has to be chosen again.
    stepStatus: loaded.lost.length > 0 && stepStatus === 3 ? 2 : stepStatus,
    saved,
    step1Data: completeForm(type ?? 'specialist', { step: 1 }, step1Data),
    step2Data: type ? completeForm(type, { step: 2 }, step2Data) : step2Data,
    saveState: 'saved',
    savedAt: changedAt,
    expiresAt: expiryOf(changedAt),
    sentAt,
    lost: loaded.lost,
  };
}

/** Another type than before needs its step 2 saved anew; what was typed for the first one stays on the device. */
export function withType(draft: Draft, type: ApplicationType): Draft {
  const { stepStatus, step2Data } = draft;
  return {
    ...draft,
    type,
    stepStatus: stepStatus === 0 ? 0 : 1,
    saved: draft.saved.filter((part) => PARTS[part].step === 1),
    step2Data: completeForm(type, { step: 2 }, step2Data),
  };
}
