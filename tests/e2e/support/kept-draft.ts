/** Puts a draft on the device before the form is opened, like an earlier visit. */
import { DRAFT_MARKER_KEY, draftMarker, partStates } from '../../../src/domain/application/steps.ts';
import { readApplicationType } from '../../../src/domain/application/types.ts';
import { DRAFT_LIFE_MS } from '../../../src/stores/device/stored-entry.ts';
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
  const { type, saved, changedAt } = draft.record;
  const known = readApplicationType(type);
  const states = partStates(known, Array.isArray(saved) ? saved : [], {});
  const marker = draftMarker(Date.parse(String(changedAt)) + DRAFT_LIFE_MS, known, states);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [DRAFT_MARKER_KEY, marker] as const);
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
