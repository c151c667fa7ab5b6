/** The parts as pages: addresses, states, order (requirements: parts, form-steps). */
import type { FieldErrors } from '../api/refusal-codes.ts';
import { PARTS, type Part, partOf, partsOf } from './fields.ts';
import type { ApplicationType } from './types.ts';

/** 0: nothing. 1: all parts of step 1 are saved. 2: a part of step 2 was opened. 3: all parts of step 2 are saved. */
export type StepStatus = 0 | 1 | 2 | 3;

/** Local storage: says that the device has a draft before the database is open. It has no answer of it. */
export const DRAFT_MARKER_KEY = 'draft';

export const WIZARD_ROUTES = {
  choose: '/type/application',
  overview: '/application',
  success: '/success/application',
} as const;

export const FIRST_PART = 'passport' satisfies Part;

/** The first part of step 2 has an address of its own for each type. */
const FIRST_OF_TYPE = 'stay' satisfies Part;

/** The route without language; the overview for a part of step 2 without a type. */
export function partRoute(part: Part, type: ApplicationType | null): string {
  if (PARTS[part].step === 1) return `${WIZARD_ROUTES.overview}/${part}`;
  if (!type) return WIZARD_ROUTES.overview;
  const ofType = `${WIZARD_ROUTES.overview}/${type}`;
  return part === FIRST_OF_TYPE ? ofType : `${ofType}/${part}`;
}

export function startRoute(type: ApplicationType): string {
  return `${partRoute(FIRST_PART, type)}?type=${type}`;
}

export const documentsRoute = (type: ApplicationType): `/${string}` => `/type/documents/${type}`;

/** All parts but the review page, in order; without a type those of step 1. */
export function answeredParts(type: ApplicationType | null): Part[] {
  return partsOf(type).filter((part) => part !== 'check');
}

/** The next open part after a saved one, then the review page; the overview if type or earlier parts are missing. */
export function partAfter(part: Part, type: ApplicationType | null, done: ReadonlySet<Part>): Part | 'overview' {
  const all = answeredParts(type);
  const open = all.filter((other) => other !== part && !done.has(other));
  if (type && open.length === 0) return 'check';
  return open.find((other) => all.indexOf(other) > all.indexOf(part)) ?? 'overview';
}

/** `started`: something was typed. `attention`: an answer is wrong, or missing since the part was saved. */
type PartState = 'todo' | 'started' | 'done' | 'attention';

export interface PartProgress {
  part: Part;
  state: PartState;
  errors: FieldErrors;
}

/**
 * The state of each part; missing answers are not errors before it is saved. @param errors by form path @param isBegun whether
 * a part has an answer
 */
export function partStates(
  type: ApplicationType | null,
  saved: readonly Part[],
  errors: FieldErrors,
  isBegun: (part: Part) => boolean = () => false,
): PartProgress[] {
  const found = Object.entries(errors).map(([path, codes]) => ({ path, codes, part: partOf(type, path) }));
  return answeredParts(type).map((part) => {
    const wasSaved = saved.includes(part);
    const own = found.filter(
      (mistake) => mistake.part === part && (wasSaved || mistake.codes.some((code) => code !== 'required')),
    );
    const state = own.length > 0 ? 'attention' : wasSaved ? 'done' : isBegun(part) ? 'started' : 'todo';
    return { part, state, errors: Object.fromEntries(own.map(({ path, codes }) => [path, codes])) };
  });
}

/** Numbers of finished, started, and all parts. */
export function countParts(states: readonly PartProgress[]): { done: number; started: number; parts: number } {
  const done = states.filter(({ state }) => state === 'done').length;
  const todo = states.filter(({ state }) => state === 'todo').length;
  return { done, started: states.length - done - todo, parts: states.length };
}

/**
 * The marker of a draft: when it expires, and once a type is chosen the numbers of finished and of all parts, as in
 * "1767225600000 2 11". @param endsAt milliseconds since 1970
 */
export function draftMarker(endsAt: number, type: ApplicationType | null, states: readonly PartProgress[]): string {
  const { done, parts } = countParts(states);
  return type ? `${endsAt} ${done} ${parts}` : `${endsAt}`;
}
