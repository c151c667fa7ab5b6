/** Fills answers from a passport reading. Values are the wire's; dates may be partial. */
import { isPartOfDate, isRealDate } from '../input/date.ts';
import { type PassportReading, type UnsureReason, ZONE_FIELDS, type ZoneField, type ZoneValue } from './reading.ts';
import { matchesReading } from './same-answer.ts';

export type ZoneValues = Partial<Record<ZoneField, string>>;
/** Answers to compare with a reading; missing ones are empty. */
export type PassportAnswers = ZoneValues & {
  middlename?: string;
  passport_date?: string;
  planned_length_stay_to?: string;
};

export interface PassportDifference {
  field: ZoneField;
  typed: string;
  read: string;
}

export interface FillPlan {
  /** For fields that are empty, or filled from an earlier photo. */
  fill: ZoneValues;
  /** Typed answers that differ from the photo: to be asked about. */
  differing: PassportDifference[];
  /** Fields that stay empty, and why. */
  unfilled: { field: ZoneField; reason: UnsureReason }[];
}

/** @param filled fields filled from an earlier photo and not compared or changed since @param fields asked of the holder */
export function planFill(
  reading: PassportReading,
  answers: PassportAnswers,
  filled: readonly ZoneField[],
  fields: readonly ZoneField[] = ZONE_FIELDS,
): FillPlan {
  const plan: FillPlan = { fill: {}, differing: [], unfilled: [] };
  for (const field of fields) {
    const { value: read, unsure } = checkAgainstIssueDate(field, reading[field], answers.passport_date);
    const typed = answers[field] ?? '';
    const isOpen = typed.trim() === '' || filled.includes(field);
    if (read === undefined) {
      if (isOpen) plan.unfilled.push({ field, reason: unsure });
      // Two photos may show two passports.
      if (isOpen && typed) plan.fill[field] = '';
    } else if (isOpen) plan.fill[field] = read;
    else if (!matchesReading(field, answers, read)) plan.differing.push({ field, typed, read });
  }
  return plan;
}

/** Rejects a value that contradicts the entered day of issue, which the zone lacks. */
function checkAgainstIssueDate(field: ZoneField, read: ZoneValue, issued = ''): ZoneValue {
  if (read.value === undefined || !isRealDate(issued)) return read;
  if (field === 'passport_expire' && read.value <= issued) return { unsure: 'notAfterIssue' };
  return field === 'date_birth' && read.value > issued ? { unsure: 'bornAfterIssue' } : read;
}

/** Answers that differ from the photo, except half-typed dates. @param confirmed by the applicant */
export function passportDifferences(
  reading: PassportReading,
  answers: PassportAnswers,
  confirmed: ZoneValues,
  fields: readonly ZoneField[] = ZONE_FIELDS,
): PassportDifference[] {
  const { differing } = planFill(reading, answers, [], fields);
  return differing.filter(({ field, typed }) => {
    const isUnfinished = (field === 'date_birth' || field === 'passport_expire') && isPartOfDate(typed);
    return !isUnfinished && confirmed[field] !== typed;
  });
}

/** The passport's last day if before the end of the stay; null where the rules refuse the answer (cross-rules.ts). */
export function endsBeforeStay(reading: PassportReading, answers: PassportAnswers): string | null {
  const { value: ends } = reading.passport_expire;
  const { planned_length_stay_to: stayEnds, passport_expire } = answers;
  return ends && ends !== passport_expire && stayEnds && ends < stayEnds ? ends : null;
}
