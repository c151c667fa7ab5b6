/** Estimates the time for an application from the field table. */
import type { FieldKind } from '../kinds/index.ts';
import { FLAG_OF, fieldsOf, type Part, partsOf } from './fields.ts';
import type { ApplicationType } from './types.ts';

/** Seconds for each answer: estimates, until real applicants are measured. */
const TYPED_S = 30;
const SECONDS: Partial<Record<FieldKind, number>> = {
  gender: 15,
  kinship: 15,
  country: 15,
  months: 15,
  flag: 15,
  consent: 15,
  address: 60,
  longtext: 120,
  file: 60,
  photo: 60,
};
/** Seconds to read all answers again and to choose a password. */
const CHECK_S = 240;
const STEP_MIN = 5;

/** Minutes, rounded up to five; lists are not counted. @param parts still to do @param withCheck counts the review page */
export function minutesFor(type: ApplicationType, parts: readonly Part[] = partsOf(type), withCheck = true): number {
  const seconds = fieldsOf(type)
    .filter(({ name, part }) => !FLAG_OF[name] && parts.includes(part))
    .reduce((sum, { kind }) => sum + (SECONDS[kind] ?? TYPED_S), withCheck ? CHECK_S : 0);
  return Math.ceil(seconds / 60 / STEP_MIN) * STEP_MIN;
}
