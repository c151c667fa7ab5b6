/** The dates of a visa beside what the application says. */
import { addMonths, isRealDate } from '../../../src/domain/input/date.ts';
import type { StoredFields } from '../store/applicants.ts';

/** Both `YYYY-MM-DD`, both included. */
export interface VisaDates {
  from: string;
  to: string;
}

/**
 * - `past`: it begins before today
 * - `longer`: it lasts longer than the applicant asked for (`validity_time`)
 * - `passport`: it ends after the passport
 */
export type VisaDoubt = 'past' | 'longer' | 'passport';

/** What an officer is asked about before such a visa is issued. @param today `YYYY-MM-DD` */
export function visaDoubts(
  { validity_time, passport_expire }: StoredFields,
  { from, to }: VisaDates,
  today: string,
): VisaDoubt[] {
  const months = Number(validity_time);
  const doubts: [VisaDoubt, boolean][] = [
    ['past', from < today],
    ['longer', months > 0 && to > addMonths(from, months)],
    ['passport', isRealDate(String(passport_expire)) && to > String(passport_expire)],
  ];
  return doubts.flatMap(([doubt, isThere]) => (isThere ? [doubt] : []));
}

/** The dates that the applicant asked for; `''` for one that is not there. */
export function askedDates({ planned_length_stay_from, planned_length_stay_to }: StoredFields): VisaDates {
  const read = (value: unknown) => (isRealDate(String(value)) ? String(value) : '');
  return { from: read(planned_length_stay_from), to: read(planned_length_stay_to) };
}
