/** Sets and clears errors in a form. They are codes, rendered as sentences in the page's language. */

import { BETWEEN_CODES } from '../../domain/api/field-codes.ts';
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { type FieldName, FLAG_OF } from '../../domain/application/fields.ts';
import { boxPaths, isBlank } from '../../domain/input/missing-answers.ts';
import { focusField } from '../ui/focus.ts';
import type { AnswerForm } from './answer-form.ts';

const isBetween = (code?: string) => BETWEEN_CODES.some((one) => one === code);

/** Focuses the question at a form path, or the control that hides it; false if the form has neither. */
export function focusQuestion(path: string): boolean {
  const [name = ''] = path.split('.');
  const flag = FLAG_OF[name as FieldName];
  return focusField(path) || (flag !== undefined && focusField(flag));
}

export const fieldErrors = {
  /** Validates a field when it is left, unless it is empty. @param check returns the errors of the whole form */
  validate(form: AnswerForm, path: string, check: () => FieldErrors): void {
    if (isBlank(form.valueAt(path))) return;
    const [code] = check()[path] ?? [];
    if (code) form.setError(path, code);
  },
  /**
   * Clears errors that the change at `name` has corrected, also in related fields; adds no errors.
   * @param check returns all errors; called only when needed
   */
  clearFixed(form: AnswerForm, name: string, check: () => FieldErrors): void {
    const related = [name, name.split('.').slice(0, -1).join('.'), ...boxPaths(name)];
    const wrong = Object.keys(form.errors).filter((path) => related.includes(path) || isBetween(form.errorAt(path)));
    if (wrong.length === 0) return;
    const found = check();
    form.clearErrors(wrong.filter((path) => !found[path]));
  },
};
