/** A page whose scripts are still on their way. */
import type { Page } from 'playwright/test';

/** Holds every script of the site back until it is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
