/** The fields of a list's item as the form has them: the dates of a trip sit one level deeper. */
import { LISTS, type ListName } from '../../domain/application/fields.ts';
import { formPath } from '../../domain/application/form.ts';
import type { ControlKind } from './FormField.tsx';
import type { FieldProps } from './part-context.tsx';

export function itemFields(list: ListName, index: number): (FieldProps & { kind: ControlKind })[] {
  return Object.entries(LISTS[list].item).map(([name, { kind, max }]) => ({
    path: formPath(`${list}.${index}.${name}`),
    kind,
    max,
  }));
}
