/** Sets and clears errors in a form. They are codes, rendered as sentences in the page's language. */
import { type FieldErrors as FormErrors, get, type UseFormReturn } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type FieldName, FLAG_OF } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { boxPaths } from '../../domain/input/missing-answers.ts';
import { focusField } from '../ui/focus.ts';

type Form = UseFormReturn<FormState>;

/** The error code at a form path. */
export function errorCode(errors: FormErrors, path: string): string | undefined {
  const error = get(errors, path) as { type?: unknown } | undefined;
  return typeof error?.type === 'string' ? error.type : undefined;
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && !(value instanceof Blob) && Object.values(value).every(isBlank);
}

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
  /** Validates a field on blur unless it is empty; clears a fixed error. @param check returns the errors of the whole form */
  validate(form: Form, path: string, check: () => FieldErrors): void {
    if (isBlank(form.getValues(path))) return;
    const found = check();
    const [code] = found[path] ?? [];
    if (code) form.setError(path, { type: code, message: code });
    else fieldErrors.clearFixed(form, path, () => found);
  },
  /** Clears errors that the change at `name` fixed, in related fields too, and adds none. @param check all errors; lazily called */
  clearFixed(form: Form, name: string, check: () => FieldErrors): void {
    // By field: reading `formState` would render the whole form with every error.
    const marked = (path: string) => path !== '' && typeof form.getFieldState(path).error?.type === 'string';
    const wrong = [name, name.split('.').slice(0, -1).join('.'), ...boxPaths(name)].filter(marked);
    if (wrong.length === 0) return;
    const found = check();
    for (const path of wrong) if (!found[path]) form.clearErrors(path);
  },
};
