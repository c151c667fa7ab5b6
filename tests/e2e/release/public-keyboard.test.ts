/**
 * The public pages by keyboard: the order of tab stops, visible focus, and sizes for fingers. release/public-stops.test.ts
 * has every page in every language and width.
 */

import { smallTargets } from '../support/fingers.ts';
import { words } from '../support/locale-words.ts';
import { expect, test } from '../support/portal.ts';
import { openPublic } from '../support/public-page.ts';
import { checkStop, expectTabStops } from '../support/tab-stops.ts';

for (const { locale, width, route } of [
  { locale: 'ru', width: 375, route: '' },
  { locale: 'en', width: 1440, route: '/type/application' },
] as const) {
  test(`Tab leads through the page /${locale}${route} in its order, always visible, after a skip link (${width})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPublic(page, locale, route);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: words(locale, 'home', 'layout.skip') })).toBeFocused();
    await expectTabStops(page);
    await page.getByRole('link', { name: words(locale, 'home', 'layout.skip') }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });
}

test('controls that stand alone can be hit by a finger, and links in a row measure 24 px', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  for (const route of ['', '/type/application', '/help', '/privacy']) {
    await openPublic(page, 'ru', route);
    expect(await smallTargets(page), route).toEqual([]);
  }
});

test('the menu opens, cycles and closes by keyboard, and restores the focus', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/en');
  const open = page.getByRole('button', { name: words('en', 'home', 'nav.open') });
  const menu = page.getByRole('dialog', { name: words('en', 'home', 'nav.menu') });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect((await checkStop(page))?.wrong).toBe('');
  for (let step = 0; step < 14; step += 1) {
    await page.keyboard.press('Tab');
    await expect(menu.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
});
