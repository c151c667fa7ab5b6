/**
 * Text at 200 % on a screen of 1280 px, on a page of the form, and before a release also of the site and the account;
 * tests/e2e/release/accessibility.test.ts has all pages and states.
 */
import { STATES } from '../support/accessibility-states.ts';
import { finishAnimations } from '../support/axe.ts';
import { clippedTexts } from '../support/cut-off.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';
import { overflowWidth, setTextSize } from '../support/text-spacing.ts';

// The browser logs what the states need: refused calls, and a missing page.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });

/** The page of the long stage. */
const FIRST = '/application/specialist/family';
const ROUTES = ['/', FIRST, '/profile'];

for (const wanted of ROUTES) {
  const first = STATES.find(({ route, small }) => !small && route === wanted);
  if (!first) throw new Error(`the table of states has no ${wanted}`);
  const { route, state, show } = first;
  test(`text at 200 % fits ${route}, ${state}`, releaseIf(route !== FIRST), async ({ page, storage, baseURL }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await show({ page, locale: 'ru', storage, baseURL: baseURL ?? '' });
    await setTextSize(page, 200);
    await finishAnimations(page);
    await expect.poll(() => overflowWidth(page)).toBeLessThanOrEqual(0);
    await expect.poll(() => clippedTexts(page)).toEqual([]);
  });
}
