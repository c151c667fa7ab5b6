/** Sending an application that is filled in already: from a draft put on the device to the press of the button. */
import type { Locator, Page } from 'playwright/test';
import { PASSWORD } from './applicants.ts';
import { putDraft, type StoredDraft } from './device.ts';
import { fillControl } from './fill.ts';
import { expectDrawn } from './portal.ts';

/** Puts a specialist's draft on the device and opens its review. @param origin of the portal; that of the tests unless told */
export async function openReview(page: Page, draft: StoredDraft, origin = ''): Promise<void> {
  await page.goto(`${origin}/en/success/application`);
  await putDraft(page, draft);
  await page.goto(`${origin}/en/application/specialist#review`);
}

/** The button that sends. */
export function sendButton(page: Page): Locator {
  return page.locator('.send-form button[type=submit]');
}

/** Types the password at the end of the review, once the review is drawn as far as that. */
export async function typePassword(page: Page, password = PASSWORD): Promise<void> {
  await page.locator('[name="password"]').waitFor({ state: 'attached' });
  await expectDrawn(page);
  await fillControl(page, 'password', password);
}

/** Types the password and sends. */
export async function send(page: Page, password = PASSWORD): Promise<void> {
  await typePassword(page, password);
  await sendButton(page).click();
}
