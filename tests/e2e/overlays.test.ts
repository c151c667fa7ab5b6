/** What lies over a page: its dialogs in the modal container, and the sign that the next page is on its way. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { words } from './support/locale-words.ts';
import { expect, open, test } from './support/portal.ts';

for (const locale of LOCALES) {
  const says = (path: string) => words(locale, 'application', path);
  const other = LOCALES.find((language) => language !== locale) ?? locale;

  test(`a dialog opens in the modal container, and a click beside it closes it (${locale})`, async ({ page }) => {
    await open(page, other, '/application?type=specialist');
    await page.locator('[name="surname"]').fill('Ivanova');
    await page.locator(`language-switch a[hreflang="${locale}"]`).click();
    await page.waitForURL(`**/${locale}/application?type=specialist`);

    const dialog = page.locator('#modal dialog', { hasText: says('draft.confirm.title') });
    const ask = page.getByRole('button', { name: says('draft.delete') });
    await ask.click();
    await expect(dialog).toBeVisible();
    await expect(page.locator(':focus')).toHaveCount(1);
    await dialog.getByRole('heading').click();
    await expect(dialog).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
    await expect(ask).toBeFocused();

    await ask.click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

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
