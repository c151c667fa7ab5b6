/** When deletion requests are answered. */
import { DAY_MS } from '../input/date.ts';
import { dateInUzbekistan } from '../input/uzbekistan.ts';

/** Days until the answer, announced to applicants. Our choice: the owner has not given a number (docs/decisions/applications.md). */
const DELETION_ANSWER_DAYS = 30;

/** The last day for the answer, `YYYY-MM-DD`. @param askedAt milliseconds since 1970 */
export function deletionDue(askedAt: number): string {
  return dateInUzbekistan(new Date(askedAt + DELETION_ANSWER_DAYS * DAY_MS));
}
