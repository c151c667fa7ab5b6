/** The values of an application in browser and host: one per field, dates `YYYY-MM-DD`, `''` and null for nothing. */
import { kindOf, type ValueOf } from '../kinds/index.ts';
import type { FIELDS, FieldName, NamedField } from './fields.ts';

/** Every field of every type; `fieldsOf` lists those of one type. */
export type ApplicationValues = { [Name in FieldName]: ValueOf<(typeof FIELDS)[Name]['kind']> };

type ByKind = (field: NamedField, kind: ReturnType<typeof kindOf>) => unknown;

export function mapFields(fields: readonly NamedField[], answer: ByKind): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, answer(field, kindOf(field))]));
}

/** {@link mapFields} for values of the fields' kinds. */
export function mapValues(fields: readonly NamedField[], answer: ByKind): ApplicationValues {
  return mapFields(fields, answer) as ApplicationValues;
}
