/** Maps a field of the host to its question. */
import { partOf } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';

/** Parts of the body that repeat another answer → that answer (domain/api/contract/derived-parts.ts). */
const REPEATS: Record<string, string> = {
  ...{ fio: 'surname', sex: 'gender', citizen: 'citizenship', adress: 'formatted_address', visa_date: 'validity_time' },
  ...{ adress_specialist: 'employer_address', relatives_check: 'formatted_relatives', last_trips_check: 'last_trips' },
  ...{ previos_trips_check: 'formatted_previos_trips', reletion_level: 'formatted_relatives' },
};
const FOUNDER_REPEATS: Record<string, string> = { company_name: 'petitioner_name', applicant_fio: 'petitioner_name' };

/** @returns the form path of a question; null if no part has it. The consent is at the end of the form */
export function fieldOf(type: ApplicationType | null, path: string): string | null {
  const names = [path, REPEATS[path], type === 'founder' ? FOUNDER_REPEATS[path] : undefined];
  return names.find((name) => name !== undefined && ![null, 'check'].includes(partOf(type, name))) ?? null;
}
