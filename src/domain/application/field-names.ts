/** The name of a field in a list of fields from several parts, for account, mails and desk. */
import type { Words } from '../i18n/dates.ts';
import { FIELDS, type FieldDefinition, type FieldName, fieldsOf, isFieldName, type Part, partOf } from './fields.ts';
import type { ApplicationType } from './types.ts';
import { CONTACT_NAME } from './wire-names.ts';

/** Fields whose label says nothing about the person whose name they ask for. */
const ALWAYS_WITH_PART: readonly string[] = [CONTACT_NAME];

/** The label as in its own part. @param t words of the namespace `forms` @param type null: the general label */
export const labelInPart = (t: Words, type: ApplicationType | null, name: string): string =>
  t(`fields.${name}.label`, { context: type ?? '', defaultValue: name });

/**
 * The label; with its part where another part has a field of the same label: "Position (Contact person)". An unknown name stays
 * as it is. @param t words of the namespace `forms` @param of the type; null where it is unknown, or several
 */
export function fieldLabel(t: Words, of: ApplicationType | null, name: string): string {
  // An application may have answers of a type that it had before.
  const type = partOf(of, name) ? of : null;
  const label = labelInPart(t, of, name);
  const fields = fieldPlaces(type);
  const part = fields.find((field) => field.name === name)?.part;
  const isAlike = (other: (typeof fields)[number]) => other.part !== part && labelInPart(t, type, other.name) === label;
  if (!part || (!ALWAYS_WITH_PART.includes(name) && !fields.some(isAlike))) return label;
  return `${label} (${partTitle(t, type, part)})`;
}

export const partTitle = (t: Words, type: ApplicationType | null, part: Part): string =>
  t(`parts.${part}.title`, { context: type ?? '' });

function fieldPlaces(type: ApplicationType | null): { name: FieldName; part: Part | undefined }[] {
  if (type) return fieldsOf(type);
  return Object.keys(FIELDS)
    .filter(isFieldName)
    .map((name) => ({ name, part: firstPart(name) }));
}

/** The part of a field; of the first type where each type has its own. */
export function firstPart(name: FieldName): Part | undefined {
  const { part }: FieldDefinition = FIELDS[name];
  return typeof part === 'string' ? part : Object.values(part)[0];
}
