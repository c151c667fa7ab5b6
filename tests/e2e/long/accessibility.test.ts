/**
 * The whole product: every page in every state, in each language, size and colour scheme, then with letters set wide, on
 * 320 px, in forced colours and without motion. One visit serves all of it, since only the screen changes.
 */
import type { Page } from 'playwright/test';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { STATES } from '../support/accessibility-states.ts';
import { findings } from '../support/axe.ts';
import { cutOff } from '../support/cut-off.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { beyondScreen, spaceText } from '../support/text-spacing.ts';

// The browser reports by itself what the states need: calls that are refused, and a page that is not there.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });

const SMALL = 375;
const SIZES = [SMALL, 1440];
const SMALLEST = 320;
const SCHEMES = ['light', 'dark'] as const;

for (const { route, state, small, show } of STATES) {
  for (const locale of LOCALES) {
    const annotation = [
      { type: 'route', description: route },
      { type: 'state', description: state },
    ];
    test(`nothing is found on ${route}, ${state}, on any screen (${locale})`, { annotation }, async ({
      page,
      storage,
      baseURL,
    }) => {
      await page.setViewportSize({ width: SMALL, height: 812 });
      await show({ page, locale, storage, baseURL: baseURL ?? '' });
      for (const width of small ? [SMALL] : SIZES) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await expectGood(page, `${width} px, ${colorScheme}`);
        }
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
        await expectGood(page, `${width} px, forced colours`, true);
        await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
        await expectGood(page, `${width} px, without motion`);
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await spaceText(page, true);
        await expectGood(page, `${width} px, letters set wide`);
        await spaceText(page, false);
      }
      await page.setViewportSize({ width: SMALLEST, height: 800 });
      await expectGood(page, `${SMALLEST} px`);
    });
  }
}

async function expectGood(page: Page, at: string, forced = false): Promise<void> {
  expect.soft(await findings(page, forced), at).toEqual([]);
  expect.soft(await beyondScreen(page), `${at}: beyond the screen`).toBeLessThanOrEqual(0);
  expect.soft(await cutOff(page), `${at}: cut off`).toEqual([]);
}
