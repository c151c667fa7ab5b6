/** Every public page in both languages, on a small and a large screen: tab stops and visible focus. */
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { openPublic, PUBLIC_ROUTES } from '../support/public-page.ts';
import { expectTabStops } from '../support/tab-stops.ts';

expectedErrors.push(/status of 404/);

for (const locale of LOCALES) {
  for (const width of [375, 1440]) {
    test(`Tab leads through each public page in its order, always visible (${locale}, ${width})`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const route of PUBLIC_ROUTES) {
        await openPublic(page, locale, route);
        await page.keyboard.press('Tab');
        await expect(page.getByRole('link', { name: words(locale, 'home', 'layout.skip') }), route).toBeFocused();
        await expectTabStops(page);
      }
    });
  }

  test(`the first tab stop skips the header (${locale})`, async ({ page }) => {
    for (const route of PUBLIC_ROUTES) {
      await page.goto(`/${locale}${route}`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main'), route).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('main').locator(':focus'), route).toHaveCount(1);
    }
  });
}
