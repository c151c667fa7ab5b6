/** How mistakes come and go in a form. They are codes: sentences are made when they are shown, in the page's language. */
import { type FieldErrors as FormErrors, get, type UseFormReturn } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { type FieldName, FLAG_OF } from '../../domain/application/fields.ts';
import type { FormState } from '../../domain/application/form.ts';
import { focusField } from '../ui/focus-field.ts';

type Form = UseFormReturn<FormState>;

/** The code of what is wrong at a path, among all mistakes of a form. */
export function errorCode(errors: FormErrors, path: string): string | undefined {
  const error = get(errors, path) as { type?: unknown } | undefined;
  return typeof error?.type === 'string' ? error.type : undefined;
}

/** Puts these mistakes in place of all there were. */
export function setCodes(form: Form, errors: FieldErrors): void {
  form.clearErrors();
  for (const [path, [code = 'required']] of Object.entries(errors)) form.setError(path, { type: code, message: code });
}

/** True when nothing stands in a field. */
function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && !(value instanceof Blob) && Object.values(value).every(isBlank);
}

/**
 * Tells what is wrong with a field that is being left, if something stands in it, and takes away what is mended.
 * @param check what is wrong with the whole form now
 */
export function checkOnBlur(form: Form, path: string, check: () => FieldErrors): void {
  if (isBlank(form.getValues(path))) return;
  const [code] = check()[path] ?? [];
  if (code) form.setError(path, { type: code, message: code });
  else clearMended(form, path, () => ({}));
}

/**
 * Takes a mistake away when its field was mended by the change at `name`; another mistake is not told while someone types.
 * @param check what is wrong with the whole form now; only asked when there is a mistake to look at
 */
export function clearMended(form: Form, name: string, check: () => FieldErrors): void {
  // Asked field by field: looking at `formState` would make the whole form render with every mistake.
  const marked = (path: string) => path !== '' && typeof form.getFieldState(path).error?.type === 'string';
  const wrong = [name, name.split('.').slice(0, -1).join('.')].filter(marked);
  if (wrong.length === 0) return;
  const found = check();
  for (const path of wrong) if (!found[path]) form.clearErrors(path);
}

/** Brings someone to a question by its form path; to the one above it while that keeps it closed. */
/** @returns false when the form has no such question */
export function goToQuestion(path: string): boolean {
  const [name = ''] = path.split('.');
  const flag = FLAG_OF[name as FieldName];
  return focusField(path) || (flag !== undefined && focusField(flag));
}
