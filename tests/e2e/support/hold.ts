/** A page whose scripts are still on their way. */
import { expect, hydrated, type Page } from './portal.ts';

const SCRIPTS = /\/_astro\/.*\.js$/;

/** Holds every script of the site back until it is called. */
export function holdScripts(page: Page): Promise<() => void> {
  return holdThose(page, () => true);
}

/** Opens a form that can be used, while what it fetches later than the scripts it names itself is held back until it is called. @param besides scripts that come all the same */
export async function openBeforeLaterScripts(page: Page, address: string, besides = /^$/): Promise<() => void> {
  const html = await (await page.request.get(address)).text();
  const release = await holdThose(page, (path) => !html.includes(path) && !besides.test(path));
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
  await hydrated(page);
  return release;
}

/** Opens a page whose islands are not hydrated until it is called, while all else on it works. */
export async function openBeforeIslands(page: Page, address: string): Promise<() => void> {
  const html = await (await page.request.get(address)).text();
  const islands = new Set([...html.matchAll(/component-url="([^"]+)"/g)].map(([, path]) => path));
  const release = await holdThose(page, (path) => islands.has(path));
  await page.goto(address, { waitUntil: 'commit' });
  // The router listens as soon as it is there.
  await page.waitForFunction(() => history.state !== null);
  return release;
}

/** Holds every script that a page asks for from now on, until it is called. */
export const holdNewScripts = (page: Page): Promise<() => void> => holdThose(page, () => true);

async function holdThose(page: Page, held: (path: string) => boolean): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    if (held(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  return release;
}
