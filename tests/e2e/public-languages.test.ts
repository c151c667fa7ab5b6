/** The language of a visitor, and what the language switch keeps (decisions: addresses and languages). */
import type { Page } from 'playwright/test';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';
import { languageLink } from './support/public-page.ts';

expectedErrors.push(/status of 404/);

const expectLanguage = (page: Page, locale: string) => expect(page.locator('html')).toHaveAttribute('lang', locale);

test.describe('a visitor with a Russian browser', () => {
  test.use({ locale: 'ru-RU' });

  test('a language in local storage only is followed before the first paint', async ({ page }) => {
    await page.goto('/en');
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'en'));
    await page.context().clearCookies();
    await page.addInitScript(() => {
      // The first paint must not show the other language.
      new PerformanceObserver((list) => {
        if (list.getEntries().length > 0) {
          sessionStorage.setItem(
            'painted',
            `${sessionStorage.getItem('painted') ?? ''} ${document.documentElement.lang}`,
          );
        }
      }).observe({ type: 'paint' });
    });
    await page.goto('/type/application?type=founder#times');
    await page.waitForURL('**/en/type/application?type=founder#times');
    await expectLanguage(page, 'en');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('painted'))).toMatch(/^( en)+$/);
  });
});

test('the language switch keeps page, query, hash and scroll position, and stores the choice', async ({ page }) => {
  // The viewport is so low that it never contains two headings.
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/ru?from=letter#benefit');
  const heading = (locale: 'ru' | 'en', section: string) =>
    page.getByRole('heading', { name: words(locale, 'home', `sections.${section}.title`), exact: true });
  await heading('ru', 'uzbekistan').evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  await expect(heading('ru', 'uzbekistan')).toBeInViewport();
  await expect(heading('ru', 'benefit')).not.toBeInViewport();
  await languageLink(page, 'en').click();
  await page.waitForURL('**/en?from=letter#benefit');
  await expect(heading('en', 'uzbekistan')).toBeInViewport();
  await expect(heading('en', 'benefit')).not.toBeInViewport();
  await expect(heading('en', 'comments')).not.toBeInViewport();
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('en');
  await page.goto('/type/application');
  await expectLanguage(page, 'en');
});

test('an unknown page is 404 in the language of its URL, with ways on', async ({ page }) => {
  for (const locale of ['ru', 'en'] as const) {
    const response = await page.goto(`/${locale}/no/such/page`);
    expect(response?.status()).toBe(404);
    expect(response?.headers()['content-type']).toMatch(/^text\/html/);
    await expectLanguage(page, locale);
    const links = page.getByRole('main').getByRole('link');
    const ways = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    for (const way of [`/${locale}`, `/${locale}/type/application`, `/${locale}/auth/login`])
      expect(ways).toContain(way);
    await expect(links.first()).toBeVisible();
    await expect(links.filter({ hasText: '1345' })).toHaveAttribute('href', 'tel:1345');
  }
});

test('the response headers of a page leave the rest of the first round trip to it', async ({ request }) => {
  for (const path of ['/ru', '/en/help']) {
    // HTTP/2, as in production, has none of these (RFC 9113, 8.2.2).
    const headers = (await request.get(path))
      .headersArray()
      .filter(({ name }) => !/^(?:connection|keep-alive|transfer-encoding)$/i.test(name));
    // The page has the other 13,700 bytes (tests/built/weights.test.ts).
    expect(headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('').length).toBeLessThanOrEqual(900);
  }
});
