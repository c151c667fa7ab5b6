/**
 * The fields that a reviewer asks to change: only those that the form shows, so that a request always leads somewhere.
 */
import { kindOf } from '../kinds/index.ts';
import { type FieldName, FLAG_OF, fieldsOf, type Part, partsOf } from './fields.ts';
import { type StatusEntry, stageOf } from './status.ts';
import type { ApplicationType } from './types.ts';

/** The parts that an applicant may change after sending: all but the check with its consent. */
export function changeableParts(type: ApplicationType): Part[] {
  return partsOf(type).filter((part) => part !== 'check');
}

export function changeableFields(type: ApplicationType): FieldName[] {
  return fieldsOf(type).flatMap(({ name, part }) => (part === 'check' ? [] : [name]));
}

/** What the current entry of a history asks to change, in the order of the form. */
export function askedFields(entry: StatusEntry | null, type: ApplicationType): FieldName[] {
  if (!entry || !stageOf(entry.status_type)?.asksFields) return [];
  return changeableFields(type).filter((name) => entry.fields?.includes(name));
}

/** The asked fields that are not among the changed ones; another answer to a question changes what a "yes" opens. */
export function askedLeft(asked: readonly FieldName[], changed: readonly string[]): FieldName[] {
  return asked.filter((name) => !changed.includes(name) && !changed.includes(FLAG_OF[name] ?? name));
}

/** Form paths of asked fields: an address begins with its region, what a "yes" opens is told at the question. */
export function askedPaths(names: readonly FieldName[], type: ApplicationType): Set<string> {
  const addresses = fieldsOf(type).flatMap((field) => (kindOf(field).shape === 'address' ? [field.name] : []));
  return new Set(names.map((name) => FLAG_OF[name] ?? (addresses.includes(name) ? `${name}.region` : name)));
}
