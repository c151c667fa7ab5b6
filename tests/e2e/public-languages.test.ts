/** Which language a visitor gets, and what the switch keeps (decisions: addresses and languages). */
import type { Page } from 'playwright/test';
import { expect, expectedErrors, test } from './support/portal.ts';

expectedErrors.push(/status of 404/);

const language = (page: Page) => page.locator('html').getAttribute('lang');
const switchTo = (page: Page, locale: string) => page.locator(`language-switch a[hreflang="${locale}"]`).click();

test('an address without language speaks that of the query, the cookie or the browser, in this order, and else Russian', async ({
  request,
}) => {
  const asked = async (address: string, headers: Record<string, string>) => {
    const answer = await request.get(address, { headers, maxRedirects: 0 });
    expect(answer.status()).toBe(200);
    return answer.headers()['content-language'];
  };
  const english = { 'Accept-Language': 'en-GB,en;q=0.9' };
  expect(await asked('/', { 'Accept-Language': 'de' })).toBe('ru');
  expect(await asked('/', english)).toBe('en');
  expect(await asked('/auth/login', { ...english, Cookie: 'i18next=ru' })).toBe('ru');
  expect(await asked('/?lng=en', { Cookie: 'i18next=ru', 'Accept-Language': 'ru' })).toBe('en');
});

test('an answer that was negotiated says what it depended on', async ({ request }) => {
  const answer = await request.get('/type/application');
  expect(answer.headers().vary).toMatch(/Accept-Language/);
  expect(answer.headers().vary).toMatch(/Cookie/);
});

test.describe('a visitor with a Russian browser', () => {
  test.use({ locale: 'ru-RU' });

  test('a choice that only local storage knows is followed before anything is painted', async ({ page }) => {
    await page.goto('/en');
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'en'));
    await page.context().clearCookies();
    await page.addInitScript(() => {
      // What the visitor sees of a page counts from its first paint; the other language must never get there.
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
    expect(await language(page)).toBe('en');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('painted'))).toMatch(/^( en)+$/);
  });
});

test('the switch keeps page, query, hash and place, and the choice is kept for next time', async ({ page }) => {
  await page.goto('/ru?from=letter#benefit');
  await page
    .locator('#uzbekistan')
    .evaluate((section) => scrollBy({ top: section.getBoundingClientRect().top - 50, behavior: 'instant' }));
  // What came into sight is drawn, and has its true height, in the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const before = await page.locator('#uzbekistan').evaluate((section) => section.getBoundingClientRect().top);
  await switchTo(page, 'en');
  await page.waitForURL('**/en?from=letter#benefit');
  await expect
    .poll(async () => {
      const top = await page.locator('#uzbekistan').evaluate((section) => section.getBoundingClientRect().top);
      return Math.abs(top - before) < 60;
    })
    .toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('en');
  await page.goto('/type/application');
  expect(await language(page)).toBe('en');
});

test('the switch of each public page leads to the same page', async ({ page }) => {
  for (const route of [
    '/type/application',
    '/success/application',
    '/employee-visa/no-such-code',
    '/no-such-page',
    '/auth',
  ]) {
    await page.goto(`/ru${route}`);
    await switchTo(page, 'en');
    await page.waitForURL(`**/en${route}`);
    expect(await language(page)).toBe('en');
  }
});

test('a page that does not exist is 404 in the language of its address, and shows ways on', async ({ page }) => {
  for (const locale of ['ru', 'en']) {
    const answer = await page.goto(`/${locale}/no/such/page`);
    expect(answer?.status()).toBe(404);
    expect(answer?.headers()['content-type']).toMatch(/^text\/html/);
    expect(await language(page)).toBe(locale);
    for (const way of [`/${locale}`, `/${locale}/type/application`, `/${locale}/auth`]) {
      await expect(page.locator(`main a[href="${way}"]`)).toBeVisible();
    }
    await expect(page.locator('main')).toContainText('1345');
  }
});

test('an address of the API that does not exist is 404 in JSON', async ({ request }) => {
  const answer = await request.get('/api/v1/no-such-thing');
  expect(answer.status()).toBe(404);
  expect(answer.headers()['content-type']).toMatch(/^application\/json/);
  expect(await answer.json()).toMatchObject({ code: 'not_found' });
});
