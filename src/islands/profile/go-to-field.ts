/** Brings someone to a field of the form by its wire name; to the question above it while that keeps it closed. */
import { type FieldName, FLAG_OF } from '../../domain/application/fields.ts';
import { focusField } from '../ui/focus-field.ts';

/** @returns false when the form has no such field */
export function goToField(name: string): boolean {
  const flag = FLAG_OF[name as FieldName];
  return focusField(name) || (flag !== undefined && focusField(flag));
}
