/** The parts that a company may fill in. */
import { FIELDS, type FieldName, fieldsOf, isFieldName, type Part } from '../application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../application/types.ts';
import { BANK_DOCUMENT, QUALIFICATION } from '../application/wire-names.ts';
import { kindOf } from '../kinds/index.ts';

const COMPANY_PARTS: Record<ApplicationType, readonly Part[]> = {
  specialist: ['employer', 'contact-person', 'petitioner', 'documents'],
  investor: ['company', 'contact-person', 'petitioner', 'documents'],
  founder: [],
};

export const COMPANY_OFFER_ID = 'company-asker';

export const TYPES_WITH_COMPANY = APPLICATION_TYPES.filter((type) => COMPANY_PARTS[type].length > 0);

/** In form order; empty without a type, and for a type without a company. */
export const companyParts = (type: ApplicationType | null): readonly Part[] => (type ? COMPANY_PARTS[type] : []);

/** The parts that may be asked; drops all others, since anyone with the link may have written the list. */
export function readAskedParts(type: ApplicationType, parts: readonly string[]): Part[] {
  return companyParts(type).filter((part) => parts.includes(part));
}

/** The applicant's own documents in a company's part. */
const APPLICANT_FIELDS: readonly FieldName[] = [BANK_DOCUMENT, QUALIFICATION];

export function fieldsOfParts(type: ApplicationType, parts: readonly Part[]): FieldName[] {
  return fieldsOf(type).flatMap(({ name, part }) =>
    parts.includes(part) && !(part === 'documents' && APPLICANT_FIELDS.includes(name)) ? [name] : [],
  );
}

/** True when the company is asked for every field of a part. */
export const isWholePart = (type: ApplicationType, part: Part): boolean =>
  fieldsOfParts(type, [part]).length === fieldsOf(type, { part }).length;

export const isFilePath = (path: string): boolean => isFieldName(path) && kindOf(FIELDS[path]).shape === 'file';
