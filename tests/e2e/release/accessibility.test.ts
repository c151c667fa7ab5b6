/**
 * Accessibility of every page in every state, in each language and colour scheme, in forced colours, without motion, with
 * wide letter spacing, from 320 px on, at 400 % zoom, on a touch screen. One visit covers all of it, since only the screen changes.
 */
import type { Page } from 'playwright/test';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { STATES } from '../support/accessibility-states.ts';
import { findings, finishAnimations, type Scope } from '../support/axe.ts';
import { clippedTexts } from '../support/cut-off.ts';
import { setTouchScreen, smallTargets } from '../support/fingers.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { overflowWidth, setTextSize, setTextSpacing } from '../support/text-spacing.ts';

// The browser logs what the states need: refused calls, and a missing page.
expectedErrors.push(/Failed to load resource/);

test.describe.configure({ mode: 'parallel' });

const SMALL = 375;
const LARGE = 1440;
const SMALLEST = 320;
/** A window of 1280 × 1024 at 400 % zoom (WCAG 1.4.10). */
const ZOOMED_HEIGHT = 256;

for (const [index, row] of STATES.entries()) {
  const { route, state, small } = row;
  for (const [turn, locale] of LOCALES.entries()) {
    // Each language has each size on every second state; layout checks use both sizes.
    const width = small || (index + turn) % 2 === 0 ? SMALL : LARGE;
    const annotation = [
      { type: 'route', description: route },
      { type: 'state', description: state },
    ];
    test(`axe reports no violation on ${route}, ${state} (${locale}, ${width})`, { annotation }, async ({
      page,
      storage,
      baseURL,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await row.show({ page, locale, storage, baseURL: baseURL ?? '' });
      await expectGood(page, `${width} px`, 'all');
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectGood(page, `${width} px, dark`, 'contrast');
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
      await expectGood(page, `${width} px, forced colours`, 'all but contrast');
      await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
      await expectGood(page, `${width} px, more contrast`, 'contrast');
      await page.emulateMedia({ contrast: 'no-preference', reducedMotion: 'reduce' });
      for (const other of small ? [SMALL] : [SMALLEST, SMALL, LARGE]) {
        await page.setViewportSize({ width: other, height: other === SMALLEST ? ZOOMED_HEIGHT : 900 });
        await expectGood(page, `${other} px, without motion`);
        await setTextSpacing(page, true);
        await expectGood(page, `${other} px, letters set wide`);
        await setTextSpacing(page, false);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      await setTextSize(page, 200);
      await expectGood(page, '1280 px, text at 200 %');
      await setTextSize(page, 100);
      await page.setViewportSize({ width: SMALL, height: 900 });
      await setTouchScreen(page);
      expect.soft(await smallTargets(page), `${SMALL} px, fingers`).toEqual([]);
    });
  }
}

/** @param scope limits axe to what has changed */
async function expectGood(page: Page, at: string, scope?: Scope): Promise<void> {
  if (scope) expect.soft(await findings(page, scope), at).toEqual([]);
  else await finishAnimations(page);
  // Turning pictures adapt to a new size a moment after the screen.
  const { poll } = expect.configure({ soft: true });
  await poll(() => overflowWidth(page), `${at}: beyond the screen`).toBeLessThanOrEqual(0);
  await poll(() => clippedTexts(page), `${at}: cut off`).toEqual([]);
}
