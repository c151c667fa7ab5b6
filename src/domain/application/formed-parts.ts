/** The parts of a body as the host in use takes them ({@link BodyForm}). */
import type { MultipartPart } from '../kinds/kind.ts';
import { type BodyForm, OWN_PARTS } from './body-form.ts';
import { fieldsOf } from './fields.ts';
import { cleanValues, toBodyParts, type UpdateBase } from './multipart.ts';
import { TERMS_PART, TERMS_VERSION } from './terms.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';
import { PHOTO_MARKS } from './wire-names.ts';

/** What an update starts from. */
export type UpdateStart = Omit<UpdateBase, 'sendsGiven'>;

/** The parts of a creation without unanswered ones, or of a change to what is `stored`; without the password. */
export function formedParts(
  type: ApplicationType,
  values: ApplicationValues,
  { list_files, own_parts, update }: BodyForm,
  stored?: UpdateStart,
): MultipartPart[] {
  const base = stored && { ...stored, sendsGiven: update === 'known' };
  const clean = own_parts ? cleanValues(type, values) : withoutOwnParts(cleanValues(type, values));
  // What the photos of relatives' passports show goes only with them.
  const isSent = (line: string) => clean.relatives_check === 'yes' || !line.startsWith('formatted_relatives.');
  clean[PHOTO_MARKS] = clean[PHOTO_MARKS].split('\n').filter(isSent).join('\n');
  // In a creation, an empty part would be an answer to some hosts, such as an invalid telephone number. A required one is empty
  // where the applicant says that there is none: a passport without an expiry date.
  const required = new Set<string>(fieldsOf(type).flatMap((field) => (field.required ? [field.name] : [])));
  const mustBeSent = ({ name, value }: MultipartPart) => stored !== undefined || value !== '' || required.has(name);
  const isTaken = ({ name }: MultipartPart) =>
    own_parts || !OWN_PARTS.includes(name) || stored?.record.given?.[name] !== undefined;
  const parts = toBodyParts(type, clean, base).filter((part) => mustBeSent(part) && isTaken(part));
  return parts.map((part) => ({ ...part, name: bodyPartName(part, list_files) }));
}

/** The parts that only a creation has; it names the terms that were shown. */
export function passwordParts(password: string, { own_parts }: BodyForm): MultipartPart[] {
  const terms = own_parts ? [{ name: TERMS_PART, value: TERMS_VERSION }] : [];
  return [{ name: 'password', value: password }, ...terms];
}

/** The answers without what only hosts with `own_parts` know of relatives. */
function withoutOwnParts(values: ApplicationValues): ApplicationValues {
  const formatted_relatives = values.formatted_relatives.map((relative) => ({ ...relative, one_name: 'no' as const }));
  return { ...values, formatted_relatives };
}

/** The name under which the host in use takes a part. */
export function bodyPartName({ name, item }: MultipartPart, form: BodyForm['list_files']): string {
  if (item === undefined || form === 'file6') return name;
  return form === 'file6[]' ? `${name}[]` : `${name}[${item}]`;
}
