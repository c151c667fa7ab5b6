/** A page whose scripts are still on their way. */
import type { Page } from 'playwright/test';

const SCRIPTS = /\/_astro\/.*\.js$/;

/** Holds every script of the site back until it is called. */
export function holdScripts(page: Page): Promise<() => void> {
  return holdThose(page, () => true);
}

/** Holds back what a page fetches later than the scripts it names itself. */
export async function holdLaterScripts(page: Page, address: string): Promise<() => void> {
  const html = await (await page.request.get(address)).text();
  return holdThose(page, (path) => !html.includes(path));
}

async function holdThose(page: Page, held: (path: string) => boolean): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    if (held(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  return release;
}
