/** What the host refused of an application that was sent, until it is changed: form path → codes, in this page's memory. */
import { atom, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { Draft } from './draft-record.ts';
import type { Submission } from './submission.ts';

const NONE: FieldErrors = {};

export const $refused = atom<FieldErrors>(NONE);

/** Takes away what was refused in fields that have been put right; `belongs` says which those are. */
export function clearRefused(belongs: (path: string) => boolean): void {
  $refused.set(Object.fromEntries(Object.entries($refused.get()).filter(([path]) => !belongs(path))));
}

/** Takes note of what is refused, to be told at its fields, on whichever page they are; of a draft that is deleted nothing. */
export function followRefusals($submission: ReadableAtom<Submission>, $draft: ReadableAtom<Draft>): void {
  $submission.listen(({ phase, error, arrivedBefore }) => {
    if (phase === 'sending' || phase === 'done') $refused.set(NONE);
    else if (phase === 'refused' && error?.fields && !arrivedBefore) $refused.set(error.fields);
  });
  $draft.listen(({ type }) => {
    // Only a draft with a type can have been sent.
    if (type === null) $refused.set(NONE);
  });
}
