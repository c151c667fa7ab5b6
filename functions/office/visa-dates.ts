/** Compares a visa's dates with the application. */
import { addMonths, isRealDate } from '../../src/domain/input/date.ts';
import type { StoredFields } from '../admin/store/applicants.ts';

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

/** Unusual dates, which an officer has to confirm. @param today `YYYY-MM-DD` */
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
  return doubts.flatMap(([doubt, isFound]) => (isFound ? [doubt] : []));
}

/** The doubts that an officer has not confirmed. @param sure the confirmed ones, separated by commas */
export function unconfirmedDoubts(doubts: readonly VisaDoubt[], sure: string): VisaDoubt[] {
  const confirmed = sure.split(',').map((doubt) => doubt.trim());
  return doubts.filter((doubt) => !confirmed.includes(doubt));
}

/** The dates that the applicant asked for; `''` where missing. */
export function askedDates({ planned_length_stay_from, planned_length_stay_to }: StoredFields): VisaDates {
  const read = (value: unknown) => (isRealDate(String(value)) ? String(value) : '');
  return { from: read(planned_length_stay_from), to: read(planned_length_stay_to) };
}
