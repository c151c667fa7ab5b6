/** Errors of a changed application that the applicant can fix; not those in answers that the host omits or reformats. */
import type { FieldCode, FieldErrors } from '../../domain/api/errors.ts';
import { type FieldName, FLAG_OF } from '../../domain/application/fields.ts';
import { type ApplicantRecord, fromRecord } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { isSame } from './changed-fields.ts';

/** Codes of the form's own rules; a host may require less. */
const FORM_CODES: ReadonlySet<string> = new Set<FieldCode>([
  'too_long',
  'too_many',
  'hidden_characters',
  'name_characters',
  'email_format',
  'email_characters',
  'email_dots',
  'email_domain',
  'email_scripts',
  'phone_format',
  'passport_format',
  'not_in_list',
  'date_incomplete',
  'date_whole',
  'date_year',
  'date_years',
  'date_unreal',
  'consent_required',
]);

interface ChangedRecord {
  record: ApplicantRecord;
  values: ApplicationValues;
  changed: readonly string[];
}

export function fixableErrors(
  type: ApplicationType,
  errors: FieldErrors,
  { record, values, changed }: ChangedRecord,
): FieldErrors {
  const stored = fromRecord(type, record);
  const isMine = (path: string, codes: readonly string[]) => {
    const [name, key = '', inner = ''] = path.split('.') as [FieldName, string?, string?];
    const flag = FLAG_OF[name];
    if (changed.includes(name)) return !isStoredItem(stored[name], values[name], key);
    if (flag && changed.includes(flag)) return true;
    return isReturned(record[name], key, inner) && !codes.every((code) => FORM_CODES.has(code));
  };
  return Object.fromEntries(Object.entries(errors).filter(([path, codes]) => isMine(path, codes)));
}

/** True for an item of a changed list that the host already has, at any position. */
function isStoredItem(stored: unknown, changedItem: unknown, index: string): boolean {
  if (!Array.isArray(stored) || !Array.isArray(changedItem) || index === '') return false;
  return stored.some((item) => isSame(item, changedItem[Number(index)]));
}

/** Whether the host returned an answer, a line of an address or a part of an item. */
function isReturned(recorded: unknown, key: string, inner: string): boolean {
  if (recorded === undefined || key === '') return recorded !== undefined;
  const within = (recorded as Record<string, Record<string, unknown> | string>)[key];
  return typeof within === 'object' && inner !== '' ? within[inner] !== undefined : within !== undefined;
}
