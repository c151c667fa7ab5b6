/** The submission, for all pages of the form until the next full page load: only the review page loads its script (submit.ts). */
import { atom } from 'nanostores';
import type { Submission } from './submission.ts';

/** Null until the review page was opened. */
export const $outgoing = atom<Submission | null>(null);

export const isSending = (submission: Submission | null): boolean =>
  submission?.phase === 'sending' || submission?.phase === 'checking';
