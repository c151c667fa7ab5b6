/** Brings someone to a question by its form path; to the one above it while that keeps it closed. */
import { type FieldName, FLAG_OF } from '../../domain/application/fields.ts';
import { focusField } from '../ui/focus-field.ts';

/** @returns false when the form has no such question */
export function goToQuestion(path: string): boolean {
  const [name = ''] = path.split('.');
  const flag = FLAG_OF[name as FieldName];
  return focusField(path) || (flag !== undefined && focusField(flag));
}
