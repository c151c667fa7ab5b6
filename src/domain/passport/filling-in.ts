/** Fills answers from a passport reading. Values are the wire's; dates may be partial. */
import { isPartOfDate, isRealDate } from '../input/date.ts';
import { type PassportReading, READ_FIELDS, type ReadField, type ReadValue, type UnsureReason } from './reading.ts';
import { saysTheSame } from './same-answer.ts';

export type ReadValues = Partial<Record<ReadField, string>>;
/** Answers to compare with a reading; missing ones are empty. */
export type PassportAnswers = ReadValues & {
  middlename?: string;
  passport_date?: string;
  planned_length_stay_to?: string;
};

export interface Difference {
  field: ReadField;
  typed: string;
  read: string;
}

export interface FillingIn {
  /** For fields that are empty, or filled from an earlier photo. */
  fill: ReadValues;
  /** Typed answers that differ from the photo: to be asked about. */
  differing: Difference[];
  /** Fields that stay empty, and why. */
  left: { field: ReadField; reason: UnsureReason }[];
}

/** @param filled fields filled from an earlier photo and not compared or changed since @param fields asked of the holder */
export function planFillingIn(
  reading: PassportReading,
  answers: PassportAnswers,
  filled: readonly ReadField[],
  fields: readonly ReadField[] = READ_FIELDS,
): FillingIn {
  const plan: FillingIn = { fill: {}, differing: [], left: [] };
  for (const field of fields) {
    const { value: read, unsure } = besideIssueDate(field, reading[field], answers.passport_date);
    const typed = answers[field] ?? '';
    const isOpen = typed.trim() === '' || filled.includes(field);
    if (read === undefined) {
      if (isOpen) plan.left.push({ field, reason: unsure });
      // Two photos may show two passports.
      if (isOpen && typed) plan.fill[field] = '';
    } else if (isOpen) plan.fill[field] = read;
    else if (!saysTheSame(field, answers, read)) plan.differing.push({ field, typed, read });
  }
  return plan;
}

/** Rejects a value that contradicts the entered day of issue, which the zone lacks. */
function besideIssueDate(field: ReadField, read: ReadValue, issued = ''): ReadValue {
  if (read.value === undefined || !isRealDate(issued)) return read;
  if (field === 'passport_expire' && read.value <= issued) return { unsure: 'notAfterIssue' };
  return field === 'date_birth' && read.value > issued ? { unsure: 'bornAfterIssue' } : read;
}

/**
 * Answers that differ from the photo, except half-typed dates. @param kept answers that the applicant has confirmed @param
 * fields asked of the holder
 */
export function differences(
  reading: PassportReading,
  answers: PassportAnswers,
  kept: ReadValues,
  fields: readonly ReadField[] = READ_FIELDS,
): Difference[] {
  const { differing } = planFillingIn(reading, answers, [], fields);
  return differing.filter(({ field, typed }) => {
    const isUnfinished = (field === 'date_birth' || field === 'passport_expire') && isPartOfDate(typed);
    return !isUnfinished && kept[field] !== typed;
  });
}

/**
 * The passport's last day where it is before the end of the stay. Null where the answer has the same day: the rules refuse that
 * (application/cross-rules.ts).
 */
export function endsBeforeStay(reading: PassportReading, answers: PassportAnswers): string | null {
  const { value: ends } = reading.passport_expire;
  const { planned_length_stay_to: stayEnds, passport_expire } = answers;
  return ends && ends !== passport_expire && stayEnds && ends < stayEnds ? ends : null;
}
