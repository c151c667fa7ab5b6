/** Puts a sent application on the device, like an earlier visit. */
import type { Submitted } from '../../../src/stores/application/submitted.ts';
import type { Page } from './portal.ts';

/** Stores what the confirmation shows, from a URL of the portal without scripts, where the page stays. */
export async function storeSubmittedOn(page: Page, submitted: Submitted): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((value) => localStorage.setItem('submitted', JSON.stringify(value)), submitted);
}
