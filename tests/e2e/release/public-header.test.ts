/** The header of the public pages, its menu on small screens, and links to sections (requirements: header-shrink, section-links). */
import type { Locator } from 'playwright/test';
import { type ContentSection, SECTIONS } from '../../../src/content/collections.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';

expectedErrors.push(/status of 404/);

const header = (page: Page) => page.getByRole('banner');
const say = (locale: Locale, key: string) => words(locale, 'home', key);
const logo = (page: Page) => header(page).getByRole('link', { name: say('en', 'site.name') });
const sections = (page: Page, locale: Locale) =>
  header(page).getByRole('navigation', { name: say(locale, 'nav.label') });
const menuOf = (page: Page, locale: Locale) => page.getByRole('dialog', { name: say(locale, 'nav.menu') });
const heading = (page: Page, section: ContentSection) => page.locator(`#${section}`).getByRole('heading', { level: 2 });

/** Returns whether the middle of an element is visible and not covered. */
const isSeen = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return there !== null && element.contains(there);
  });
const expectSeen = (part: Locator) => expect.poll(() => isSeen(part)).toBe(true);

test('the header narrows after 20 px and widens under 4 px, without shifting the page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en');
  const frame = header(page).locator('..');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  const ways: [number, string][] = [
    [0, '25px'],
    [20, '25px'],
    [21, '15px'],
    [12, '15px'],
    [4, '15px'],
    [3, '25px'],
    [15, '25px'],
    [40, '15px'],
  ];
  for (const [y, padding] of ways) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
    await expect(frame, `at ${y} px`).toHaveCSS('padding-top', padding);
    await expect(frame).toHaveCSS('padding-bottom', padding);
    expect(await page.evaluate(() => scrollY)).toBe(y);
    expect(await height()).toBe(before);
  }
});

test('the logo leads to the top of the landing page, from anywhere', async ({ page }) => {
  await page.goto('/en#news');
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
  await logo(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.goto('/en/type/application');
  await logo(page).click();
  await page.waitForURL((url) => url.pathname === '/en');
});

test('each section link in the header scrolls to its section, and navigations have unique names', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/ru');
  for (const section of SECTIONS) {
    await sections(page, 'ru')
      .getByRole('link', { name: say('ru', `nav.${section}`), exact: true })
      .click();
    await expectSeen(heading(page, section));
    expect(new URL(page.url()).hash).toBe(`#${section}`);
  }
  const names = await page
    .getByRole('navigation')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.ariaLabel));
  expect(names.length).toBe(4);
  expect(new Set(names).size).toBe(names.length);
});

test('section links in the header of other pages lead to the section of the landing page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const names = SECTIONS.map((section) => say('en', `nav.${section}`));
  for (const from of ['/type/application', '/success/application', '/no-such-page']) {
    await page.goto(`/en${from}`);
    const links = sections(page, 'en').getByRole('link');
    await expect(links, from).toHaveText(names);
    const ways = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(ways).toEqual(SECTIONS.map((section) => `/en#${section}`));
  }
  await sections(page, 'en')
    .getByRole('link', { name: say('en', 'nav.news') })
    .click();
  await page.waitForURL('**/en#news');
  await expectSeen(heading(page, 'news'));
});

test.describe('the menu of a small screen', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test('the menu of a small screen traps page and focus, and closes by button, Escape and link', async ({ page }) => {
    await page.goto('/ru');
    const open = page.getByRole('button', { name: say('ru', 'nav.open') });
    const close = page.getByRole('button', { name: say('ru', 'nav.close') });
    const menu = menuOf(page, 'ru');
    await open.click();
    await expect(menu).toBeVisible();
    const box = await menu.boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, height: 700 });
    // A scroll bar that takes space keeps it, so that the page does not shift.
    expect(box?.width).toBeGreaterThanOrEqual(375 - 15);

    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 800);
    for (let step = 0; step < 14; step++) {
      await page.keyboard.press('Tab');
      await expect(menu.locator(':focus')).toHaveCount(1);
    }
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();

    await open.click();
    await close.click();
    await expect(menu).toBeHidden();

    await open.click();
    await menu.getByRole('link', { name: say('ru', 'nav.news') }).click();
    await expect(menu).toBeHidden();
    await expectSeen(heading(page, 'news'));
  });

  test('the menu leads from the type choice to a section of the landing page', async ({ page }) => {
    await page.goto('/en/type/application');
    await page.getByRole('button', { name: say('en', 'nav.open') }).click();
    await menuOf(page, 'en')
      .getByRole('link', { name: say('en', 'nav.news') })
      .click();
    await page.waitForURL('**/en#news');
    await expectSeen(heading(page, 'news'));
  });
});
