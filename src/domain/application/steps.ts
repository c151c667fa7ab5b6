/**
 * The way through the form: the address of each part, how far someone is, and what comes next (decisions.md "Applying",
 * "Parts"). `stepStatus` is the specification's (§3 "Client state").
 */
import type { FieldErrors } from '../api/errors.ts';
import { PARTS, type Part, partOf, partsOf } from './fields.ts';
import type { ApplicationType } from './types.ts';

/** 0: nothing. 1: all parts of step 1 are saved. 2: a part of step 2 was opened. 3: all parts of step 2 are saved. */
export type StepStatus = 0 | 1 | 2 | 3;

/** Local storage: says that the device has a draft, before the database is asked, and nothing of what is in it. */
export const DRAFT_SIGN_KEY = 'draft';
export const DRAFT_SIGN = 'kept';

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

/** `attention`: an answer in it is wrong, or it was saved and something lacks by now. */
export type PartState = 'todo' | 'done' | 'attention';

export interface PartProgress {
  part: Part;
  state: PartState;
  /** What is wrong there, by form path; of a part that is to do only what is more than not answered yet. */
  errors: FieldErrors;
}

/**
 * How far each part is. A part is done when it was saved and nothing in it is wrong; what was typed and not saved is told
 * about only where an answer is wrong.
 * @param saved the parts that were saved at least once
 * @param errors what is wrong with the whole application, by form path
 * @returns the parts that ask for answers, in their order; without a type those of step 1
 */
export function partStates(type: ApplicationType | null, saved: readonly Part[], errors: FieldErrors): PartProgress[] {
  const found = Object.entries(errors).map(([path, codes]) => ({ path, codes, part: partOf(type, path) }));
  return answeredParts(type).map((part) => {
    const wasSaved = saved.includes(part);
    const own = found.filter(
      (mistake) => mistake.part === part && (wasSaved || mistake.codes.some((code) => code !== 'required')),
    );
    const state = own.length > 0 ? 'attention' : wasSaved ? 'done' : 'todo';
    return { part, state, errors: Object.fromEntries(own.map(({ path, codes }) => [path, codes])) };
  });
}
