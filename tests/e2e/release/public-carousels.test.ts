/** The carousels of the landing page and beside the sign-in form (requirements: carousel). */
import type { Locator } from 'playwright/test';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';

// The browser logs a script that is held back; the page itself logs nothing.
expectedErrors.push(/^Failed to load resource: net::ERR_FAILED$/);

/** Milliseconds between changes. */
const INTERVAL = 2500;
const LONG = 10 * INTERVAL;
/** Waits for the next frame, in which a press takes effect. */
const FRAME = 16;

/** The elements of a carousel, as a reader finds them. */
function carousel(page: Page, locale: Locale, total: number) {
  const say = (key: string, values?: Record<string, string>) => words(locale, 'home', `carousel.${key}`, values);
  const region = page.getByRole('region', { name: say('pictures') });
  const place = (number: number) => say('place', { number: `${number}`, total: `${total}` });
  const picture = (number: number) => region.getByRole('figure', { name: place(number), exact: true });
  /** The names of the pictures that can be pressed: that of the shown one. */
  const usable = () =>
    region
      .getByRole('figure')
      .evaluateAll((all) => all.flatMap((one) => (one instanceof HTMLElement && one.inert ? [] : [one.ariaLabel])));
  return {
    region,
    picture,
    pictures: region.getByRole('figure'),
    dot: (number: number) => region.getByRole('button', { name: new RegExp(`^${number}\\. `) }),
    dots: region.getByRole('button', { name: /^\d\. / }),
    pause: region.getByRole('button', { name: say('pause') }),
    play: region.getByRole('button', { name: say('play') }),
    next: region.getByRole('button', { name: say('next') }),
    previous: region.getByRole('button', { name: say('previous') }),
    usable,
    /** Waits until exactly this picture can be used. */
    shows: (number: number) => expect.poll(usable).toEqual([place(number)]),
  };
}

const welcome = (page: Page, locale: Locale = 'en') => carousel(page, locale, 6);
const beside = (page: Page, locale: Locale = 'en') => carousel(page, locale, 8);

/** Opens a page whose clock runs only when the test advances it, from when its carousel is usable. */
async function openStill(page: Page, address: string, ready: (page: Page) => Locator): Promise<void> {
  await page.clock.install();
  await page.goto(address);
  await expect(ready(page)).toBeVisible();
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 60_000);
  // A change due at this time starts in the next frame.
  await page.clock.runFor(FRAME);
}

for (const locale of LOCALES) {
  test(`the welcome page shows six pictures, each with a title and a way to sign in (${locale})`, async ({ page }) => {
    await page.goto(`/${locale}`);
    const { region, pictures, picture, dots, dot } = welcome(page, locale);
    await expect(region).toHaveAttribute('aria-roledescription', words(locale, 'home', 'carousel.role'));
    await expect(dots).toHaveCount(6);
    await expect(pictures).toHaveCount(6);
    for (let number = 1; number <= 6; number += 1) {
      await expect(dot(number)).toBeVisible();
      const title = (await dot(number).getAttribute('aria-label'))?.replace(/^\d\. /, '') ?? '';
      await expect(picture(number).getByRole('img')).toHaveAttribute('alt', /\S{3}/);
      await expect(picture(number)).toContainText(title);
      await expect(picture(number).getByRole('link')).toHaveAttribute('href', `/${locale}/auth`);
    }
  });
}

test('a carousel without its script keeps its first picture, and shows no error', async ({ page }) => {
  const asked: string[] = [];
  const html = await (await page.request.get('/en')).text();
  await page.route('**/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (html.includes(pathname)) return route.continue();
    asked.push(pathname);
    return route.abort();
  });
  await page.goto('/en');
  const { picture, dots } = welcome(page);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(picture(1)).toBeVisible();
  await expect(dots).toHaveCount(0);
});

test('a carousel shows the next picture every 2500 ms, and the first follows the last', async ({ page }) => {
  await openStill(page, '/en', (opened) => welcome(opened).pause);
  const { dot, dots, pause, picture, play, shows } = welcome(page);
  await pause.click();
  await dot(4).click();
  await page.clock.runFor(LONG);
  await shows(4);
  // The next change counts from the last one, however long the fade takes.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Animation.enable');
  await browser.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  await play.click();
  for (const [from, to] of [
    [4, 5],
    [5, 6],
    [6, 1],
  ] as const) {
    await page.clock.runFor(INTERVAL - 1);
    await shows(from);
    await page.clock.runFor(1);
    await shows(to);
    await expect(dot(to)).toHaveAttribute('aria-current', 'true');
  }
  await expect(dots.and(page.locator('[aria-current]'))).toHaveCount(1);
  await browser.send('Animation.setPlaybackRate', { playbackRate: 1 });
  // A press on a dot does not stop the pictures.
  await dot(5).click();
  await page.clock.runFor(FRAME);
  await shows(5);
  await page.clock.runFor(INTERVAL);
  await shows(6);
  await picture(6).getByRole('link').click();
  await page.waitForURL('**/en/auth');
});

test('the pause button of a carousel stops it until pressed again, also when a picture is chosen', async ({ page }) => {
  await openStill(page, '/en', (opened) => welcome(opened).pause);
  const { dot, pause, play, shows } = welcome(page);
  await pause.focus();
  await page.keyboard.press('Space');
  await expect(play).toBeFocused();
  await dot(3).focus();
  await page.keyboard.press('Enter');
  await page.clock.runFor(FRAME);
  await shows(3);
  await expect(dot(3)).toHaveAttribute('aria-current', 'true');
  await page.clock.runFor(LONG);
  await shows(3);
  await play.click();
  await page.clock.runFor(INTERVAL);
  await shows(4);
});

test('a carousel does not change a picture with the focus in it, not even during the fade', async ({ page }) => {
  await openStill(page, '/en', (opened) => welcome(opened).pause);
  const { dot, pause, picture, shows } = welcome(page);
  await dot(2).click();
  await page.clock.runFor(FRAME);
  await shows(2);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(picture(2).getByRole('link')).toBeFocused();
  await page.clock.runFor(LONG);
  await page.clock.runFor(LONG);
  await shows(2);
  await expect(pause).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dot(1)).toBeFocused();
  await page.clock.runFor(INTERVAL);
  await shows(3);
});

test('a carousel stands still for visitors who prefer reduced motion, until they start it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStill(page, '/en', (opened) => welcome(opened).play);
  const { pause, play, shows } = welcome(page);
  await page.clock.runFor(LONG);
  await shows(1);
  await play.click();
  await expect(pause).toBeVisible();
  for (const number of [2, 3]) {
    await page.clock.runFor(INTERVAL);
    await shows(number);
  }
});

test('the carousel beside the sign-in form of a large screen changes every 2500 ms, and by buttons', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openStill(page, '/en/auth', (opened) => beside(opened).pause);
  const { next, pause, pictures, play, previous, shows, usable } = beside(page);
  await expect(pictures).toHaveCount(8);
  for (const image of await pictures.getByRole('img').all()) await expect(image).toHaveAttribute('alt', /\S{3}/);
  await pause.click();
  await page.clock.runFor(LONG);
  const first = Number.parseInt((await usable())[0] ?? '', 10);
  const after = (steps: number) => ((first - 1 + steps + 8) % 8) + 1;
  await play.click();
  await page.clock.runFor(INTERVAL - 1);
  await shows(first);
  await page.clock.runFor(1);
  await shows(after(1));
  await pause.click();
  // Presses faster than the fade all count.
  await next.click();
  await next.click();
  await shows(after(3));
  await previous.click();
  await shows(after(2));
  await page.clock.runFor(LONG);
  await shows(after(2));
});

test('the carousel beside the sign-in form fetches its pictures only once the screen is large enough', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/image|script/.test(request.resourceType())) fetched.push(request.url());
  });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/en/auth');
  await expect(beside(page).region).toBeHidden();
  const before = new Set(fetched);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(beside(page).pause).toBeVisible();
  const later = fetched.filter((url) => !before.has(url));
  expect(later.filter((url) => url.endsWith('.svg'))).not.toEqual([]);
  expect(later.filter((url) => url.endsWith('.js'))).not.toEqual([]);
});
