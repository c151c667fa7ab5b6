/** An issued visa: what its holder's record says of it, where its public page is, and what it is worth on a given day. */
import type { EmployeeVisa } from '../api/visa-answer.ts';

/** A visa as the applicant record carries it; dates are `YYYY-MM-DD`, both days included. */
export interface Visa {
  code: string;
  valid_from: string;
  valid_to: string;
}

/** The route of the page that shows a visa to whoever holds its code, without a language. */
export const visaRoute = (code: string) => `/employee-visa/${code}`;

export type VisaState = 'valid' | 'future' | 'expired' | 'other';

/**
 * @param today `YYYY-MM-DD` in Uzbekistan
 * @returns `other` when no visa was issued, or the host does not say so in words the portal knows
 */
export function visaState(
  visa: Pick<EmployeeVisa, 'status_type' | 'valid_from' | 'valid_to'>,
  today: string,
): VisaState {
  if (visa.status_type !== 'visa_issued') return 'other';
  if (visa.valid_to !== null && visa.valid_to.slice(0, 10) < today) return 'expired';
  if (visa.valid_from !== null && visa.valid_from.slice(0, 10) > today) return 'future';
  return 'valid';
}

/** Uzbekistan is five hours ahead of UTC all year. */
const AHEAD_MS = 5 * 60 * 60 * 1000;

/** The date in Uzbekistan at an instant, `YYYY-MM-DD`. */
export function dateInUzbekistan(instant: Date): string {
  return new Date(instant.getTime() + AHEAD_MS).toISOString().slice(0, 10);
}
