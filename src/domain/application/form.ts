/** Converts {@link ApplicationValues} to and from form state. */
import { emptyMissingAnswers, fillMissingAnswers } from '../input/missing-answers.ts';
import { kindOf } from '../kinds/index.ts';
import { FIELDS, type FieldChoice, fieldsOf, isFieldName, type ListName, listKindOf } from './fields.ts';
import type { ApplicationType } from './types.ts';
import { type ApplicationValues, mapFields, mapValues } from './values.ts';

export type FormState = Record<string, unknown>;

/** The empty form of a type, step or part; null as in {@link fieldsOf}. */
export function emptyForm(type: ApplicationType | null, only: FieldChoice = {}): FormState {
  return mapFields(fieldsOf(type, only), (_, kind) => kind.toForm(kind.empty()));
}

export const emptyItem = (list: ListName): FormState => listKindOf(list).emptyFormItem();

/** The values of a form to check and send; fields that the form lacks are left out. */
export function formToValues(type: ApplicationType | null, form: FormState): Partial<ApplicationValues> {
  const present = fieldsOf(type).filter(({ name }) => name in form);
  return fillMissingAnswers(mapValues(present, ({ name }, kind) => kind.fromForm(form[name])));
}

export function valuesToForm(type: ApplicationType, values: ApplicationValues): FormState {
  const person = emptyMissingAnswers(values);
  return mapFields(fieldsOf(type), ({ name }, kind) => kind.toForm(person[name]));
}

/** The form path of a value path, for errors: `last_trips.0.date_to` is `last_trips.0.trim_date.date_to`. */
export function formPath(path: string): string {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0 || !isFieldName(name)) return path;
  return `${name}.${kindOf(FIELDS[name]).formPath(rest.join('.'))}`;
}

/** The form path of another answer of the same person or item. */
export const siblingPath = (path: string, name: string): string => path.slice(0, path.lastIndexOf('.') + 1) + name;
