/** The browser desk with the state of the portal under test, and its two made-up officers. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort } from '../../../functions/local/machine.ts';
import { findings } from './axe.ts';
import { ROOT } from './own-portal.ts';
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

/** @param env settings of the desk, such as FOUR_EYES */
export async function startDesk(env: Record<string, string> = {}): Promise<WebDesk> {
  const [port, issuer] = [await freePort(), await freePort()];
  const own = { DESK_PORT: String(port), ISSUER_PORT: String(issuer), PORTAL_STATE: process.env.E2E_STATE ?? '' };
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['functions/local/desk/main.ts'], {
    cwd: ROOT,
    env: { ...inherited, PORTAL_ORIGIN: 'http://localhost:8787', ...own, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, failed) => {
    createInterface({ input: child.stdout }).once('line', () => ready());
    child.once('exit', (code) => failed(new Error(`the desk ended with ${code}`)));
  });
  const entrance = (officer: Officer) => `http://localhost:${issuer}/officers/${officer}`;
  return {
    origin: `http://localhost:${port}`,
    entrance,
    async enter(page, officer) {
      await page.goto(entrance(officer));
      await expect(page.getByRole('navigation').first()).toBeVisible();
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
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
