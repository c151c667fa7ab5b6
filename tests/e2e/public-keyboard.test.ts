/** The public pages by keyboard: the order of the stops, a focus that can be seen, and what a finger can hit. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, type Page, test } from './support/portal.ts';

expectedErrors.push(/status of 404/);

const ROUTES = [
  '',
  '/type/application',
  '/success/application',
  '/employee-visa/AAAAAAAAAAAAAAAA',
  '/no-such-page',
  '/auth',
];
const STOPS_AT_MOST = 100;

/** What is wrong with the stop that has the focus; null past the last one. The stop is remembered for the next look. */
const lookAtStop = (page: Page) =>
  page.evaluate(() => {
    const stop = document.activeElement;
    const kept = window as { lastStop?: Element };
    // After the last stop comes the browser itself, or the first again.
    if (!stop || stop === document.body || (kept.lastStop && stop.matches('.skip-link'))) return null;
    const { x, y, width, height } = stop.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    const { outlineStyle, outlineWidth } = getComputedStyle(stop);
    const behind = kept.lastStop && !(kept.lastStop.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING);
    kept.lastStop = stop;
    const wrong = [
      outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 3 ? 'no ring' : '',
      there && (stop.contains(there) || there.contains(stop)) ? '' : 'out of sight',
      behind ? 'out of order' : '',
    ];
    return { name: stop.textContent?.trim().slice(0, 40) ?? '', wrong: wrong.filter(Boolean).join(', ') };
  });

for (const locale of LOCALES) {
  for (const width of [375, 1440]) {
    test(`Tab leads through each public page in its order, always in sight (${locale}, ${width})`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const route of ROUTES) {
        await page.goto(`/${locale}${route}`, { waitUntil: 'networkidle' });
        await page.keyboard.press('Tab');
        await expect(page.locator(':focus'), route).toHaveText(words(locale, 'home', 'layout.skip'));
        let stops = 0;
        for (let stop = await lookAtStop(page); stop; stop = await lookAtStop(page)) {
          expect(stop.wrong, `${route}: ${stop.name}`).toBe('');
          stops += 1;
          expect(stops).toBeLessThan(STOPS_AT_MOST);
          await page.keyboard.press('Tab');
        }
        expect(stops, route).toBeGreaterThan(4);
      }
    });
  }

  test(`the first stop leads past the header to the content (${locale})`, async ({ page }) => {
    for (const route of ROUTES) {
      await page.goto(`/${locale}${route}`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.locator('#main'), route).toBeFocused();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('header') === null)).toBe(true);
    }
  });

  test(`whatever stands alone can be hit by a finger (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    for (const route of ROUTES) {
      await page.goto(`/${locale}${route}`, { waitUntil: 'networkidle' });
      const low = await page.locator('a, button, summary').evaluateAll((targets) =>
        targets.flatMap((target) => {
          const words = target.textContent?.trim() ?? '';
          const inText =
            target.matches('p > a') && (target.parentElement?.textContent?.trim().length ?? 0) > words.length;
          if (inText || !target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
          target.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { x, y, width, height } = target.getBoundingClientRect();
          if (y + height < 0) return [];
          const misses = [-21, 0, 21].filter((offset) => {
            const hit = document.elementFromPoint(x + width / 2, y + height / 2 + offset);
            return !hit || !target.contains(hit);
          });
          return misses.length > 0 ? [`${words}: missed at ${misses}`] : [];
        }),
      );
      expect(low, route).toEqual([]);
    }
  });
}

test('the menu opens, goes round and closes by keyboard, and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/en');
  const open = page.getByRole('button', { name: words('en', 'home', 'nav.open') });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog.menu')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect((await lookAtStop(page))?.wrong).toBe('');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog.menu')).toBeHidden();
  await expect(open).toBeFocused();
});

test('the pictures are stopped, started and chosen by keyboard', async ({ page }) => {
  await page.goto('/en', { waitUntil: 'networkidle' });
  const pause = page.getByRole('button', { name: words('en', 'home', 'carousel.pause') });
  await pause.focus();
  await page.keyboard.press('Space');
  const play = page.getByRole('button', { name: words('en', 'home', 'carousel.play') });
  await expect(play).toBeFocused();
  const dots = page.locator('.carousel__dots button');
  await dots.nth(3).focus();
  await page.keyboard.press('Enter');
  await expect(dots.nth(3)).toHaveAttribute('aria-current', 'true');
  await page.waitForTimeout(3000);
  await expect(dots.nth(3)).toHaveAttribute('aria-current', 'true');
});
