/** The carousels of the welcome page and beside the sign-in form (specification §2). */
import type { Page } from 'playwright/test';
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { words } from './support/locale-words.ts';
import { expect, test } from './support/portal.ts';

type Turning = Element & {
  swiper: {
    params: { effect: string; loop: boolean; autoplay: { delay: number; disableOnInteraction: boolean } };
    autoplay: { running: boolean };
    animating: boolean;
  };
};

/** Waits until the pictures can turn: after two idle moments, for each of which they wait four seconds at most. */
async function started(page: Page): Promise<void> {
  await expect(page.locator('.carousel__bar')).toBeVisible({ timeout: 10_000 });
}

const settings = (page: Page) =>
  page.locator('.swiper').evaluate((frame) => {
    const { effect, loop, autoplay } = (frame as unknown as Turning).swiper.params;
    return { effect, loop, delay: autoplay.delay, stopped: autoplay.disableOnInteraction };
  });
const isRunning = (page: Page) =>
  page.locator('.swiper').evaluate((frame) => (frame as unknown as Turning).swiper.autoplay.running);
const isFading = (page: Page) =>
  page.locator('.swiper').evaluate((frame) => (frame as unknown as Turning).swiper.animating);
/** The number of the picture that is seen; the loop moves pictures about, so their place in the page says nothing. */
const shown = (page: Page) =>
  page
    .locator('.carousel__slide:not([inert])')
    .getAttribute('data-swiper-slide-index')
    .then((index) => Number(index));

for (const locale of LOCALES) {
  test(`the welcome page shows six pictures, each with a title and a way to sign in (${locale})`, async ({ page }) => {
    await page.goto(`/${locale}`);
    await started(page);
    expect(await settings(page)).toEqual({ effect: 'fade', loop: true, delay: 2500, stopped: false });
    const slides = page.locator('.carousel__slide');
    await expect(slides).toHaveCount(6);
    await expect(page.locator('[data-dot]')).toHaveCount(6);
    for (const slide of await slides.all()) {
      expect(await slide.locator('img').getAttribute('alt')).toMatch(/\S{3}/);
      await expect(slide.locator('b')).not.toBeEmpty();
      await expect(slide.locator('a')).toHaveAttribute('href', `/${locale}/auth`);
    }
    await page.locator('.swiper-slide-active a').click();
    await page.waitForURL(`**/${locale}/auth`);
  });
}

test('pictures go on by themselves, also after a dot was pressed, and begin again after the last', async ({ page }) => {
  await page.goto('/en');
  await started(page);
  await page.locator('[data-dot]').nth(4).click();
  await expect.poll(() => shown(page)).toBe(4);
  await expect(page.locator('[data-dot]').nth(4)).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => shown(page)).toBe(5);
  await expect.poll(() => shown(page)).toBe(0);
  await expect(page.locator('[data-dot][aria-current]')).toHaveCount(1);
});

test('a pressed pause stops the pictures, and another press starts them', async ({ page }) => {
  await page.goto('/ru');
  await started(page);
  await page.getByRole('button', { name: words('ru', 'home', 'carousel.pause') }).click();
  expect(await isRunning(page)).toBe(false);
  const before = await shown(page);
  await page
    .locator('[data-dot]')
    .nth((before + 2) % 6)
    .click();
  await expect.poll(() => shown(page)).toBe((before + 2) % 6);
  expect(await isRunning(page)).toBe(false);
  await page.getByRole('button', { name: words('ru', 'home', 'carousel.play') }).click();
  expect(await isRunning(page)).toBe(true);
});

test('pictures stand still for visitors who prefer that', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const address of ['/en', '/en/auth']) {
    await page.goto(address);
    await started(page);
    expect(await isRunning(page)).toBe(false);
    await expect(page.getByRole('button', { name: words('en', 'home', 'carousel.play') })).toBeVisible();
  }
});

for (const locale of LOCALES) {
  test(`eight pictures stand beside the sign-in form of a large screen, with ways back and on (${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/${locale}/auth`);
    await started(page);
    expect(await settings(page)).toEqual({ effect: 'fade', loop: true, delay: 2500, stopped: false });
    await expect(page.locator('.carousel__slide img[alt]')).toHaveCount(8);
    await page.getByRole('button', { name: words(locale, 'home', 'carousel.pause') }).click();
    await expect.poll(() => isFading(page)).toBe(false);
    const first = await shown(page);
    await page.getByRole('button', { name: words(locale, 'home', 'carousel.next') }).click();
    await expect.poll(() => shown(page)).toBe((first + 1) % 8);
    // A picture that is still fading in is not left.
    await expect.poll(() => isFading(page)).toBe(false);
    await page.getByRole('button', { name: words(locale, 'home', 'carousel.previous') }).click();
    await expect.poll(() => shown(page)).toBe(first);
  });
}

test('a small screen does not fetch the pictures beside the sign-in form', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/en/auth', { waitUntil: 'networkidle' });
  expect(fetched.filter((url) => /auth-\w|play-carousel/.test(url))).toEqual([]);
});
