import { kindOf } from '../kinds/index.ts';
import { type FieldName, FLAG_OF, fieldsOf, type Part, partsOf } from './fields.ts';
import { type StatusEntry, stageOf } from './status.ts';
import type { ApplicationType } from './types.ts';

/** The parts that may change after sending: all but the review page, which has the consent. */
export function changeableParts(type: ApplicationType): Part[] {
  return partsOf(type).filter((part) => part !== 'check');
}

export function changeableFields(type: ApplicationType): FieldName[] {
  return fieldsOf(type).flatMap(({ name, part }) => (part === 'check' ? [] : [name]));
}

/** Fields requested by the current entry of a history, in form order. */
export function askedFields(entry: StatusEntry | null, type: ApplicationType): FieldName[] {
  if (!entry || !stageOf(entry.status_type)?.asksFields) return [];
  return changeableFields(type).filter((name) => entry.fields?.includes(name));
}

/** Requested fields that are not changed yet; changing a yes/no question includes what a "yes" opens. */
export function askedUnchanged(asked: readonly FieldName[], changed: readonly string[]): FieldName[] {
  return asked.filter((name) => !changed.includes(name) && !changed.includes(FLAG_OF[name] ?? name));
}

/** Form paths of requested fields: an address at its region, a list at its question. */
export function askedPaths(names: readonly FieldName[], type: ApplicationType): Set<string> {
  const addresses = fieldsOf(type).flatMap((field) => (kindOf(field).shape === 'address' ? [field.name] : []));
  return new Set(names.map((name) => FLAG_OF[name] ?? (addresses.includes(name) ? `${name}.region` : name)));
}
