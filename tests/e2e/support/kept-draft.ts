/** Puts a draft on the device before the form is opened, like an earlier visit. */
import { DRAFT_MARKER, DRAFT_MARKER_KEY } from '../../../src/domain/application/steps.ts';
import type { Applicant } from './applicants.ts';
import { finishedDraft, putDraft, type StoredDraft } from './device.ts';
import type { Page } from './portal.ts';

/**
 * Puts a draft on the device from a URL of the portal without scripts, where the page stays.
 * @param origin of the portal; that of the tests by default
 */
export async function storeDraft(page: Page, draft: StoredDraft, origin = ''): Promise<void> {
  await page.goto(`${origin}/robots.txt`);
  await putDraft(page, draft);
  await page.evaluate(([key, sign]) => localStorage.setItem(key, sign), [DRAFT_MARKER_KEY, DRAFT_MARKER] as const);
}

/**
 * Puts the finished draft of an applicant on the device.
 * @param change replaces parts of its record
 */
export async function storeFinishedDraft(
  page: Page,
  applicant: Applicant,
  change: Record<string, unknown> = {},
): Promise<StoredDraft> {
  const draft = finishedDraft(applicant);
  Object.assign(draft.record, change);
  await storeDraft(page, draft);
  return draft;
}
