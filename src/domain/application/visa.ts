/** A visa as the public page that checks one sees it. Without the schema library, which that page would carry. */

export interface EmployeeVisa {
  code: string;
  name: string;
  surname: string;
  application_type: string;
  status_type: string;
  valid_from: string | null;
  valid_to: string | null;
}

/** Reads the answer of GET /employee-visa/{code}; null for a broken contract. Other fields are left out. */
export function readEmployeeVisa(value: unknown): EmployeeVisa | null {
  const data = fieldsOf(fieldsOf(value).data);
  const { code, name, surname, application_type, status_type, valid_from = null, valid_to = null } = data;
  const words = [code, name, surname, application_type, status_type];
  const dates = [valid_from, valid_to];
  if (!words.every((word) => typeof word === 'string')) return null;
  if (!dates.every((date) => date === null || typeof date === 'string')) return null;
  return { code, name, surname, application_type, status_type, valid_from, valid_to } as EmployeeVisa;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export const VISA_STATES = ['valid', 'future', 'expired', 'revoked', 'other'] as const;
export type VisaState = (typeof VISA_STATES)[number];

/** `other` where none was issued or the status is unknown. @param today `YYYY-MM-DD` in Uzbekistan */
export function visaState(
  visa: Pick<EmployeeVisa, 'status_type' | 'valid_from' | 'valid_to'>,
  today: string,
): VisaState {
  if (visa.status_type === 'visa_revoked') return 'revoked';
  if (visa.status_type !== 'visa_issued') return 'other';
  if (visa.valid_to !== null && visa.valid_to.slice(0, 10) < today) return 'expired';
  if (visa.valid_from !== null && visa.valid_from.slice(0, 10) > today) return 'future';
  return 'valid';
}

/** Uzbekistan is five hours ahead of UTC all year. */
const AHEAD_MS = 5 * 60 * 60 * 1000;

/** `YYYY-MM-DD`. */
export function dateInUzbekistan(instant: Date): string {
  return new Date(instant.getTime() + AHEAD_MS).toISOString().slice(0, 10);
}
