/**
 * What an application holds, in browser and host: one value per field, dates `YYYY-MM-DD`, `''` and null for nothing.
 */
import { kindOf, type ValueOf } from '../kinds/index.ts';
import type { FIELDS, FieldName, NamedField } from './fields.ts';

/** Every field of every type; a form of one type uses those that `fieldsOf` lists. */
export type ApplicationValues = { [Name in FieldName]: ValueOf<(typeof FIELDS)[Name]['kind']> };

type ByKind = (field: NamedField, kind: ReturnType<typeof kindOf>) => unknown;

/** What `answer` returns for each field, by the field's name. */
export function mapFields(fields: readonly NamedField[], answer: ByKind): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, answer(field, kindOf(field))]));
}

/** {@link mapFields} where `answer` returns the value of the field's kind. */
export function mapValues(fields: readonly NamedField[], answer: ByKind): ApplicationValues {
  return mapFields(fields, answer) as ApplicationValues;
}
