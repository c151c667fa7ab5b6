/** The submission of this document, for all pages of the form: only the check loads its script (submit.ts). */
import { atom } from 'nanostores';
import type { Submission } from './submission.ts';

/** Null until the check was opened. */
export const $outgoing = atom<Submission | null>(null);

export const isSending = (submission: Submission | null): boolean =>
  submission?.phase === 'sending' || submission?.phase === 'checking';
