/** Dialogs over a page, and the sign that the next page is loading. */
import { words } from '../support/locale-words.ts';
import { expect, open, test } from '../support/portal.ts';

test('a dialog opens on a page reached by the language switch, and a click beside it closes it', async ({ page }) => {
  const says = (path: string) => words('ru', 'application', path);
  await open(page, 'en', '/application/name?type=specialist');
  await page.locator('[name=surname]').fill('Ivanova');
  await page.getByRole('link', { name: words('en', 'application', 'part.later') }).click();
  await page.waitForURL('**/en/application');
  await page.getByRole('link', { name: words('ru', 'home', 'language.name') }).click();
  await page.waitForURL('**/ru/application');

  const dialog = page.getByRole('dialog', { name: says('draft.confirm.title') });
  const ask = page.getByRole('button', { name: says('draft.delete') });
  await ask.click();
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('heading').click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await expect(ask).toBeFocused();

  await ask.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a loading indicator appears while the next page is loading', async ({ page }) => {
  await open(page, 'en', '/auth/login');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/en/auth/reset/password', async (route) => {
    await held;
    await route.continue();
  });
  const sign = page.getByRole('status').filter({ hasText: words('en', 'home', 'layout.loading') });
  await expect(sign).toBeHidden();
  await page.getByRole('link', { name: words('en', 'auth', 'login.forgot') }).click();
  await expect(sign).toBeVisible();
  release();
  await page.waitForURL('**/en/auth/reset/password');
  await expect(sign).toBeHidden();
});
