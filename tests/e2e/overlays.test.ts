/** What lies over a page: the sign that the next one is on its way. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { words } from './support/locale-words.ts';
import { expect, open, test } from './support/portal.ts';

for (const locale of LOCALES) {
  test(`while the next page is on its way a spinner says so (${locale})`, async ({ page }) => {
    await open(page, locale, '/auth/login');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/${locale}/auth/reset/password`, async (route) => {
      await held;
      await route.continue();
    });
    const sign = page.getByRole('status').filter({ hasText: words(locale, 'home', 'layout.loading') });
    await expect(sign).toBeHidden();
    await page.getByRole('link', { name: words(locale, 'auth', 'login.forgot') }).click();
    await expect(sign).toBeVisible();
    await expect(sign.locator('.spinner')).toBeVisible();
    release();
    await page.waitForURL(`**/${locale}/auth/reset/password`);
    await expect(sign).toBeHidden();
  });
}
