/** A visa on the public page, read without a schema library, which that page would have to load. */

export interface EmployeeVisa {
  code: string;
  name: string;
  surname: string;
  application_type: string;
  status_type: string;
  valid_from: string | null;
  valid_to: string | null;
  /** Last characters of the passport number, where the host shows them. */
  passport_end?: string;
}

/** A code as our host issues it, from what was typed from paper: any case, O for 0, I or L for 1, with spaces or hyphens. */
export const canonicalVisaCode = (typed: string): string =>
  typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** Reads GET /employee-visa/{code}, known fields only; null for a broken contract. */
export function readEmployeeVisa(value: unknown): EmployeeVisa | null {
  const data = fieldsOf(fieldsOf(value).data);
  const { code, name, surname, application_type, status_type, valid_from = null, valid_to = null } = data;
  const { passport_end } = data;
  if (!isText(code) || !isText(name) || !isText(surname) || !isText(application_type) || !isText(status_type))
    return null;
  if ((valid_from !== null && !isText(valid_from)) || (valid_to !== null && !isText(valid_to))) return null;
  const shown = { code, name, surname, application_type, status_type, valid_from, valid_to };
  return isText(passport_end) && passport_end !== '' ? { ...shown, passport_end } : shown;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' ? { ...value } : {};
}

export const VISA_STATES = ['valid', 'ending', 'future', 'expired', 'revoked', 'other'] as const;
export type VisaState = (typeof VISA_STATES)[number];

/** A visa is `ending` with at most this many days left, without the last day. */
export const ENDING_DAYS = 30;

/** `other` for none issued, or an unknown status. @param today `YYYY-MM-DD` in Uzbekistan */
export function visaState(
  visa: Pick<EmployeeVisa, 'status_type' | 'valid_from' | 'valid_to'>,
  today: string,
): VisaState {
  if (visa.status_type === 'visa_revoked') return 'revoked';
  if (visa.status_type !== 'visa_issued') return 'other';
  if (visa.valid_to !== null && visa.valid_to.slice(0, 10) < today) return 'expired';
  if (visa.valid_from !== null && visa.valid_from.slice(0, 10) > today) return 'future';
  return visa.valid_to !== null && daysBetween(today, visa.valid_to) <= ENDING_DAYS ? 'ending' : 'valid';
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days between dates, `YYYY-MM-DD`; negative where `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY_MS;
}
