/** Sets and clears errors in a form. They are codes: sentences are made when they are rendered, in the page's language. */
import { type FieldErrors as FormErrors, get, type UseFormReturn } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type FieldName, FLAG_OF } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { namePaths } from '../../domain/input/one-name.ts';
import { focusField } from '../ui/focus-field.ts';

type Form = UseFormReturn<FormState>;

/** The error code at a form path. */
export function errorCode(errors: FormErrors, path: string): string | undefined {
  const error = get(errors, path) as { type?: unknown } | undefined;
  return typeof error?.type === 'string' ? error.type : undefined;
}

/** Replaces all errors of a form. */
export function setCodes(form: Form, errors: FieldErrors): void {
  form.clearErrors();
  for (const [path, [code = 'required']] of Object.entries(errors)) form.setError(path, { type: code, message: code });
}

/** True for an empty field. */
function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && !(value instanceof Blob) && Object.values(value).every(isBlank);
}

/**
 * Validates a field on blur, unless it is empty; clears an error that was fixed.
 * @param check gives the errors of the whole form
 */
export function validateField(form: Form, path: string, check: () => FieldErrors): void {
  if (isBlank(form.getValues(path))) return;
  const found = check();
  const [code] = found[path] ?? [];
  if (code) form.setError(path, { type: code, message: code });
  else clearFixed(form, path, () => found);
}

/**
 * Clears the errors that the change at `name` has fixed, of its field and of those that are checked with it; no new error is shown
 * while someone types.
 * @param check gives the errors of the whole form; called only if the field has one
 */
export function clearFixed(form: Form, name: string, check: () => FieldErrors): void {
  // By field: reading `formState` would render the whole form with every error.
  const marked = (path: string) => path !== '' && typeof form.getFieldState(path).error?.type === 'string';
  const wrong = [name, name.split('.').slice(0, -1).join('.'), ...namePaths(name)].filter(marked);
  if (wrong.length === 0) return;
  const found = check();
  for (const path of wrong) if (!found[path]) form.clearErrors(path);
}

/** Focuses a question by its form path, or the one above it while that hides it; false when the form has none. */
export function focusQuestion(path: string): boolean {
  const [name = ''] = path.split('.');
  const flag = FLAG_OF[name as FieldName];
  return focusField(path) || (flag !== undefined && focusField(flag));
}
