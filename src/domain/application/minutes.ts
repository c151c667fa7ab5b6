/** About how long filling in an application takes, worked out from the field table, so that a new question counts at once. */
import { type FieldKind, FLAG_OF, fieldsOf, type Part, partsOf } from './fields.ts';
import type { ApplicationType } from './types.ts';

/** Seconds for one answer: found in a document at hand, and typed with one finger on a phone. */
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
/** Reading all answers again and choosing a password. */
const CHECK_S = 240;
const STEP_MIN = 5;

/**
 * Minutes to be told as "about", rounded up to five; without the lists that a "yes" opens, of which the pages say that they
 * take longer.
 * The seconds are estimates, since nobody has been measured yet: a choice a quarter of a minute, a typed answer half a
 * minute, an address of four boxes or a file that lies ready a minute, a description two. They are to be replaced by the
 * median of real applicants as soon as that is known.
 * @param parts those that are still to do; the check always comes last
 */
export function minutesFor(type: ApplicationType, parts: readonly Part[] = partsOf(type)): number {
  const seconds = fieldsOf(type)
    .filter(({ name, part }) => !FLAG_OF[name] && parts.includes(part))
    .reduce((sum, { kind }) => sum + (SECONDS[kind] ?? TYPED_S), CHECK_S);
  return Math.ceil(seconds / 60 / STEP_MIN) * STEP_MIN;
}
