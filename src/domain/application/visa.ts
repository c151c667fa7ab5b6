/** What a visa is worth on a given day; read by the public page that checks one. */
import type { EmployeeVisa } from '../api/visa-answer.ts';

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
