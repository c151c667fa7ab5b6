/** The landing page on a phone: long sections are folded, and important links stay in reach. */
import type { Locator } from 'playwright/test';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { words } from '../support/locale-words.ts';
import { expect, type Page, test } from '../support/portal.ts';
import { languageLink } from '../support/public-page.ts';
import { setTextSpacing } from '../support/text-spacing.ts';

const PHONE = { width: 375, height: 667 };
const WIDE = { width: 1440, height: 900 };
/** Sections whose entries are folded on a phone. */
const FOLDED = ['product', 'benefit', 'it-park', 'uzbekistan', 'news'] as const;

const say = (locale: Locale, key: string) => words(locale, 'home', key);
const apply = (page: Page, locale: Locale) =>
  page.getByRole('main').getByRole('link', { name: say(locale, 'hero.apply'), exact: true });
const foldOf = (page: Page, section: string) => page.locator(`#${section}`).getByRole('group').first();
const sourcesOf = (page: Page, locale: Locale) =>
  page.getByRole('group').filter({ has: page.getByRole('heading', { name: say(locale, 'sources.title') }) });

/** Returns whether an element is completely on the screen and can be pressed in its middle. */
const isInReach = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height, bottom } = element.getBoundingClientRect();
    if (y < 0 || bottom > innerHeight || width === 0) return false;
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the landing page on a phone ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, viewport: PHONE });

    test('a section on a phone opens and closes by a press, and is open on a wide screen', async ({ page }) => {
      await page.goto('/ru');
      for (const section of FOLDED) {
        const fold = foldOf(page, section);
        const entries = fold.getByRole('list');
        await expect(entries, section).toBeHidden();
        await fold.locator('summary').click();
        await expect(entries, section).toBeVisible();
        await fold.locator('summary').click();
        await expect(entries, section).toBeHidden();
      }
      await page.setViewportSize(WIDE);
      for (const section of FOLDED) {
        await expect(foldOf(page, section).getByRole('list'), section).toBeVisible();
        await expect(foldOf(page, section).locator('summary'), section).toBeHidden();
      }
    });

    test('the list of sources opens by a press', async ({ page }) => {
      await page.goto('/en');
      const sources = sourcesOf(page, 'en');
      await expect(sources.getByRole('listitem').first()).toBeHidden();
      await sources.locator('summary').click();
      await expect(sources.getByRole('listitem').first()).toBeVisible();
    });
  });
}

for (const locale of LOCALES) {
  test(`the list of sources has each statement once, with links, and the page has no others (${locale})`, async ({
    page,
  }) => {
    await page.goto(`/${locale}`);
    const statements = await page
      .locator('#sources li')
      .evaluateAll((items) =>
        items.map(
          (item) => [item.textContent?.split(':')[0], item.querySelectorAll('a[href^="http"]').length] as const,
        ),
      );
    expect(statements.length).toBeGreaterThan(5);
    expect(new Set(statements.map(([title]) => title)).size).toBe(statements.length);
    for (const [title, links] of statements) expect(links, title).toBeGreaterThan(0);
    // A contact.
    await expect(page.getByRole('main').locator('a[href^="http"]:not(#sources *)')).toHaveCount(1);
  });

  test(`a link to apply stays visible on a phone while scrolling (${locale})`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(`/${locale}`);
    const ways = apply(page, locale);
    const inReach = async () => (await Promise.all((await ways.all()).map(isInReach))).filter(Boolean).length;
    await expect.poll(inReach).toBe(1);
    for (const section of [...FOLDED, 'comments', 'contacts', 'sources']) {
      await page.locator(`#${section}`).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
      await expect.poll(inReach, section).toBe(1);
    }
    await page.setViewportSize({ width: 320, height: 568 });
    await setTextSpacing(page, true);
    await expect.poll(inReach).toBe(1);
  });
}

test('a fragment leads into a folded section, and finding a word opens it', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const section of ['news', 'contacts', 'uzbekistan']) {
    await page.goto('about:blank');
    await page.goto(`/en#${section}`);
    await expect(page.locator(`#${section}`).getByRole('heading').first()).toBeInViewport();
  }
  // A text fragment is found like by the browser's search.
  await page.goto('about:blank');
  await page.goto('/en#:~:text=from%20cotton%20to%20space');
  await expect(page.getByText('from cotton to space')).toBeVisible();
});

test('the menu on a phone has the language switch, which keeps page, query and hash', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const route of ['', '/type/application', '/help']) {
    await page.goto(`/ru${route}?from=letter#main`);
    await page.getByRole('button', { name: say('ru', 'nav.open') }).click();
    const menu = page.getByRole('dialog', { name: say('ru', 'nav.menu') });
    const english = menu.getByRole('link', { name: say('en', 'language.name') });
    await expect(english).toBeVisible();
    await english.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/en${route}?from=letter#main`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    // The switch also stays in its usual place, for visitors who cannot read the word "menu".
    await expect(languageLink(page, 'ru')).toBeVisible();
  }
});
