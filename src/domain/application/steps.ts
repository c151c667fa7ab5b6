/**
 * The way through the form: the address of each part, how far someone is, and what comes next (decisions.md "Applying",
 * "Parts"). `stepStatus` is the specification's (§3 "Client state").
 */
import { PARTS, type Part, partsOf } from './fields.ts';
import type { ApplicationType } from './types.ts';

/** 0: nothing. 1: all parts of step 1 are saved. 2: a part of step 2 was opened. 3: all parts of step 2 are saved. */
export type StepStatus = 0 | 1 | 2 | 3;

/** Routes around the parts, without language. */
export const WIZARD_ROUTES = {
  choose: '/type/application',
  overview: '/application',
  success: '/success/application',
} as const;

/** The part that someone begins with. */
export const FIRST_PART = 'passport' satisfies Part;

/** The first part of step 2 has the address of the type itself. */
const FIRST_OF_TYPE = 'stay' satisfies Part;

/**
 * The address of a part, without language. The parts of step 1 are the same for all types.
 * @param type not needed in step 1; in step 2 the overview stands in for a part of no type
 */
export function partRoute(part: Part, type: ApplicationType | null): string {
  if (PARTS[part].step === 1) return `${WIZARD_ROUTES.overview}/${part}`;
  if (!type) return WIZARD_ROUTES.overview;
  const ofType = `${WIZARD_ROUTES.overview}/${type}`;
  return part === FIRST_OF_TYPE ? ofType : `${ofType}/${part}`;
}

/** Where someone begins who has chosen a type. */
export function startRoute(type: ApplicationType): string {
  return `${partRoute(FIRST_PART, type)}?type=${type}`;
}

/** The parts that ask for answers, in their order: all but the check. Without a type those of step 1. */
export function answeredParts(type: ApplicationType | null): Part[] {
  return partsOf(type).filter((part) => part !== 'check');
}

/**
 * What follows a part that was just saved: the next one that is not done; the check once all are; the overview where only
 * earlier ones, or the type, are missing.
 */
export function partAfter(part: Part, type: ApplicationType | null, done: ReadonlySet<Part>): Part | 'overview' {
  const all = answeredParts(type);
  const open = all.filter((other) => other !== part && !done.has(other));
  if (type && open.length === 0) return 'check';
  return open.find((other) => all.indexOf(other) > all.indexOf(part)) ?? 'overview';
}
