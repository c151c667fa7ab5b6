/** Sets and clears errors in a form. They are codes, rendered as sentences in the page's language. */
import { type FieldErrors as FormErrors, get, type UseFormReturn } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { BETWEEN_CODES } from '../../domain/api/field-codes.ts';
import { type FieldName, FLAG_OF } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { boxPaths, isBlank } from '../../domain/input/missing-answers.ts';
import { focusField } from '../ui/focus.ts';

type Form = UseFormReturn<FormState>;

/** The error code at a form path. */
export function errorCode(errors: FormErrors, path: string): string | undefined {
  const error = get(errors, path) as { type?: unknown } | undefined;
  return typeof error?.type === 'string' ? error.type : undefined;
}

/** The form paths with an error. */
const pathsOf = (errors: object, at = ''): string[] =>
  Object.entries(errors as FormErrors).flatMap(([key, error]) => {
    if (!error) return [];
    return typeof error.type === 'string' ? [at + key] : pathsOf(error, `${at}${key}.`);
  });

const isBetween = (code?: string) => BETWEEN_CODES.some((one) => one === code);

/** Focuses a question by form path, or the parent that hides it; false if the form has neither. */
export function focusQuestion(path: string): boolean {
  const [name = ''] = path.split('.');
  const flag = FLAG_OF[name as FieldName];
  return focusField(path) || (flag !== undefined && focusField(flag));
}

export const fieldErrors = {
  /** Replaces all errors of a form. */
  replace(form: Form, errors: FieldErrors): void {
    form.clearErrors();
    for (const [path, [code = 'required']] of Object.entries(errors))
      form.setError(path, { type: code, message: code });
  },
  /** Validates a field on blur unless it is empty. @param check returns the errors of the whole form */
  validate(form: Form, path: string, check: () => FieldErrors): void {
    if (isBlank(form.getValues(path))) return;
    const [code] = check()[path] ?? [];
    if (code) form.setError(path, { type: code, message: code });
  },
  /**
   * Clears errors that the change at `name` fixed, in related fields too, and adds none. @param check all errors; lazily called
   * @param errors the form's: reading `formState` would render the whole form with every error
   */
  clearFixed(form: Form, name: string, check: () => FieldErrors, errors: FormErrors): void {
    const related = [name, name.split('.').slice(0, -1).join('.'), ...boxPaths(name)];
    const wrong = pathsOf(errors).filter((path) => related.includes(path) || isBetween(errorCode(errors, path)));
    if (wrong.length === 0) return;
    const found = check();
    for (const path of wrong) if (!found[path]) form.clearErrors(path);
  },
};
