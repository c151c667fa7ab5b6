/** When deletion requests are answered. */
import { dateInUzbekistan } from '../input/uzbekistan.ts';

/** Days until the answer, announced to applicants. Our choice: neither specification nor owner gives a number (docs/decisions/applications.md). */
const DELETION_ANSWER_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last day for the answer, `YYYY-MM-DD`. @param askedAt milliseconds since 1970 */
export function deletionDue(askedAt: number): string {
  return dateInUzbekistan(new Date(askedAt + DELETION_ANSWER_DAYS * DAY_MS));
}
