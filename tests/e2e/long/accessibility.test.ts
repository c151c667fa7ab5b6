/**
 * The whole product: every page in every state, in each language, size and colour scheme, then with letters set wide, on
 * 320 px, in forced colours and without motion. One visit serves all of it, since only the screen changes.
 */
import type { Page } from 'playwright/test';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { STATES } from '../support/accessibility-states.ts';
import { treesOf } from '../support/accessibility-trees.ts';
import { findings, type Scope, settle } from '../support/axe.ts';
import { cutOff } from '../support/cut-off.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { beyondScreen, spaceText } from '../support/text-spacing.ts';

// The browser reports by itself what the states need: calls that are refused, and a page that is not there.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });

const SMALL = 375;
const SIZES = [SMALL, 1440];
const SMALLEST = 320;

for (const row of STATES) {
  const { route, state, small } = row;
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
      await row.show({ page, locale, storage, baseURL: baseURL ?? '' });
      for (const width of small ? [SMALL] : SIZES) {
        await page.setViewportSize({ width, height: 900 });
        await expectGood(page, `${width} px`, 'all');
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectGood(page, `${width} px, dark`, 'contrast');
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
        await expectGood(page, `${width} px, forced colours`);
        await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
        await expectGood(page, `${width} px, without motion`);
        if (width !== SMALL) {
          for (const tree of treesOf(row, locale)) await expect.soft(page.locator('body')).toMatchAriaSnapshot(tree);
        }
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await spaceText(page, true);
        await expectGood(page, `${width} px, letters set wide`);
        await spaceText(page, false);
      }
      await page.setViewportSize({ width: SMALLEST, height: 800 });
      await page.emulateMedia({ forcedColors: 'active' });
      await expectGood(page, `${SMALLEST} px, forced colours`, 'all but contrast');
    });
  }
}

/** @param scope what axe looks at, where anything that it reads has changed */
async function expectGood(page: Page, at: string, scope?: Scope): Promise<void> {
  if (scope) expect.soft(await findings(page, scope), at).toEqual([]);
  else await settle(page);
  expect.soft(await beyondScreen(page), `${at}: beyond the screen`).toBeLessThanOrEqual(0);
  expect.soft(await cutOff(page), `${at}: cut off`).toEqual([]);
}
