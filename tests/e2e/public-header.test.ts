/** The header of the public pages, its menu on small screens, and the ways to the sections (specification §2, §9). */
import type { Page } from 'playwright/test';
import { SECTIONS } from '../../src/content/sections.ts';
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';

expectedErrors.push(/status of 404/);

const header = (page: Page) => page.locator('.site-header');
const scrollDown = (page: Page, y: number): Promise<void> =>
  page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);

test('the header narrows past 20 px and widens only under 4 px', async ({ page }) => {
  await page.goto('/en');
  const ways: [number, string][] = [
    [0, '25px'],
    [20, '25px'],
    [21, '15px'],
    [12, '15px'],
    [4, '15px'],
    [3, '25px'],
    [15, '25px'],
  ];
  for (const [y, padding] of ways) {
    await scrollDown(page, y);
    await expect(header(page), `at ${y} px`).toHaveCSS('padding-top', padding);
    await expect(header(page)).toHaveCSS('padding-bottom', padding);
  }
});

test('what is in the header stays in its place when the menu comes to life', async ({ page }) => {
  await page.addInitScript(() => {
    const define = customElements.define.bind(customElements);
    customElements.define = (...element) => setTimeout(() => define(...element), 500);
  });
  await page.setViewportSize({ width: 375, height: 740 });
  for (const locale of LOCALES) {
    await page.goto(`/${locale}`);
    await page.evaluate(() => document.fonts.ready);
    const places = () =>
      header(page).evaluate((element) =>
        [...element.querySelectorAll('.site-header__inner *')].map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return [part.className, x, y, width, height].join(' ');
        }),
      );
    const menu = page.locator('.site-header [data-open]');
    await expect(menu).toBeHidden();
    const before = await places();
    await expect(menu).toBeVisible();
    expect(await places()).toEqual(before);
  }
});

test('the page does not jump while the header narrows', async ({ page }) => {
  await page.goto('/en');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.evaluate(() => {
    const marks = window as unknown as { changes: number };
    marks.changes = 0;
    new MutationObserver(() => marks.changes++).observe(document.querySelector('.site-header') as Node, {
      attributes: true,
    });
  });
  for (let y = 0; y <= 40; y += 4) await scrollDown(page, y);
  await expect(header(page)).toHaveCSS('padding-top', '15px');
  expect(await page.evaluate(() => scrollY)).toBe(40);
  expect(await height()).toBe(before);
  expect(await page.evaluate(() => (window as unknown as { changes: number }).changes)).toBe(1);
});

test('the logo leads to the top of the landing page, from anywhere', async ({ page }) => {
  await page.goto('/en#news');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await page.locator('.site-header__inner .logo').click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goto('/en/type/application');
  await page.locator('.logo').first().click();
  await page.waitForURL((url) => url.pathname === '/en');
});

/** True when a section stands just under the header. */
const isAtTop = (page: Page, section: string) =>
  page.locator(`#${section}`).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    return (top >= 0 && top < innerHeight / 3) || (atEnd && top < innerHeight);
  });

for (const locale of LOCALES) {
  test(`each section link scrolls to its section (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/${locale}`);
    for (const section of SECTIONS) {
      await page
        .getByRole('navigation', { name: words(locale, 'home', 'nav.label') })
        .first()
        .locator(`a[href="#${section}"]`)
        .click();
      await expect.poll(() => isAtTop(page, section), section).toBe(true);
      expect(new URL(page.url()).hash).toBe(`#${section}`);
    }
  });

  test(`from other pages section links lead to the landing page at that section (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const names = SECTIONS.map((section) => words(locale, 'home', `nav.${section}`));
    for (const from of ['/application', '/application/founder', '/type/application', '/no-such-page']) {
      await page.goto(`/${locale}${from}`);
      const links = page.locator('.site-header__nav a');
      await expect(links, from).toHaveText(names);
      await links.nth(SECTIONS.indexOf('news')).click();
      await page.waitForURL(`**/${locale}#news`);
      await expect.poll(() => isAtTop(page, 'news'), from).toBe(true);
    }
  });
}

test.describe('the menu of a small screen', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  for (const locale of LOCALES) {
    test(`fills the screen, holds page and focus, and closes by button, Escape and link (${locale})`, async ({
      page,
    }) => {
      await page.goto(`/${locale}`);
      const open = page.getByRole('button', { name: words(locale, 'home', 'nav.open') });
      const menu = page.locator('dialog.menu');
      await open.click();
      await expect(menu).toBeVisible();
      const box = await menu.boundingBox();
      expect(box).toMatchObject({ x: 0, y: 0, height: 700 });
      // A scroll bar with a width of its own keeps its place, so that the page does not move.
      expect(box?.width).toBeGreaterThanOrEqual(375 - 15);

      await page.mouse.move(180, 400);
      await page.mouse.wheel(0, 800);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      for (let step = 0; step < 14; step++) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement?.closest('dialog.menu') !== null)).toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(open).toBeFocused();

      await open.click();
      await page.getByRole('button', { name: words(locale, 'home', 'nav.close') }).click();
      await expect(menu).toBeHidden();

      await open.click();
      await menu.locator('a[href="#news"]').click();
      await expect(menu).toBeHidden();
      await expect.poll(() => isAtTop(page, 'news')).toBe(true);
    });

    test(`leads from an application page to a section of the landing page (${locale})`, async ({ page }) => {
      await page.goto(`/${locale}/application`);
      await page.getByRole('button', { name: words(locale, 'home', 'nav.open') }).click();
      await page.locator(`dialog.menu a[href="/${locale}#news"]`).click();
      await page.waitForURL(`**/${locale}#news`);
      await expect.poll(() => isAtTop(page, 'news')).toBe(true);
    });
  }
});
