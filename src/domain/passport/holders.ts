/** Whose passport is read, the applicant's or a relative's, and where the form has its scan and answers. */
import type { FieldName } from '../application/fields.ts';
import { type FormState, formToValues } from '../application/form.ts';
import type { ApplicationType } from '../application/types.ts';
import type { ApplicationValues } from '../application/values.ts';
import { PASSPORT_SCAN, RELATIVE_PASSPORT_SCAN } from '../application/wire-names.ts';
import type { PassportAnswers } from './filling-in.ts';
import { ZONE_FIELDS, type ZoneField } from './reading.ts';

export interface PassportHolder {
  /** Index in the list of relatives; null for the applicant. */
  relative: number | null;
  scan: string;
  fields: readonly ZoneField[];
  /** Form path of an answer. @param field one of `fields` */
  pathOf: (field: ZoneField) => string;
}

const RELATIVES = 'formatted_relatives';

const RELATIVE_NAMES: Partial<Record<ZoneField, string>> = {
  passport_number: 'relativePassport',
  citizenship: 'citizenship',
  surname: 'surname',
  name: 'name',
  date_birth: 'birth_of_date',
};

export const APPLICANT: PassportHolder = {
  relative: null,
  scan: PASSPORT_SCAN,
  fields: ZONE_FIELDS satisfies readonly FieldName[],
  pathOf: (field) => field,
};

export function relativeHolder(index: number): PassportHolder {
  const at = `${RELATIVES}.${index}`;
  return {
    relative: index,
    scan: `${at}.${RELATIVE_PASSPORT_SCAN}`,
    fields: ZONE_FIELDS.filter((field) => RELATIVE_NAMES[field]),
    pathOf: (field) => `${at}.${RELATIVE_NAMES[field]}`,
  };
}

/** True for the form path of one of the holder's answers. */
export const isOfHolder = (path: string, { relative }: PassportHolder): boolean =>
  relative === null ? !path.startsWith(RELATIVES) : path.startsWith(`${RELATIVES}.${relative}.`);

/** The lines of photo marks (photo-marks.ts) of all other people. */
export const linesOfOthers = (text: string, holder: PassportHolder): string[] =>
  text.split('\n').filter((line) => line !== '' && !isOfHolder(line, holder));

/** The holder and field of a form path; null outside a passport. */
export function zoneFieldAt(path: string): { holder: PassportHolder; field: ZoneField } | null {
  const [list, index] = path.split('.');
  const holder = list === RELATIVES && index !== undefined ? relativeHolder(Number(index)) : APPLICANT;
  const isAt = (field: ZoneField) => `${path}.`.startsWith(`${holder.pathOf(field)}.`);
  const field = holder.fields.find(isAt);
  return field ? { holder, field } : null;
}

/** A person's answers to compare with a reading. @param form of all parts */
export function passportAnswersOf(
  type: ApplicationType | null,
  form: FormState,
  holder: PassportHolder,
): PassportAnswers {
  return passportAnswersIn(formToValues(type, form), holder);
}

export function passportAnswersIn(values: Partial<ApplicationValues>, { relative }: PassportHolder): PassportAnswers {
  if (relative === null) return values as PassportAnswers;
  const item: Record<string, unknown> = { ...values[RELATIVES]?.[relative] };
  const read = Object.entries(RELATIVE_NAMES).map(([field, name]) => [field, item[name]]);
  return { ...Object.fromEntries(read), middlename: item.middlename } as PassportAnswers;
}
