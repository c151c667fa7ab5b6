/**
 * Whose answers a part's form holds: a draft's, or those of an application that was sent. The form itself
 * (PartForm.tsx) is the same for both.
 */
import type { FieldErrors } from '../../domain/api/errors.ts';
import type { FormState } from '../../domain/application/form.ts';

export interface PartAnswers {
  /** What the form begins with. */
  initial: () => FormState;
  /** Called once, when the part is shown. */
  opened: () => void;
  /** Takes what the form holds after a change at a form path. Called at each key. */
  typed: (values: FormState, path: string) => void;
  /** What is wrong with the part's own fields now, by form path. */
  check: (values: FormState) => FieldErrors;
  /** What is told as soon as the part opens, by form path. */
  mistakes: () => Promise<FieldErrors>;
  /** Keeps the part on the device. @returns what is wrong with its own fields, by form path; empty when it counts as saved */
  save: (values: FormState) => FieldErrors;
  /** The answers of the other parts, for those that can be filled from them; without it that is not offered. */
  others?: () => FormState;
  /** Form paths that a reviewer asks to change. */
  asked?: ReadonlySet<string>;
}
