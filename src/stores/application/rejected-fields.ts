/** Finds the question of the form for each field that the host has rejected. */
import type { FieldErrors } from '../../domain/api/refusal-codes.ts';
import { partOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { splitRefusal } from '../api/refusal.ts';
import type { CallRefusal } from '../api/request.ts';
import { byFormPath } from './check-forms.ts';

/** Body parts that repeat another answer → that answer (src/domain/api/contract/derived-parts.ts). */
const REPEATS: Record<string, string> = {
  fio: 'surname',
  sex: 'gender',
  citizen: 'citizenship',
  adress: 'formatted_address',
  visa_date: 'validity_time',
  adress_specialist: 'employer_address',
  relatives_check: 'formatted_relatives',
  last_trips_check: 'last_trips',
  previos_trips_check: 'formatted_previos_trips',
  reletion_level: 'formatted_relatives',
};
const FOUNDER_REPEATS: Record<string, string> = { company_name: 'petitioner_name', applicant_fio: 'petitioner_name' };

/** The form path of a question; null if no part asks it. The consent is at the end of the form. */
function questionOf(type: ApplicationType | null, path: string): string | null {
  const names = [path, REPEATS[path], type === 'founder' ? FOUNDER_REPEATS[path] : undefined];
  return names.find((name) => name !== undefined && ![null, 'check'].includes(partOf(type, name))) ?? null;
}

/** @param password the wire name of the password that the form asks for */
export function rejectedFields(
  type: ApplicationType | null,
  refusal: CallRefusal,
  password: string,
): { fields: FieldErrors; notice: CallRefusal | null } {
  // A taken address is shown at its field even where the response names no field.
  const named = refusal.fields ?? (refusal.code === 'email_taken' ? { email: ['email_taken'] } : undefined);
  const placed = named ? { ...refusal, fields: byFormPath(named) } : refusal;
  return splitRefusal(placed, (path) => (path === password ? path : questionOf(type, path)));
}
