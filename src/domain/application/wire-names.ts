/** English names of fields whose names on the wire mislead (docs/glossary.md). Beside the field table and bodies, code uses these. */
import type { FieldName } from './fields.ts';
import type { FormState } from './form.ts';

export const PASSPORT_SCAN = 'file4' satisfies FieldName;
/** The passport scan of a relative. */
export const RELATIVE_PASSPORT_SCAN = 'file6';
export const APPLICANT_PHOTO = 'file5' satisfies FieldName;
export const BANK_DOCUMENT = 'file' satisfies FieldName;
/** A diploma or certificate. */
export const QUALIFICATION = 'file2' satisfies FieldName;
/** The full name of the company's contact person. */
export const CONTACT_NAME = 'applicant_fio' satisfies FieldName;
/** What the photos of passports show (src/domain/passport/photo-marks.ts). */
export const PHOTO_MARKS = 'photo_kept' satisfies FieldName;

export const photoMarksIn = (form: FormState): string => String(form[PHOTO_MARKS] ?? '');
