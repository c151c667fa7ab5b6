/**
 * How far each part of an application is. Rule: a part is done when it was saved and nothing in it is wrong; what a draft
 * holds without having been saved is begun, not done, and told about only where an answer is wrong.
 */
import type { FieldErrors } from '../api/errors.ts';
import { type Part, partOf } from './fields.ts';
import { answeredParts } from './steps.ts';
import type { ApplicationType } from './types.ts';

/** `attention`: an answer in it is wrong, or it was saved and something lacks by now. */
export type PartState = 'todo' | 'done' | 'attention';

export interface PartProgress {
  part: Part;
  state: PartState;
  /** What is wrong there, by form path; of a part that is to do only what is more than not answered yet. */
  errors: FieldErrors;
}

/**
 * @param saved the parts that were saved at least once
 * @param errors what is wrong with the whole application, by form path
 * @returns the parts that ask for answers, in their order; without a type those of step 1
 */
export function partStates(type: ApplicationType | null, saved: readonly Part[], errors: FieldErrors): PartProgress[] {
  const found = Object.entries(errors).map(([path, codes]) => ({ path, codes, part: partOf(type, path) }));
  return answeredParts(type).map((part) => {
    const wasSaved = saved.includes(part);
    const own = found.filter(
      (mistake) => mistake.part === part && (wasSaved || mistake.codes.some((code) => code !== 'required')),
    );
    const state = own.length > 0 ? 'attention' : wasSaved ? 'done' : 'todo';
    return { part, state, errors: Object.fromEntries(own.map(({ path, codes }) => [path, codes])) };
  });
}
