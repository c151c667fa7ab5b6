/** Text at 200 % on a screen of 1280 px, on each page in its first state; tests/e2e/release has all states. */
import { STATES } from '../support/accessibility-states.ts';
import { finishAnimations } from '../support/axe.ts';
import { clippedTexts } from '../support/cut-off.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { overflowWidth, setTextSize } from '../support/text-spacing.ts';

// The browser logs what the states need: refused calls, and a missing page.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });

// The pages of the three types share a layout.
const states = STATES.filter(({ route, small }) => !small && !/founder|investor/.test(route));
const firstStates = states.filter(({ route }, index) => states.findIndex((other) => other.route === route) === index);

for (const { route, state, show } of firstStates) {
  test(`text at 200 % fits ${route}, ${state}`, async ({ page, storage, baseURL }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await show({ page, locale: 'ru', storage, baseURL: baseURL ?? '' });
    await setTextSize(page, 200);
    await finishAnimations(page);
    await expect.poll(() => overflowWidth(page)).toBeLessThanOrEqual(0);
    await expect.poll(() => clippedTexts(page)).toEqual([]);
  });
}
