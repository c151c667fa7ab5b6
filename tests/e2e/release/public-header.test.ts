/** The header of the public pages, its menu on small screens, and links to sections (requirements: header-shrink, section-links). */
import type { Locator } from 'playwright/test';
import { type ContentSection, SECTIONS } from '../../../src/content/collections.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { layoutShift } from '../support/layout-shift.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';
import { languageLink } from '../support/public-page.ts';
import { overflowWidth, setTextSpacing } from '../support/text-spacing.ts';

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

test('the header fits the screen at any width and letter spacing', async ({ page }) => {
  // The language with the longer words.
  await page.goto('/ru');
  await page.evaluate(() => document.fonts.ready);
  for (const width of [320, 768, 1199, 1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const wide of [true, false]) {
      await setTextSpacing(page, wide);
      const at = `${width} px, letters ${wide ? 'wide' : 'as usual'}`;
      expect(await overflowWidth(page), at).toBeLessThanOrEqual(0);
      await expect(logo(page), at).toBeInViewport({ ratio: 1 });
      await expect(languageLink(page, 'en'), at).toBeInViewport({ ratio: 1 });
      const ways = sections(page, 'ru').or(page.getByRole('button', { name: say('ru', 'nav.open') }));
      await expect(ways, at).toBeInViewport({ ratio: 1 });
    }
    const lines = await logo(page)
      .getByText(say('en', 'site.name'))
      .evaluate((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getClientRects().length;
      });
    if (width >= 768) expect(lines, `the logo at ${width} px`).toBe(1);
  }
});

test('the public header does not shift when the menu of a small screen is hydrated', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/ru', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const open = page.getByRole('button', { name: say('ru', 'nav.open') });
  await expect(open).toBeHidden();
  const before = await layoutShift(page);
  release();
  await expect(open).toBeVisible();
  expect(await layoutShift(page)).toBe(before);
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

test("forced colours show the carousel's dots and distinguish the chosen dot and language", async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/en');
  const look = (part: Locator, pseudo?: string) =>
    part.evaluate((element, of) => {
      const { width, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element, of);
      return { width, edge: Number.parseFloat(borderTopWidth) > 0 ? borderTopColor : 'none', ground: backgroundColor };
    }, pseudo);
  const { ground } = await look(page.locator('body'));
  const pictures = page.getByRole('region', { name: say('en', 'carousel.pictures') });
  const dot = (number: number) =>
    look(pictures.getByRole('button', { name: new RegExp(`^${number}\\. `) }), '::before');
  const [chosen, other] = [await dot(1), await dot(2)];
  for (const { edge } of [chosen, other]) expect([ground, 'none']).not.toContain(edge);
  expect(chosen.width).not.toBe(other.width);
  expect((await look(languageLink(page, 'en'))).edge).not.toBe((await look(languageLink(page, 'ru'))).edge);
  const more = page.locator('#comments').getByRole('group').first().locator('summary');
  expect([ground, 'none']).not.toContain((await look(more, '::after')).edge);
});

test('public pages have no transition or animation for visitors who prefer reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const route of ['', '/type/application', '/auth/login']) {
    await page.goto(`/en${route}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const moving = await page.locator('body *').evaluateAll((all) =>
      all.flatMap((element) =>
        [undefined, '::before', '::after'].flatMap((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          const lasts = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0);
          const moves =
            (style.transitionProperty !== 'none' && lasts(style.transitionDuration)) ||
            (style.animationName !== 'none' && lasts(style.animationDuration));
          return moves ? [`${element.tagName} ${element.className}${pseudo ?? ''}`] : [];
        }),
      ),
    );
    expect(moving.slice(0, 5), route).toEqual([]);
  }
});
