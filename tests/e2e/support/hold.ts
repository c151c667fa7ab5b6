/** Pages whose scripts are held back. */
import { expect, type Page, waitForHydration } from './portal.ts';

const SCRIPTS = /\/_astro\/.*\.js$/;

/** Holds every script of the site until the returned function is called. */
export function holdScripts(page: Page): Promise<() => void> {
  return holdThose(page, () => true);
}

/**
 * Opens a form that is hydrated, while scripts beyond those in its HTML are held until the returned function is called.
 * @param allowed scripts that load at once
 */
export async function openBeforeLaterScripts(page: Page, address: string, allowed = /^$/): Promise<() => void> {
  const html = await (await page.request.get(address)).text();
  const release = await holdThose(page, (path) => !html.includes(path) && !allowed.test(path));
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
  await waitForHydration(page);
  return release;
}

/** Opens a page whose islands are not hydrated until the returned function is called. */
export async function openBeforeIslands(page: Page, address: string): Promise<() => void> {
  const html = await (await page.request.get(address)).text();
  const islands = new Set([...html.matchAll(/component-url="([^"]+)"/g)].map(([, path]) => path));
  const release = await holdThose(page, (path) => islands.has(path));
  await page.goto(address, { waitUntil: 'commit' });
  // The router listens once it is loaded.
  await page.waitForFunction(() => history.state !== null);
  return release;
}

async function holdThose(page: Page, held: (path: string) => boolean): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    if (held(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  return release;
}
