/**
 * The wizard's way: which page a draft may open (specification §3 "Client state", §4; decisions.md "Applying").
 * `stepStatus`: 0 nothing; 1 step 1 saved; 2 step 2 opened; 3 step 2 saved, the review shows.
 */
import type { ApplicationType } from './types.ts';

export type StepStatus = 0 | 1 | 2 | 3;

/** Routes of the wizard, without language. */
export const WIZARD_ROUTES = {
  choose: '/type/application',
  person: '/application',
  success: '/success/application',
} as const;

/** The route of step 2 and of the review. */
export function visitRoute(type: ApplicationType): `/application/${ApplicationType}` {
  return `/application/${type}`;
}

/** What the address of step 2 ends with where the review is meant. */
export const REVIEW_HASH = '#review';

/** Why a page can't be opened yet: no type was chosen, or who applies is not known. */
export type Obstacle = 'type_missing' | 'person_missing' | 'other_type';

/**
 * What keeps a draft from opening step 2 of a type; null when nothing does.
 */
export function obstacleTo(
  type: ApplicationType,
  draft: { type: ApplicationType | null; stepStatus: StepStatus },
): Obstacle | null {
  if (draft.stepStatus === 0) return 'person_missing';
  return draft.type !== null && draft.type !== type ? 'other_type' : null;
}
