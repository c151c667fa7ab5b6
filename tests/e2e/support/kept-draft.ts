/** A draft that lies on the device before the form is opened, as the portal left it the last time. */
import { DRAFT_MARKER, DRAFT_MARKER_KEY } from '../../../src/domain/application/steps.ts';
import type { Applicant } from './applicants.ts';
import { finishedDraft, putDraft, type StoredDraft } from './device.ts';
import type { Page } from './portal.ts';

/**
 * Puts a draft on the device, from an address of the portal that runs no script. The page is left there.
 * @param origin of the portal; that of the tests unless told
 */
export async function keep(page: Page, draft: StoredDraft, origin = ''): Promise<void> {
  await page.goto(`${origin}/robots.txt`);
  await putDraft(page, draft);
  await page.evaluate(([key, sign]) => localStorage.setItem(key, sign), [DRAFT_MARKER_KEY, DRAFT_MARKER] as const);
}

/**
 * Puts the finished draft of an applicant on the device.
 * @param change laid over its record
 */
export async function keepFinished(
  page: Page,
  applicant: Applicant,
  change: Record<string, unknown> = {},
): Promise<StoredDraft> {
  const draft = finishedDraft(applicant);
  Object.assign(draft.record, change);
  await keep(page, draft);
  return draft;
}
