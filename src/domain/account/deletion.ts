/** When a request to delete an applicant's data is answered. */
import { dateInUzbekistan } from '../application/visa.ts';

/**
 * Days within which a request is answered. Ours: neither the specification nor the owner names a number
 * (docs/decisions/deletion-requests.md). It is told to applicants when they ask.
 */
export const DELETION_ANSWER_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last day on which a request is answered in time, `YYYY-MM-DD`. @param askedAt milliseconds since 1970 */
export function deletionDue(askedAt: number): string {
  return dateInUzbekistan(new Date(askedAt + DELETION_ANSWER_DAYS * DAY_MS));
}
