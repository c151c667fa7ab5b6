/** The browser desk with the state of the portal under test, and its two made-up officers. */
import { serveDesk } from '../../../functions/local/desk.ts';
import { freePort } from '../../../functions/local/machine.ts';
import { findings } from './axe.ts';
import { expect, type Page } from './portal.ts';

type Officer = 'anna' | 'bekzod' | 'gulnora';

export interface WebDesk {
  origin: string;
  /** The address that signs an officer in and opens the desk. */
  entrance(officer: Officer): string;
  /** Signs an officer in and opens the desk. */
  enter(page: Page, officer: Officer): Promise<void>;
  stop(): Promise<void>;
}

/** @param vars settings of the desk, such as FOUR_EYES */
export async function startDesk(vars: Record<string, string> = {}): Promise<WebDesk> {
  const [port, issuerPort] = [await freePort(), await freePort()];
  const state = process.env.E2E_STATE ?? '';
  const { stop } = await serveDesk({ port, issuerPort, state, origin: 'http://localhost:8787', vars });
  const entrance = (officer: Officer) => `http://localhost:${issuerPort}/officers/${officer}`;
  return {
    origin: `http://localhost:${port}`,
    entrance,
    async enter(page, officer) {
      await page.goto(entrance(officer));
      await expect(page.getByRole('navigation').first()).toBeVisible();
    },
    stop,
  };
}

/** Expects no findings of axe on the open page, and no sideways scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  // The style sheet may still be loading when the page has its text.
  await page.waitForLoadState();
  expect(await findings(page), page.url()).toEqual([]);
  const spare = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(spare, page.url()).toBeLessThanOrEqual(0);
}
