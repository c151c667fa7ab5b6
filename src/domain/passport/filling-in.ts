/** What the reading of a photo does to the answers of an application. Values are the wire's; a date may be in part. */
import { isPartOfDate, isRealDate } from '../input/date.ts';
import { type PassportReading, READ_FIELDS, type ReadField, type ReadValue, type UnsureReason } from './reading.ts';
import { saysTheSame } from './same-answer.ts';

export type ReadValues = Partial<Record<ReadField, string>>;
/** The answers that a reading is held against; a missing one is empty. */
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
  /** For fields that are empty, or hold what an earlier photo has filled in. */
  fill: ReadValues;
  /** Typed by hand, and another value than the photo's: to be asked about. */
  differing: Difference[];
  /** Fields that stay empty, and why. */
  left: { field: ReadField; reason: UnsureReason }[];
}

/**
 * @param filled fields that an earlier photo has filled in and nobody has compared or changed since
 * @param fields what the holder of the passport is asked
 */
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

/** What was read, unless it contradicts the day of issue, which the zone does not hold and the applicant has entered. */
function besideIssueDate(field: ReadField, read: ReadValue, issued = ''): ReadValue {
  if (read.value === undefined || !isRealDate(issued)) return read;
  if (field === 'passport_expire' && read.value <= issued) return { unsure: 'notAfterIssue' };
  return field === 'date_birth' && read.value > issued ? { unsure: 'bornAfterIssue' } : read;
}

/**
 * Answers that differ from the photo's, as a person at a counter would ask about them; not a date that is half typed.
 * @param kept answers that the applicant has said to be right
 * @param fields what the holder of the passport is asked
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
 * The day on which the passport in the photo ends, where that is before the planned stay does. Null where the answer says the
 * same: that is refused as any such answer (application/cross-rules.ts).
 */
export function endsBeforeStay(reading: PassportReading, answers: PassportAnswers): string | null {
  const { value: ends } = reading.passport_expire;
  const { planned_length_stay_to: stayEnds, passport_expire } = answers;
  return ends && ends !== passport_expire && stayEnds && ends < stayEnds ? ends : null;
}
