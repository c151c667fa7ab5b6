/** Which parts an applicant may ask the company to fill in. */

import { FIELDS, type FieldName, fieldsOf, isFieldName, type Part } from '../application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../application/types.ts';
import { kindOf } from '../kinds/index.ts';

const COMPANY_PARTS: Record<ApplicationType, readonly Part[]> = {
  specialist: ['employer', 'contact-person', 'petitioner', 'documents'],
  investor: ['company', 'contact-person', 'petitioner', 'documents'],
  founder: [],
};

/** On the overview: the id of the place where the company is asked. */
export const COMPANY_OFFER = 'company-asker';

/** Types whose application has parts of a company. */
export const TYPES_WITH_COMPANY = APPLICATION_TYPES.filter((type) => COMPANY_PARTS[type].length > 0);

/** In the order of the form; none for a type without a company, and before a type is chosen. */
export const companyParts = (type: ApplicationType | null): readonly Part[] => (type ? COMPANY_PARTS[type] : []);

/** Those of `parts` that may be asked: a list that came from elsewhere may have others in it. */
export function askedParts(type: ApplicationType, parts: readonly string[]): Part[] {
  return companyParts(type).filter((part) => parts.includes(part));
}

/** The applicant's own papers, in a part that the company is asked for. */
const OF_APPLICANT: readonly FieldName[] = ['file', 'file2'];

/** The fields of these parts that the company is asked for, in the order asked. */
export function fieldsOfParts(type: ApplicationType, parts: readonly Part[]): FieldName[] {
  return fieldsOf(type).flatMap(({ name, part }) =>
    parts.includes(part) && !(part === 'documents' && OF_APPLICANT.includes(name)) ? [name] : [],
  );
}

/** True when the company is asked for every field of a part. */
export const isWholePart = (type: ApplicationType, part: Part): boolean =>
  fieldsOfParts(type, [part]).length === fieldsOf(type, { part }).length;

/** Whether a form path is that of a file. */
export const isFilePath = (path: string): boolean => isFieldName(path) && kindOf(FIELDS[path]).shape === 'file';
